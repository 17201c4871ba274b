"""A look into a workbook's own XML for what the fast reader does not tell: formulas, errors, where the cells are."""

import codecs
import re
import zipfile
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree
from xml.parsers import expat

import numpy as np

from ingest.readers.habits import ERROR, FORMULA, Spoiled
from ingest.readers.limits import LARGEST_MEMBER

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CELL: Final = rb"<(?:\w+:)?c\b([^>]*)(?<!/)>"
_FORMULA: Final = re.compile(
    _CELL + rb"\s*<(?:\w+:)?f\b[^>]*?(?:/>|>([^<]*)</(?:\w+:)?f\s*>)\s*(<(?:\w+:)?v\b[^>/]*>[^<])?"
)
_EMPTY_TEXT: Final = re.compile(rb"\bt=[\"']str[\"']")
_ERROR: Final = re.compile(rb"<(?:\w+:)?c\b([^>]*\bt=\"e\"[^>]*)(?<!/)>.*?<(?:\w+:)?v>([^<]*)<", re.DOTALL)
_TEXT: Final = re.compile(rb"<(?:\w+:)?c\b[^>]*\bt=\"(?:s|inlineStr|str)\"[^>]*>")
_NO_REFERENCE: Final = re.compile(rb"\sr(?:\s+=|=\s)|\sr=[\"'](?:[A-Za-z]{4}|[A-Za-z]*[0-9]{8})")
_COLUMNS: Final = 16_384
_LONGEST: Final = 10  # characters of a reference: three letters and seven digits
_FAR: Final = 64  # so many columns may be formatted and empty before the table starts
_PIECE: Final = 2**24
_PLACE: Final = re.compile(rb"\br=\"([A-Z]{1,3})([0-9]+)\"")
_LITERAL: Final = re.compile(rb"[-+*/^().,;_|?\s0-9]*")
"""A formula without a reference or a function: no one computes that; it was a path."""
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def letters(column: int) -> str:
    """The name of a column, counted from 0: A, B, …, Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def sheet_files(archive: zipfile.ZipFile) -> list[str]:
    """The archive's members that hold the sheets, in the order of the workbook.

    Raises `ValueError` or `KeyError` when the workbook's own list of sheets makes no sense.
    """
    relations = {
        relation.get("Id"): relation.get("Target", "") for relation in _parsed(archive, "xl/_rels/workbook.xml.rels")
    }
    targets = [
        relations[sheet.get(_RELATION)]
        for sheet in _parsed(archive, "xl/workbook.xml").iter()
        if sheet.tag.rpartition("}")[2] == "sheet"
    ]
    return [target.lstrip("/") if target.startswith("/") else f"xl/{target}" for target in targets]


def spoiled_cells(xml: bytes) -> dict[tuple[int, int], tuple[Spoiled, str]]:
    """Cells (row from 1, column from 0) that hold an error, or a formula without any reference or outcome; its text.

    Excel keeps the outcome of every formula, an empty text too; a workbook that another program wrote may have none.
    """
    found: dict[tuple[int, int], tuple[Spoiled, str]] = {}
    if b"<f" in xml or b":f" in xml:
        for cell in _FORMULA.finditer(xml):
            formula = cell[2] or b""
            worked_out = cell[3] is not None or _EMPTY_TEXT.search(cell[1]) is not None
            if (_LITERAL.fullmatch(formula) or not worked_out) and (place := _place(cell[1])):
                found[place] = FORMULA, "=" + formula.decode(errors="replace")
    if b't="e"' in xml:
        for cell in _ERROR.finditer(xml):
            if place := _place(cell[1]):
                found[place] = ERROR, cell[2].decode(errors="replace")
    return found


def text_cells(xml: bytes) -> set[tuple[int, int]]:
    """The cells (row from 1, column from 0) that hold text, not a number, a date or a formula's outcome."""
    return {place for cell in _TEXT.finditer(xml) if (place := _place(cell[0])) is not None}


def check_form(xml: bytes) -> None:
    """Raise `ValueError` unless these bytes are well-formed XML without a document type.

    The fast reader takes what is not, and then sees other cells in it than the patterns here do.
    """
    if xml[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) or b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
        raise ValueError("XML of a form that no workbook has")
    try:
        expat.ParserCreate().Parse(xml, True)
    except (expat.ExpatError, LookupError) as error:  # LookupError: an encoding that nobody knows
        raise ValueError(str(error)) from error


def extent(xml: bytes) -> tuple[int, int, int]:
    """The first and the last column (from 0) and the last row (from 1) that any cell or row of a sheet names.

    Read before anything else: a reader that lays the cells out as a rectangle would need all the memory there is for
    two cells in opposite corners. Raises `ValueError` for references that no sheet can have.
    """
    if _NO_REFERENCE.search(xml):
        raise ValueError("a reference that no sheet can have")
    first, last, bottom = _COLUMNS, -1, 0
    for start in range(0, len(xml), _PIECE):
        piece = np.frombuffer(xml[start : start + _PIECE + _LONGEST + 4], np.uint8)
        before, name, equals, quote = (piece[i : max(len(piece) - 3, 0) + i] for i in range(4))
        found = np.flatnonzero((before <= 32) & (name == ord("r")) & (equals == ord("=")) & np.isin(quote, (34, 39)))
        columns, rows = _references(piece, found[found < _PIECE] + 4)
        named = columns[columns > 0]
        if len(named):
            first, last = min(first, int(named.min()) - 1), max(last, int(named.max()) - 1)
        bottom = max(bottom, int(rows.max(initial=0)))
    return (first, last, bottom) if last >= 0 else (0, -1, bottom)


def first_filled(xml: bytes, first: int) -> int:
    """The first column from `first` on with a cell that holds something; formatted empty cells do not count."""
    for column in range(first, first + _FAR):
        cell = rb"<(?:\w+:)?c\b[^>]*\sr=[\"']%b[0-9]+[\"'][^>]*(?<!/)>" % letters(column).encode()
        if re.search(cell, xml):
            return column
    return first


def _references(
    piece: "NDArray[np.uint8]", starts: "NDArray[np.int64]"
) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The columns (from 1, 0 = none) and rows of the references that start there."""
    columns, rows = np.zeros(len(starts), np.int64), np.zeros(len(starts), np.int64)
    letters_, digits = np.ones(len(starts), bool), np.ones(len(starts), bool)
    for i in range(_LONGEST):
        character = piece[np.minimum(starts + i, len(piece) - 1)].astype(np.int64)
        upper = character & 0xDF
        letters_ &= (upper >= ord("A")) & (upper <= ord("Z"))
        columns = np.where(letters_, columns * 26 + upper - ord("A") + 1, columns)
        digits &= letters_ | ((character >= ord("0")) & (character <= ord("9")))
        rows = np.where(digits & ~letters_, rows * 10 + character - ord("0"), rows)
    return columns, rows


def _parsed(archive: zipfile.ZipFile, member: str) -> ElementTree.Element:
    if archive.getinfo(member).file_size > LARGEST_MEMBER // 16:
        raise ValueError(member)
    data = archive.read(member)
    check_form(data)
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:  # a name space that was never declared
        raise ValueError(str(error)) from error


def _place(attributes: bytes) -> tuple[int, int] | None:
    place = _PLACE.search(attributes)
    return (int(place[2]), _number(place[1])) if place else None


def _number(letter: bytes) -> int:
    number = 0
    for character in letter:
        number = number * 26 + character - ord("A") + 1
    return number - 1
