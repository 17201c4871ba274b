"""The workbook of corrections: quarantined matches in the three sheets of a log, bad cells marked and explained.

What stood in the source is read again from the kept file, so nothing but the errors needs to be mended. A cell that
could not be read at all shows the text that was complained about; control characters are made visible.
"""

import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import polars as pl

from ingest.inputs import read_kept
from ingest.problems import Problem, visible
from ingest.quarantine import entries, open_rows
from ingest.readers.cells import Table, Written
from ingest.readers.tables import RACK_HEADINGS, SHOT_HEADINGS, TABLES
from ingest.readers.tags import heading
from ingest.store import Snapshot, Store
from ingest.vocabulary import KNOWN_TAGS
from wording import UserError, _

if TYPE_CHECKING:
    from xlsxwriter import Workbook

_LONGEST: Final = 32_767  # characters in a cell of a workbook
_HEADINGS: Final[Mapping[Table, Sequence[str]]] = {
    "matches": [heading(tag) for tag in KNOWN_TAGS],
    "racks": RACK_HEADINGS,
    "shots": SHOT_HEADINGS,
}
_KEYS: Final = ("source", "m", "line")
_INVISIBLE: Final = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]"


@dataclass(frozen=True)
class Mark:
    """An entry of the quarantine and the cell that it is about: sheet, row (0 = first below the headings), column."""

    problem: Problem
    table: Table | None = None
    row: int = 0
    column: str = "match"


def write(store: Store, target: Path) -> int:
    """Write the open matches of the newest version to a workbook; how many there are.

    Raises:
        UserError: nothing is open that stands in a file that could be read, or a text is too long for a workbook.
    """
    snapshot = store.at()
    tables = _tables(store, snapshot)
    count = tables["matches"].height
    if not count:
        message = _("There is no match to correct. See: osmica quarantine list")
        raise UserError(message)
    sources = open_rows(snapshot)["source"]
    marks = [_mark(problem, source, tables) for problem, source in zip(entries(snapshot), sources, strict=True)]
    tables = _shown(tables, marks)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(_workbook(tables, marks))
    return count


def _tables(store: Store, snapshot: Snapshot) -> dict[Table, pl.DataFrame]:
    """The rows of the open matches under the headings of a log, with the columns of `_KEYS` before them."""
    files = dict(snapshot.read("sources", "sha256", "file").iter_rows())
    parts: dict[Table, list[pl.DataFrame]] = defaultdict(list)
    for source, matches in _wanted(snapshot).items():
        written = read_kept(files[source], store.source_bytes(source))
        for table, rows in _rows(written, matches).items():
            parts[table].append(rows.select(pl.lit(source).alias("source"), pl.all()))
    empty = {
        table: pl.DataFrame(schema=dict.fromkeys((*_KEYS, *names), pl.String)) for table, names in _HEADINGS.items()
    }
    return {table: pl.concat(parts[table], how="diagonal") if parts[table] else empty[table] for table in TABLES}


def _wanted(snapshot: Snapshot) -> dict[str, set[str | None]]:
    """The matches to take from each source; one that is open from several files comes from the last that was read."""
    order = snapshot.read("runs", "run", "version")
    rows = snapshot.read("quarantine").join(order, on="run", how="left", maintain_order="left")
    last = rows.sort("version", maintain_order=True).unique(["match"], keep="last", maintain_order=True)
    nameless = rows.filter(pl.col("match").is_null())
    wanted: dict[str, set[str | None]] = defaultdict(set)
    for match, source in pl.concat([last, nameless]).select("match", "source").iter_rows():
        wanted[source].add(match)
    return wanted


def _rows(written: Written, matches: set[str | None]) -> dict[Table, pl.DataFrame]:
    chosen = [m for m, match in written.heads.select("m", "id").iter_rows() if _named(match) in matches]
    heads = written.heads.filter(pl.col("m").is_in(chosen))
    names = heads.select("m", pl.col("id").alias("match"))
    tags = written.tags.filter(pl.col("m").is_in(chosen), pl.col("tag") != "Match")
    more = tags["tag"].unique(maintain_order=True).to_list()
    wide = (
        tags.pivot(on="tag", on_columns=more, index="m", values="value", aggregate_function="first") if more else None
    )
    header = heads.rename({"id": "match"})
    if wide is not None:
        header = header.join(
            wide.rename({tag: heading(tag) for tag in more}), on="m", how="left", maintain_order="left"
        )
    racks = _numbered(written.racks, "rack", ["m"], written)
    shots = _numbered(written.shots, "shot", ["m", "rack"], written)
    tables: dict[Table, pl.DataFrame] = {"matches": header}
    for table, rows in (("racks", racks), ("shots", shots)):
        tables[table] = rows.join(names, on="m", how="inner", maintain_order="left")  # type: ignore[index]
    return {table: _under_headings(table, rows) for table, rows in tables.items()}


def _named(match: str | None) -> str | None:
    return None if match is None else visible(match)


def _numbered(rows: pl.DataFrame, number: str, within: Sequence[str], written: Written) -> pl.DataFrame:
    """Number what the source numbers by its place."""
    if not written.in_order:
        return rows
    place = pl.int_range(1, pl.len() + 1).over(within).cast(pl.String)
    return rows.with_columns(pl.coalesce(number, place).alias(number))


def _under_headings(table: Table, rows: pl.DataFrame) -> pl.DataFrame:
    missing = [pl.lit(None, pl.String).alias(name) for name in _HEADINGS[table] if name not in rows.columns]
    rows = rows.with_columns(missing)
    others = [name for name in rows.columns if name not in (*_HEADINGS[table], *_KEYS)]
    return rows.select("m", "line", *_HEADINGS[table], *(others if table == "matches" else ()))


def _mark(problem: Problem, source: str, tables: Mapping[Table, pl.DataFrame]) -> Mark:
    """Find the cell that an entry is about: by rack and shot, else by its line, else the row of its match."""
    cell = heading(problem.cell or "match")
    if problem.cell in KNOWN_TAGS:
        places: list[tuple[Table, pl.Expr]] = [("matches", pl.lit(value=True))]
    else:
        line = pl.col("line").eq_missing(pl.lit(problem.line))
        shot = (pl.col("rack") == str(problem.rack)) & (pl.col("shot") == str(problem.shot))
        places = [("shots", shot)] if problem.shot is not None else []
        places += [("racks", pl.col("rack") == str(problem.rack))] if problem.shot is None and problem.rack else []
        places += [("shots", line), ("racks", line), ("matches", pl.lit(value=True))]
    for table, where in places:
        rows = tables[table].with_row_index("at").filter(pl.col("source") == source, where)
        if problem.match is not None:
            rows = rows.filter(pl.col("match") == problem.match)
        elif table == "matches":
            rows = rows.filter(pl.col("match").is_null(), pl.col("line").eq_missing(pl.lit(problem.line)))
        if rows.height and (problem.sheet is None or problem.sheet.lower() == table or table == "matches"):
            column = cell if cell in tables[table].columns else "match"
            return Mark(problem, table, int(rows["at"][0]), column)
    return Mark(problem)


def _shown(tables: Mapping[Table, pl.DataFrame], marks: Sequence[Mark]) -> dict[Table, pl.DataFrame]:
    """The tables as they are written: keys left out, a marked cell never empty, no control characters."""
    shown = {}
    for table, rows in tables.items():
        own = [mark for mark in marks if mark.table == table and mark.problem.text]
        for mark in own:
            at = (pl.int_range(pl.len()) == mark.row) & pl.col(mark.column).is_null()
            text = pl.when(at).then(pl.lit(mark.problem.text)).otherwise(pl.col(mark.column))
            rows = rows.with_columns(text.alias(mark.column))  # noqa: PLW2901
        plain = rows.drop(_KEYS).with_columns(
            pl.when(pl.col(name).str.contains(_INVISIBLE))
            .then(pl.col(name).map_elements(visible, return_dtype=pl.String))
            .otherwise(pl.col(name))
            .alias(name)
            for name in rows.columns
            if name not in _KEYS
        )
        long = plain.filter(pl.any_horizontal(pl.all().str.len_chars() > _LONGEST))
        if long.height:
            message = _("Match {match} holds a text that is too long for a workbook; correct it in its own file.")
            raise UserError(message.format(match=long["match"][0]))
        shown[table] = plain
    return shown


def _workbook(tables: Mapping[Table, pl.DataFrame], marks: Sequence[Mark]) -> bytes:
    from xlsxwriter import Workbook

    data = io.BytesIO()
    plain = {"strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with Workbook(data, plain) as book:
        bold, text = book.add_format({"bold": True}), book.add_format({"num_format": "@"})
        bad = book.add_format({"num_format": "@", "bg_color": "#FFC7CE", "font_color": "#9C0006"})
        for table, rows in tables.items():
            sheet = book.add_worksheet(table)
            sheet.freeze_panes(1, 0)
            for i, name in enumerate(rows.columns):
                sheet.set_column(i, i, 30 if name == "path" else 12, text)
                sheet.write_string(0, i, name, bold)
                sheet.write_column(1, i, rows[name].to_list(), text)
            for (row, column), told in _cells(table, rows, marks).items():
                sheet.write_string(row + 1, column, rows.row(row)[column] or "", bad)
                sheet.write_comment(row + 1, column, told, {"x_scale": 3, "y_scale": 2})
        _errors(book, tables, marks)
    return data.getvalue()


def _cells(table: Table, rows: pl.DataFrame, marks: Sequence[Mark]) -> dict[tuple[int, int], str]:
    """The marked cells of a sheet and what to say of each, all its errors together."""
    told: dict[tuple[int, int], list[str]] = defaultdict(list)
    for mark in marks:
        if mark.table == table:
            told[mark.row, rows.columns.index(mark.column)].append(_told(mark.problem))
    return {cell: "\n\n".join(texts) for cell, texts in told.items()}


def _told(problem: Problem) -> str:
    expected = _("Expected: {expected}").format(expected=problem.expected)
    return "\n".join(part for part in (expected, problem.hint) if part)


def _errors(book: "Workbook", tables: Mapping[Table, pl.DataFrame], marks: Sequence[Mark]) -> None:
    from xlsxwriter.utility import xl_rowcol_to_cell

    bold, text = book.add_format({"bold": True}), book.add_format({"num_format": "@", "text_wrap": True})
    sheet = book.add_worksheet(_("errors"))
    sheet.freeze_panes(1, 0)
    headings = (_("Cell"), _("Match"), _("Read from"), _("What stood there"), _("Expected"), _("What to do"))
    for i, (name, width) in enumerate(zip(headings, (16, 16, 40, 30, 50, 50), strict=True)):
        sheet.set_column(i, i, width, text)
        sheet.write_string(0, i, name, bold)
    for row, mark in enumerate(marks, start=1):
        problem = mark.problem
        if mark.table is not None:
            cell = xl_rowcol_to_cell(mark.row + 1, tables[mark.table].columns.index(mark.column))
            sheet.write_url(row, 0, f"internal:'{mark.table}'!{cell}", string=f"{mark.table}!{cell}")
        told = (problem.match, problem.place, problem.text, problem.expected, problem.hint)
        for i, value in enumerate(told, start=1):
            sheet.write_string(row, i, value or "", text)
