"""XLSX: three sheets, with real date, duration and number cells, and the formulas that Excel made of paths."""

import io
import logging
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import polars as pl

from ingest.problems import visible
from ingest.readers.cells import Caution, Fault, Place, Table, Written, nothing
from ingest.readers.habits import DATE, MOMENT_CELL, Spoiled
from ingest.readers.headings import Grid
from ingest.readers.limits import CANNOT_UNPACK, MOST_CELLS, too_much
from ingest.readers.sheet_xml import check_form, extent, first_filled, letters, sheet_files, spoiled_cells, text_cells
from ingest.readers.tables import TABLES, read_tables
from wording import _

if TYPE_CHECKING:
    from fastexcel import ExcelReader

OWN_SHEETS: Final = ("Navodila - Instructions", "errors", "napake")
"""What our own template and workbook of corrections hold beside the tables, for people."""
_OLE: Final = b"\xd0\xcf\x11\xe0"  # the old binary format, and every workbook with a password


class _Unreadable(Exception):
    """The workbook cannot be read; the faults say why."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults[0].code)
        self.faults = faults


def read(data: bytes, name: str) -> Written:
    """The matches of a workbook called `name`, or the faults that say why it cannot be read."""
    try:
        grids, others = _grids(data, name)
    except _Unreadable as why:
        return nothing(Place(name), *why.faults)
    written = read_tables(grids)
    message = _("The sheet is none of {tables}; it was not read.").format(tables=", ".join(TABLES))
    return replace(written, cautions=(*written.cautions, *(Caution(None, visible(other), message) for other in others)))


def _grids(data: bytes, name: str) -> tuple[dict[Table, Grid], list[str]]:
    """The three tables, and the names of the sheets beside them that are none of ours."""
    if data.startswith(_OLE):
        hint = _("Save it in Excel as a workbook (.xlsx), without a password.")
        raise _Unreadable(Fault(None, "unreadable", "", _("a workbook in the format .xlsx"), hint=hint))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if why := too_much(archive):
                raise _Unreadable(Fault(None, "too-large", "", why))
            book = _opened(data)
            numbers = _sheet_numbers(book.sheet_names)
            files = sheet_files(archive)
            grids = {
                table: _grid(book, table, number, name, archive.read(files[number]))
                for table, number in numbers.items()
            }
            beside = set(range(len(book.sheet_names))).difference(numbers.values())
            names = [book.sheet_names[number] for number in sorted(beside)]
            return grids, [other for other in names if other not in OWN_SHEETS]
    except (*CANNOT_UNPACK, KeyError, ValueError) as error:
        raise _Unreadable(_damaged(error)) from error


def _damaged(error: BaseException) -> Fault:
    hint = _("The file may have been cut off while it was copied; copy or save it again.")
    return Fault(
        None,
        "unreadable",
        visible((str(error).splitlines() or [""])[0]),
        _("a whole workbook in the format .xlsx"),
        hint=hint,
    )


def _opened(data: bytes) -> "ExcelReader":
    from fastexcel import FastExcelError, read_excel

    for name in ("fastexcel", "calamine"):  # what they have to say about a workbook is said in our own words
        logging.getLogger(name).addHandler(logging.NullHandler())
    try:
        return read_excel(data)
    except FastExcelError as error:
        raise _Unreadable(_damaged(error)) from error


def _sheet_numbers(names: list[str]) -> dict[Table, int]:
    """Which sheet holds which table; each must be there once."""
    plain = [name.strip().lower() for name in names]
    there = ", ".join(names)
    faults = [
        Fault(None, "sheet", visible(there), _("one sheet called {table}").format(table=table))
        for table in TABLES
        if plain.count(table) != 1
    ]
    if faults:
        raise _Unreadable(*faults)
    return {table: plain.index(table) for table in TABLES}


def _grid(book: "ExcelReader", table: Table, number: int, name: str, xml: bytes) -> Grid:
    from fastexcel import FastExcelError

    check_form(xml)
    first, last, bottom = extent(xml)
    if (last - first + 1) * bottom > MOST_CELLS:
        expected = _("filled cells that lie together, at most {number} from corner to corner").format(number=MOST_CELLS)
        hint = _("Delete the columns and rows beyond the table, formatted ones too.")
        raise _Unreadable(Fault(None, "too-large", f"{letters(last)}{bottom}", expected, table, hint=hint))
    try:
        sheet = book.load_sheet(number, header_row=None, skip_rows=0, dtypes="string")
        cells = sheet.to_polars()
    except FastExcelError as error:
        raise _Unreadable(_damaged(error)) from error
    rows = cells.rename({column: str(i) for i, column in enumerate(cells.columns)}).with_row_index("row", offset=1)
    rows = rows.with_columns(pl.col("row").cast(pl.Int32))
    offset = first_filled(xml, first) if cells.width else 0
    spoiled = {(row, column - offset): what for (row, column), what in spoiled_cells(xml).items()}
    if table == "matches":
        spoiled |= {place: what for place, what in _dates(rows, xml, offset).items() if place not in spoiled}
    return Grid(name, sheet.name, rows, {i: letters(i + offset) for i in range(cells.width)}, spoiled)


def _dates(rows: pl.DataFrame, xml: bytes, offset: int) -> dict[tuple[int, int], tuple[Spoiled, str]]:
    """The cells that are real dates, not text that looks like one."""
    cells = rows.unpivot(index="row", variable_name="column", value_name="text")
    like = cells.filter(pl.col("text").cast(pl.String).str.contains(MOMENT_CELL))
    if like.is_empty():
        return {}
    texts = text_cells(xml)
    return {
        (row, int(column)): (DATE, text)
        for row, column, text in like.iter_rows()
        if (row, int(column) + offset) not in texts
    }
