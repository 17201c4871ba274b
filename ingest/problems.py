"""What was wrong in the input and what was only strange: always with the place, the text, and what to do."""

import re
from dataclasses import dataclass

LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Problem:
    """One error. It keeps its match (or, with `match` None, something of its file) out of the store."""

    file: str
    sheet: str | None
    line: int | None  # of a text file, or the row of a sheet; from 1
    column: str | None  # the cell's name; in a workbook the letter of its column, in JSON the way to it
    match: str | None
    code: str
    text: str  # what stood there, control characters made visible
    expected: str
    hint: str = ""  # what to do next
    cell: str | None = None  # the cell's name (`path`, `RaceTo`) whatever the format
    rack: int | None = None
    shot: int | None = None

    @property
    def place(self) -> str:
        """Where it stands, as a person looks it up: `league.xlsx, shots!E7` or `round1.kos:14, path`."""
        if self.sheet is not None:
            return f"{self.file}, {self.sheet}!{self.column or ''}{self.line or ''}".rstrip("!")
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return where if self.column is None else f"{where}, {self.column}"


@dataclass(frozen=True, slots=True)
class Warning_:  # noqa: N801 - `Warning` is a builtin
    """Something strange that was read nevertheless."""

    file: str
    sheet: str | None
    line: int | None
    column: str | None
    match: str | None
    text: str
    message: str


_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd\ud800-\udfff]")


def visible(text: str) -> str:
    """The text as it can be shown: control and invisible characters as escapes, a very long one cut."""
    shown = _INVISIBLE.sub(lambda found: _escape(ord(found.group())), text[: LONGEST_TEXT + 1])
    return shown if len(shown) <= LONGEST_TEXT else shown[: LONGEST_TEXT - 1] + "…"


def showable(name: str) -> str:
    """The name of a file as it can be shown and kept, whatever bytes it has; two names may come out the same."""
    return _INVISIBLE.sub(lambda found: _escape(ord(found.group())), name)


def _escape(character: int) -> str:
    if 0xDC80 <= character <= 0xDCFF:  # how Python holds a byte of a file's name that is no UTF-8
        character -= 0xDC00
    return f"\\x{character:02x}" if character < 256 else f"\\u{character:04x}"
