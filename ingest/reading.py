"""Read log files, folders and archives: what the rest of the house sees of the readers."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ingest.decoding import Decoded, decode
from ingest.problems import Problem, Warning_
from ingest.readers import kos
from ingest.readers.cells import Fault, Place, Written, nothing
from wording import _


@dataclass(frozen=True, slots=True)
class Source:
    """An input file as it was: its name as given (with the member of an archive), its bytes and their SHA-256."""

    file: str
    sha256: str
    data: bytes


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


def read_paths(paths: Sequence[Path]) -> Iterator[Reading]:
    """Read the files in the order given, a folder in path order.

    A match id that stands several times in a file comes in several readings of that file, so that repeats, revisions
    and conflicts within a file are met like those between files. Never raises for what stands in a file.
    """
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            yield from _read_file(file)


def _read_file(path: Path) -> Iterator[Reading]:
    try:
        data = path.read_bytes()
    except OSError as error:
        fault = Fault(None, "unreadable", str(error), _("a file that can be opened"))
        yield from _readings(Source(str(path), "", b""), nothing(Place(str(path)), fault))
        return
    source = Source(str(path), hashlib.sha256(data).hexdigest(), data)
    if path.suffix.lower() == ".kos":
        yield from _readings(source, kos.read(data, str(path)))


def _readings(source: Source, written: Written) -> Iterator[Reading]:
    decoded = decode(written, source.sha256)
    yield Reading(
        source,
        decoded.matches,
        decoded.persons,
        decoded.racks,
        decoded.shots,
        decoded.tags,
        decoded.read,
        decoded.quarantined,
        decoded.warnings,
    )
