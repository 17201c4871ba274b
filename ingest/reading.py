"""Read log files, folders and archives: what the rest of the house sees of the readers."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ingest.decoding import decode
from ingest.problems import Problem, Warning_
from ingest.readers import jsonl, kos
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


def read_paths(paths: Sequence[Path], known: Callable[[Source], bool] = lambda _source: False) -> Iterator[Reading]:
    """Read the files in the order given, a folder in path order. A source that `known` says yes to is passed over.

    A match id that stands several times in a file comes in several readings of that file, so that repeats, revisions
    and conflicts within a file are met like those between files. Never raises for what stands in a file.
    """
    for path in paths:
        files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        for file in files:
            yield from _read_file(file, known)


def _read_file(path: Path, known: Callable[[Source], bool]) -> Iterator[Reading]:
    try:
        data = path.read_bytes()
    except OSError as error:
        fault = Fault(None, "unreadable", str(error), _("a file that can be opened"))
        yield from _readings(Source(str(path), "", b""), nothing(Place(str(path)), fault))
        return
    source = Source(str(path), hashlib.sha256(data).hexdigest(), data)
    if known(source):
        return
    if path.suffix.lower() == ".kos":
        yield from _readings(source, kos.read(data, str(path)))
    if path.suffix.lower() == ".jsonl":
        yield from _readings(source, jsonl.read(data, str(path)))


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
