"""CSV: three files, comma or semicolon, UTF-8 or Windows-1250, quoted cells of several lines with right numbers."""

import codecs
from typing import Final

import numpy as np
import polars as pl

from ingest.readers.cells import Fault, Table
from ingest.readers.headings import Grid
from wording import _

_SEPARATORS: Final = (b";", b",", b"\t")
_HEADING_LINES: Final = 30
_QUOTE, _LINE_FEED = b'"'[0], b"\n"[0]


def read_grid(data: bytes, name: str, table: Table) -> Grid | Fault:
    """The cells of one CSV file, all as text without their quotes, or why it cannot be read."""
    text = _decoded(data)
    if text is None:
        hint = _("Save the file again as CSV UTF-8.")
        return Fault(None, "encoding", "", _("text in UTF-8 or Windows-1250"), table, hint=hint)
    plain = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not plain.endswith(b"\n"):
        plain += b"\n"
    bytes_ = np.frombuffer(plain, dtype=np.uint8)
    inside = np.bitwise_and(np.cumsum(bytes_ == _QUOTE, dtype=np.uint8), 1).astype(
        bool
    )  # an odd number of quotes so far
    if inside[-1]:
        line = 1 + plain[: int(np.flatnonzero(~inside)[-1]) + 1].count(b"\n") if not inside.all() else 1
        expected = _("a closing quote for the one that opens on this line")
        return Fault(None, "quote", "", expected, table, line, hint=_("Inside quotes a quote is written twice."))
    return Grid(name, None, _cells(plain, bytes_, inside, _separator(plain)))


def _decoded(data: bytes) -> bytes | None:
    """The text in UTF-8 bytes: UTF-8 as it is, else Windows-1250; None if it is neither, or a mixture of both."""
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\x00" in data[:4096] and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    try:
        data.decode()
    except UnicodeDecodeError:
        if any(character >= "\x80" for character in data.decode(errors="ignore")):
            return None  # a letter or more in UTF-8: as Windows-1250 each would become two others
        try:
            return data.decode("cp1250").encode()
        except UnicodeDecodeError:
            return None
    return data


def _separator(plain: bytes) -> int:
    """The separator that the line of headings uses: the one that cuts out a cell `match`."""
    for line in plain.split(b"\n", _HEADING_LINES)[:_HEADING_LINES]:
        for separator in _SEPARATORS:
            if b"match" in [cell.strip(b' "').lower() for cell in line.split(separator)] and separator in line:
                return separator[0]
    return _SEPARATORS[0][0]


def _cells(
    plain: bytes, bytes_: "np.typing.NDArray[np.uint8]", inside: "np.typing.NDArray[np.bool_]", separator: int
) -> pl.DataFrame:
    """`row` = the line on which a record starts, and the cells `0`, `1`, …; short records are filled up with nulls."""
    ends = np.flatnonzero(~inside & ((bytes_ == separator) | (bytes_ == _LINE_FEED)))  # one end a cell
    last = bytes_[ends] == _LINE_FEED
    record = np.concatenate(([0], np.cumsum(last)[:-1]))
    first = np.concatenate(([0], np.flatnonzero(last)[:-1] + 1)) if len(ends) else np.zeros(0, dtype=np.int64)
    field = np.arange(len(ends)) - first[record]
    starts = np.concatenate(([0], ends[:-1] + 1))
    line = 1 + np.searchsorted(np.flatnonzero(bytes_ == _LINE_FEED), starts[first])
    import pyarrow as pa

    offsets = pa.py_buffer(np.concatenate(([0], ends + 1)).astype(np.int64))
    texts = pa.LargeStringArray.from_buffers(len(ends), offsets, pa.py_buffer(plain))
    cells = pl.Series("text", pl.from_arrow(texts)).str.head(-1)  # every cell brought its separator along
    quoted = cells.str.strip_chars(" ").str.extract(r'(?s)^"(.*)"$', 1).str.replace_all('""', '"', literal=True)
    cells = pl.select(pl.coalesce(quoted, cells)).to_series()
    columns = {"row": pl.Series(line, dtype=pl.Int32)}
    for i in range(int(field.max()) + 1 if len(field) else 0):
        here = np.flatnonzero(field == i)
        index = pl.DataFrame({"record": record[here]}).with_columns(cells.gather(here).alias("text"))
        everyone = pl.DataFrame({"record": np.arange(len(first))})
        columns[str(i)] = everyone.join(index, on="record", how="left", maintain_order="left")["text"]
    return pl.DataFrame(columns)
