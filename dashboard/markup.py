"""HTML out of values: tables and badges. Whatever comes from a log or a store is escaped here and nowhere else.

Tables are real ones, so that a reader's machine, the browser's search, copy and print know them. On a narrow screen
each row stands as a card, its cells labelled by their headings (see `style`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


class Html(str):
    """Text that is HTML already. Plain strings are escaped wherever they meet it."""

    __slots__ = ()


Content = str | Html | None


def html(content: Content) -> Html:
    """The content as HTML: escaped unless it is HTML already; nothing for None."""
    if isinstance(content, Html):
        return content
    return Html(escape(content or "", quote=True))


def join(contents: Iterable[Content], between: str = "") -> Html:
    """The contents that are not empty, one after the other."""
    return Html(between.join(html(content) for content in contents if content))


def tag(name: str, *contents: Content, **attributes: str | None) -> Html:
    """An element. Attributes that are None are left out; `class_` is written `class`, `data_label` `data-label`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value, quote=True)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{written}>{join(contents)}</{name}>")


def anchor(target: str, content: Content, **attributes: str | None) -> Html:
    """A link."""
    return tag("a", content, href=target, **attributes)


def plain(text: str) -> str:
    """Text as Markdown that shows exactly this text: a league named `1. liga` starts no list."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def small(content: Content) -> Html:
    """Something of second importance."""
    return tag("span", content, class_="o-small")


def lines(contents: Iterable[Content]) -> Html:
    """The contents that are not empty, each on a line of its own."""
    return join(tag("div", content) for content in contents if content)


@dataclass(frozen=True)
class Column:
    """A column of a table. `kind` is a class: `o-num` puts numbers to the right, `o-main` heads a card on a phone."""

    title: str
    kind: str = ""
    help: str | None = None


@dataclass(frozen=True)
class Row:
    """The cells of a row; `id` makes it a target of links, `kind` is a class."""

    cells: Sequence[Content]
    id: str | None = None
    kind: str | None = None


def table(caption: str, columns: Sequence[Column], rows: Iterable[Row]) -> Html:
    """A table. The caption is for those who cannot see where it stands; the heading above it serves the others."""
    head = tag(
        "tr",
        *(tag("th", column.title, scope="col", class_=column.kind or None, title=column.help) for column in columns),
    )
    body = join(_row(row, columns) for row in rows)
    whole = tag("table", tag("caption", caption), tag("thead", head), tag("tbody", body), class_="o-table")
    return tag("div", whole, class_="o-scroll")


def _row(row: Row, columns: Sequence[Column]) -> Html:
    cells = (
        tag("td", tag("div", cell) if cell else None, class_=column.kind or None, data_label=column.title)
        for column, cell in zip(columns, row.cells, strict=True)
    )
    return tag("tr", *cells, id=row.id, class_=row.kind)
