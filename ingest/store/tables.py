"""What the store keeps: each table's columns, the key its rows are found by, and the order they lie in.

The store takes tables as data. Those of the log are declared here; the replay declares its own and hands them over.
"""

from dataclasses import dataclass
from typing import Final

import polars as pl

from ingest import schema


@dataclass(frozen=True)
class Table:
    """A table of the store.

    `key` is the text column by which rows are found and removed. `order` is how a file's rows are sorted, the key
    first. `seasonal` tables have a folder for each season. Rows of `per_match` tables were made from the log of the
    match in their key, and leave together with it.
    """

    name: str
    schema: pl.Schema
    key: str = "match"
    order: tuple[str, ...] = ("match",)
    seasonal: bool = True
    per_match: bool = True


def per_match(name: str, columns: pl.Schema) -> Table:
    """A table whose rows belong to one match: kept by season, sorted by match, rack and shot where it has them."""
    order = tuple(column for column in ("match", "rack", "shot") if column in columns)
    return Table(name, columns, order=order)


QUARANTINE: Final = pl.Schema(
    {
        "file": pl.String,
        "source": pl.String,  # SHA-256 of the file
        "sheet": pl.String,
        "line": pl.Int32,  # of a text file, or the row of a sheet
        "column": pl.String,
        "cell": pl.String,  # the cell's name in every format: `path`, `RaceTo`
        "match": pl.String,  # null: something of the whole file
        "rack": pl.Int32,
        "shot": pl.Int32,
        "code": pl.String,
        "text": pl.String,
        "expected": pl.String,
        "hint": pl.String,
        "run": pl.String,
    }
)
"""What is still open: a row for each error of a match that is kept out. The source file itself is kept."""

SETTLED: Final = pl.Schema(
    {
        "match": pl.String,
        "source": pl.String,
        "how": pl.String,  # entered: the match went in; replaced: a later file brought it; dismissed: by a person
        "run": pl.String,
    }
)
"""Matches of files whose entries have left the quarantine, so that the same file does not bring them back."""

WARNINGS: Final = pl.Schema(
    {
        "file": pl.String,
        "source": pl.String,  # SHA-256 of the file
        "sheet": pl.String,
        "line": pl.Int32,  # of a text file, or the row of a sheet
        "column": pl.String,
        "match": pl.String,
        "text": pl.String,
        "message": pl.String,
        "run": pl.String,
    }
)

REVISIONS: Final = pl.Schema(
    {
        "match": pl.String,
        "content": pl.String,  # what was replaced, or named as replaced
        "by": pl.String,  # the content that replaced it
        "run": pl.String,
    }
)

SOURCES: Final = pl.Schema(
    {
        "sha256": pl.String,
        "file": pl.String,  # its name when it was read
        "size": pl.Int64,  # bytes
        "matches": pl.Int32,  # read from it
        "problems": pl.Int32,  # entries for the quarantine, the file's own included
        "reader": pl.String,  # fingerprint of the program that read it
        "run": pl.String,
    }
)

RUNS: Final = pl.Schema(
    {
        "run": pl.String(),
        "version": pl.Int64(),  # of the store, which this run made
        "time": pl.Datetime("us", "UTC"),
        "command": pl.String(),
        "counts": pl.String(),  # JSON: what was done, how many times
        "note": pl.String(),
    }
)

LOG_TABLES: Final = (
    per_match("matches", schema.MATCHES),
    per_match("racks", schema.RACKS),
    per_match("shots", schema.SHOTS),
    per_match("tags", schema.TAGS),
    Table("warnings", WARNINGS, seasonal=False),
    Table("persons", schema.PERSONS, key="person", order=("person",), seasonal=False, per_match=False),
    Table("quarantine", QUARANTINE, key="source", order=("source", "match", "line"), seasonal=False, per_match=False),
    Table("settled", SETTLED, order=("match", "source"), seasonal=False, per_match=False),
    Table("revisions", REVISIONS, order=("match", "content"), seasonal=False, per_match=False),
    Table("sources", SOURCES, key="sha256", order=("sha256",), seasonal=False, per_match=False),
    Table("runs", RUNS, key="run", order=("run",), seasonal=False, per_match=False),
)
