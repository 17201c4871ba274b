"""What every reader gives: the cells of a file as they were written, each with its place, and what went wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import polars as pl

from ingest.schema import CELLS

Table = Literal["matches", "racks", "shots"]

HEADS: Final = pl.Schema({"m": pl.Int32, "id": pl.String, "line": pl.Int32})
"""A row for each match of the file, numbered from 0 as they stand; `id` null = the tag is missing."""
TAGS_WRITTEN: Final = pl.Schema({"m": pl.Int32, "tag": pl.String, "value": pl.String, "line": pl.Int32})
"""A row for each tag, known ones under their canonical name; notes on the match under the name `note`."""
RACKS_WRITTEN: Final = pl.Schema(
    {
        "m": pl.Int32,
        "rack": pl.String,
        "breaker": pl.String,
        "result": pl.String,
        "reason": pl.String,
        "note": pl.String,
        "line": pl.Int32,
    }
)
SHOTS_WRITTEN: Final = pl.Schema(
    {"m": pl.Int32(), "rack": pl.String(), "shot": pl.String(), **CELLS, "line": pl.Int32()}
)
"""`shot` is null in formats that number shots by their place; `line` is a line of a text file or a row of a sheet."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: its file, its sheet, and in a workbook the letter of each column."""

    file: str
    sheet: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    json: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """An error found in match number `m` (None = the file's), before it is known how that match is called."""

    m: int | None
    code: str
    text: str
    expected: str
    table: Table = "matches"
    line: int | None = None
    cell: str | None = None
    hint: str = ""
    rack: int | None = None
    shot: int | None = None


@dataclass(frozen=True, slots=True)
class Caution:
    """Something strange that was read nevertheless."""

    m: int | None
    text: str
    message: str
    table: Table = "matches"
    line: int | None = None
    cell: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The cells of one file (schemas above), the faults that hold some of its matches back, and the cautions."""

    heads: pl.DataFrame
    tags: pl.DataFrame
    racks: pl.DataFrame
    shots: pl.DataFrame
    faults: tuple[Fault, ...]
    cautions: tuple[Caution, ...]
    places: Mapping[Table, Place]
    in_order: bool  # racks and shots are numbered by where they stand, not by rows that may be sorted
    unread: frozenset[int] = frozenset()  # matches of whose header nothing can be said; their faults say why


def nothing(place: Place, *faults: Fault) -> Written:
    """What an unreadable file gives: no cells, only faults."""
    return Written(
        pl.DataFrame(schema=HEADS),
        pl.DataFrame(schema=TAGS_WRITTEN),
        pl.DataFrame(schema=RACKS_WRITTEN),
        pl.DataFrame(schema=SHOTS_WRITTEN),
        faults,
        (),
        {"matches": place, "racks": place, "shots": place},
        in_order=True,
    )
