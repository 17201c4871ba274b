"""Read log files, folders and archives: what the rest of the house sees of the readers."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from ingest.decoding import decode
from ingest.inputs import items
from ingest.problems import Problem, Warning_
from ingest.readers.cells import Written


@dataclass(frozen=True, slots=True)
class Source:
    """An input file as it was: its name as given (with the member of an archive), its bytes and their SHA-256.

    Three CSV tables are one source: named after the table of matches, its bytes an uncompressed zip of the three.
    """

    file: str
    sha256: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """The matches of one input file, each at most once. `read` = rows of `matches` + quarantined matches.

    Tables as in `ingest.schema`; only matches without an error. `quarantined` holds every error, an unreadable file's
    with `match` None.
    """

    source: Source
    matches: pl.DataFrame
    persons: pl.DataFrame
    racks: pl.DataFrame
    shots: pl.DataFrame
    tags: pl.DataFrame
    read: int
    quarantined: tuple[Problem, ...]
    warnings: tuple[Warning_, ...]


def read_paths(paths: Sequence[Path], known: Callable[[Source], bool] = lambda _source: False) -> Iterator[Reading]:
    """Read the files in the order given, a folder in path order. A source that `known` says yes to is passed over.

    A match id that stands several times in a file comes in several readings of that file, so that repeats, revisions
    and conflicts within a file are met like those between files. Never raises for what stands in a file.
    """
    for item in items(paths):
        source = Source(item.name, hashlib.sha256(item.data).hexdigest(), item.data)
        if not known(source):
            yield from _readings(source, item.read())


def _readings(source: Source, written: Written) -> Iterator[Reading]:
    for part in decode(written, source.sha256):
        yield Reading(
            source,
            part.matches,
            part.persons,
            part.racks,
            part.shots,
            part.tags,
            part.read,
            part.quarantined,
            part.warnings,
        )
