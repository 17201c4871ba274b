"""A look into a workbook's own XML for what the fast reader does not tell: formulas, errors, the first column."""

import re
import zipfile
from typing import Final
from xml.etree import ElementTree

from ingest.readers.habits import ERROR, FORMULA, Spoiled
from ingest.readers.limits import LARGEST_MEMBER

_CELL: Final = rb"<(?:\w+:)?c\b([^>]*)(?<!/)>"
_FORMULA: Final = re.compile(_CELL + rb"\s*<(?:\w+:)?f\b[^>]*?(?:/>|>([^<]*)</)")
_ERROR: Final = re.compile(rb"<(?:\w+:)?c\b([^>]*\bt=\"e\"[^>]*)(?<!/)>.*?<(?:\w+:)?v>([^<]*)<", re.DOTALL)
_TEXT: Final = re.compile(rb"<(?:\w+:)?c\b[^>]*\bt=\"(?:s|inlineStr|str)\"[^>]*>")
_PLACE: Final = re.compile(rb"\br=\"([A-Z]{1,3})([0-9]+)\"")
_FIRST: Final = re.compile(rb"<(?:\w+:)?c\b[^>]*\br=\"([A-Z]{1,3})[0-9]+\"[^>]*(?<!/)>")
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
    """Cells (row from 1, column from 0) that hold a formula without any reference, or an error, and its text."""
    found: dict[tuple[int, int], tuple[Spoiled, str]] = {}
    if b"<f" in xml or b":f" in xml:
        for cell in _FORMULA.finditer(xml):
            formula = cell[2] or b""
            if _LITERAL.fullmatch(formula) and (place := _place(cell[1])):
                found[place] = FORMULA, "=" + formula.decode(errors="replace")
    if b't="e"' in xml:
        for cell in _ERROR.finditer(xml):
            if place := _place(cell[1]):
                found[place] = ERROR, cell[2].decode(errors="replace")
    return found


def text_cells(xml: bytes) -> set[tuple[int, int]]:
    """The cells (row from 1, column from 0) that hold text, not a number, a date or a formula's outcome."""
    return {place for cell in _TEXT.finditer(xml) if (place := _place(cell[0])) is not None}


def first_column(xml: bytes) -> int:
    """The leftmost column (from 0) that holds anything; 0 where cells do not say where they stand."""
    return min({_number(letter) for letter in _FIRST.findall(xml)}, default=0)


def _parsed(archive: zipfile.ZipFile, member: str) -> ElementTree.Element:
    if archive.getinfo(member).file_size > LARGEST_MEMBER // 16:
        raise ValueError(member)
    data = archive.read(member)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise ValueError(member)
    try:
        return ElementTree.fromstring(data)  # no entities: the document type is refused above
    except ElementTree.ParseError as error:
        raise ValueError(f"{member}: {error}") from error


def _place(attributes: bytes) -> tuple[int, int] | None:
    place = _PLACE.search(attributes)
    return (int(place[2]), _number(place[1])) if place else None


def _number(letter: bytes) -> int:
    number = 0
    for character in letter:
        number = number * 26 + character - ord("A") + 1
    return number - 1
