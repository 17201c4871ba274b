"""What a page shows, read back out of its elements: tables as rows of text, links, plain text."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element


@dataclass
class Table:
    """A table of a page: its caption, its headings, and the text of each row's cells."""

    caption: str = ""
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    ids: list[str | None] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Table] = []
        self.links: list[tuple[str, str]] = []
        self.text: list[str] = []
        self._cell: list[str] | None = None
        self._link: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "table":
            self.tables.append(Table())
        elif tag == "tr" and self.tables[-1].head:
            self.tables[-1].rows.append([])
            self.tables[-1].ids.append(given.get("id"))
        elif tag in {"td", "th", "caption"}:
            self._cell = []
        elif tag == "div" and self._cell:
            self._cell.append("\n")
        elif tag == "a":
            self._link = [given.get("href") or ""]

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "caption"} and self._cell is not None:
            text = "".join(self._cell).strip()
            table = self.tables[-1]
            if tag == "caption":
                table.caption = text
            elif tag == "th":
                table.head.append(text)
            else:
                table.rows[-1].append(text)
            self._cell = None
        elif tag == "a" and self._link is not None:
            self.links.append((self._link[0], "".join(self._link[1:])))
            self._link = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        for open_part in (self._cell, self._link):
            if open_part is not None:
                open_part.append(data)


def written(page: AppTest, kind: str) -> list[str]:
    """What the elements of a kind hold, outside the sidebar."""
    return [str(element.value) for element in page.main.get(kind) if isinstance(element, Element)]


def _read(page: AppTest) -> _Reader:
    reader = _Reader()
    for part in written(page, "html"):
        reader.feed(part)
    return reader


def tables(page: AppTest) -> dict[str, Table]:
    """The tables of a page by their captions."""
    return {table.caption: table for table in _read(page).tables}


def links(page: AppTest) -> list[tuple[str, str]]:
    """The links within our own HTML: address and text."""
    return _read(page).links


def text(page: AppTest) -> str:
    """Everything written on the page outside the sidebar."""
    kinds = ("title", "subheader", "markdown", "caption", "info", "warning", "error")
    parts = [part for kind in kinds for part in written(page, kind)]
    unescaped = (re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", part) for part in parts)
    return "\n".join([*unescaped, " ".join(_read(page).text)])


def menu(page: AppTest) -> list[tuple[str, str]]:
    """The links of the sidebar: label and query."""
    return [(link.proto.label, link.proto.query_string) for link in page.sidebar.get("page_link")]
