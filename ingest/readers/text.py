"""Bytes of a text file into lines, with the place of what is no text."""

import codecs

import polars as pl

from ingest.problems import visible
from ingest.readers.cells import Fault
from wording import _

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode_lines(data: bytes) -> tuple[pl.DataFrame, list[Fault]]:
    """Columns `line` (from 1) and `text` (stripped), and a fault for each line that is not UTF-8 (`m` still None)."""
    faults: list[Fault] = []
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.startswith(_UTF16):
        utf16 = Fault(None, "encoding", "UTF-16", _("text in UTF-8"), hint=_("Save the file again as UTF-8."))
        return _lines(""), [utf16]
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="replace")
        for number, line in enumerate(data.split(b"\n"), start=1):
            if not line.isascii() and (fault := not_utf8(line, number)):
                faults.append(fault)
    return _lines(text), faults


def not_utf8(line: bytes, number: int) -> Fault | None:
    """The fault of a line that is not UTF-8, or None."""
    try:
        line.decode()
    except UnicodeDecodeError as error:
        shown = visible(line[max(0, error.start - 60) :].decode(errors="backslashreplace").strip())
        hint = _("The file may have been saved as Windows-1250; save it again as UTF-8.")
        return Fault(None, "encoding", shown, _("text in UTF-8"), line=number, hint=hint)
    return None


def _lines(text: str) -> pl.DataFrame:
    lines = pl.DataFrame({"text": [text]}).select(pl.col("text").str.split("\n")).explode("text")
    return lines.with_row_index("line", offset=1).select(
        pl.col("line").cast(pl.Int32), pl.col("text").str.strip_chars()
    )
