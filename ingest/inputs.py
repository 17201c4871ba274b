"""Which files there are to read, in which order and by which reader: files, folders, archives, CSV tables by threes."""

import io
import os
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ingest.problems import showable, visible
from ingest.readers.cells import Fault, Place, Table, Written, nothing
from wording import _

_TABLE_NAME: Final = re.compile(r"^(.*?)(matches|racks|shots)(.*\.csv)$", re.IGNORECASE | re.DOTALL)
_TABLES: Final[tuple[Table, ...]] = ("matches", "racks", "shots")
_FORMATS: Final = (".kos", ".csv", ".xlsx", ".xlsm", ".jsonl", ".ndjson", ".json", ".zip", ".xls")
_HIDDEN: Final = re.compile(r"^(?:\.|~\$)")
"""What a folder of logs holds beside logs: hidden files and Excel's locks."""
_WORDS: Final = re.compile(r"\.(?:md|txt)$|^README(?!.*\.(?:kos|csv|xls[xm]?|jsonl?|ndjson|zip)$)", re.IGNORECASE)
"""And words for people, unless they turn out to be a log that some editor called .txt."""
_LIKE_A_LOG: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*[^\s"\[\]]+\s*"|\{\s*"|PK\x03\x04)')


@dataclass(frozen=True, slots=True)
class Item:
    """One input file (or three CSV tables): its name, its bytes, and how to read it."""

    name: str
    data: bytes
    read: Callable[[], Written]


_Files = Mapping[str, Callable[[], bytes]]
"""Files by name, each with a way to its bytes (which raises `OSError` when it cannot be read)."""


def items(paths: Sequence[Path]) -> Iterator[Item]:
    """What there is to read, in order. Never raises for what a file holds."""
    seen: set[str] = set()
    for path in paths:
        if path.is_dir():
            files = _named((str(file), read) for file, read in _inside(path))
            yield from _items(files, list(files), seen, words=True)
        else:
            beside = path.parent.glob("*.[cC][sS][vV]") if path.suffix.lower() == ".csv" else ()
            near = _named(
                (str(file), file.read_bytes) for file in (path, *beside) if file == path or file.name != path.name
            )
            yield from _items(near, [next(iter(near))], seen)


def read_kept(name: str, data: bytes) -> Written:
    """The cells of one source from the bytes that were kept of it, three CSV tables packed into one included."""
    if not name.lower().endswith(".csv"):
        return _reader(name, data)()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = dict(zip(_TABLES, archive.namelist(), strict=True))
        folder = name[: len(name) - len(members["matches"])]
        names = {table: folder + member for table, member in members.items()}
        return _read_three(names, {table: archive.read(member) for table, member in members.items()})


def _inside(folder: Path) -> list[tuple[Path, Callable[[], bytes]]]:
    """Every file below a folder in path order, hidden ones excepted, and what is there but is no file to read."""
    found: list[tuple[Path, Callable[[], bytes]]] = []

    def no_access(error: OSError) -> None:
        found.append((Path(os.fsdecode(error.filename)), _refusing(error)))

    for top, folders, names in os.walk(folder, onerror=no_access):
        for name in (*folders, *names):
            path = Path(top, name)
            if _HIDDEN.search(name):
                continue
            if name in folders:
                if path.is_symlink():  # it may lead round in a circle, or out of the folder that was asked for
                    found.append((path, _refusing(OSError(0, _("a link to a folder")))))
            elif path.is_file() or path.is_symlink():
                found.append((path, path.read_bytes))
            else:
                found.append((path, _refusing(OSError(0, _("neither a file nor a folder")))))
    return sorted(found, key=lambda each: each[0])


def _refusing(error: OSError) -> Callable[[], bytes]:
    def read() -> bytes:
        raise error

    return read


def _named(files: Iterable[tuple[str, Callable[[], bytes]]]) -> _Files:
    """The files by names that can be shown and kept; one that two would share gets a number before its ending."""
    named: dict[str, Callable[[], bytes]] = {}
    for given, read in files:
        name = showable(given)
        start, dot, ending = name.rpartition(".")
        again = 1
        while name in named:
            again += 1
            name = f"{start} ({again}){dot}{ending}"
        named[name] = read
    return named


def _items(files: _Files, wanted: Sequence[str], seen: set[str], *, words: bool = False) -> Iterator[Item]:
    """The items among `wanted`; a CSV table finds its siblings among all `files`, and is not read twice.

    `words`: nobody asked for these files by name, so that words for people may lie among them.
    """
    for name in wanted:
        if name.lower().endswith(".csv"):
            yield from _three(files, name, seen)
            continue
        try:
            data = files[name]()
        except OSError as error:
            yield _unreadable(name, error)
            continue
        if words and _WORDS.search(name.rpartition("/")[2]) and not _LIKE_A_LOG.match(data):
            continue
        if _is_archive(name, data):
            yield from _members(name, data, seen)
        else:
            yield Item(name, data, _reader(name, data))


def _unreadable(name: str, error: OSError) -> Item:
    hint = _("Check the name, and that you may read the file.")
    fault = Fault(None, "unreadable", visible(error.strerror or str(error)), _("a file that can be opened"), hint=hint)
    return Item(name, b"", lambda: nothing(Place(name), fault))


def _is_archive(name: str, data: bytes) -> bool:
    if name.lower().endswith(".zip"):
        return True
    return data.startswith(b"PK\x03\x04") and not name.lower().endswith(_FORMATS) and b"xl/workbook.xml" not in data


def _members(name: str, data: bytes, seen: set[str]) -> Iterator[Item]:
    from ingest.readers import archive

    found, faults = archive.members(data)
    if faults or not found:
        faults = faults or [Fault(None, "empty-archive", "", _("log files in the archive"))]
        yield Item(name, data, lambda: nothing(Place(name), *faults))
    inside = _named(
        (f"{name}/{member}", lambda member=member: found[member])  # type: ignore[misc]
        for member in found
        if not _HIDDEN.search(member.rpartition("/")[2]) and not member.startswith("__MACOSX/")
    )
    nested = [member for member in inside if member.lower().endswith(".zip")]
    for member in nested:
        fault = Fault(None, "nested-archive", "", _("log files, not archives in an archive"))
        yield Item(member, inside[member](), lambda member=member, fault=fault: nothing(Place(member), fault))  # type: ignore[misc]
    yield from _items(inside, [member for member in inside if member not in nested], seen, words=True)


def _reader(name: str, data: bytes) -> Callable[[], Written]:
    """How to read a file: by its ending, and where that says nothing by how it begins."""
    from ingest.readers import jsonl, kos, xlsx

    ending = Path(name).suffix.lower()
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if ending == ".kos" or (ending not in _FORMATS and start == b"["):
        return lambda: kos.read(data, name)
    if ending in (".jsonl", ".ndjson", ".json") or (ending not in _FORMATS and start == b"{"):
        return lambda: jsonl.read(data, name)
    if ending in (".xlsx", ".xlsm", ".xls") or data.startswith(b"PK\x03\x04"):
        return lambda: xlsx.read(data, name)
    known = _("a log: .kos, .csv, .xlsx, .jsonl, or a folder or .zip of them")
    return lambda: nothing(Place(name), Fault(None, "format", visible(Path(name).name), known))


def _three(files: _Files, name: str, seen: set[str]) -> Iterator[Item]:
    """The three tables that the CSV file `name` belongs to, once."""
    folder, slash, base = name.rpartition("/")
    parts = _TABLE_NAME.match(base)
    if parts is None:
        expected = _("three CSV files whose names hold matches, racks and shots")
        yield Item(name, b"", lambda: nothing(Place(name), Fault(None, "csv-name", visible(base), expected)))
        return
    lower = {file.lower(): file for file in files}
    wanted = {table: f"{folder}{slash}{parts[1]}{table}{parts[3]}" for table in _TABLES}
    names = {table: lower.get(file.lower(), file) for table, file in wanted.items()}
    if names["matches"] in seen:
        return
    seen.add(names["matches"])
    data: dict[Table, bytes] = {}
    faults: list[Fault] = []
    for table, file in names.items():
        try:
            data[table] = files[file]()
        except (OSError, KeyError):
            expected = _("the three tables matches, racks and shots side by side")
            faults.append(Fault(None, "missing-table", visible(file), expected, table))
    if faults:
        places = {table: Place(file) for table, file in names.items()}
        yield Item(name, b"".join(data.values()), lambda: _with_places(nothing(Place(name), *faults), places))
    else:
        yield Item(names["matches"], _packed(names, data), lambda: _read_three(names, data))


def _read_three(names: Mapping[Table, str], data: Mapping[Table, bytes]) -> Written:
    from ingest.readers import csv
    from ingest.readers.tables import read_tables

    grids = {table: csv.read_grid(data[table], names[table], table) for table in _TABLES}
    faults = [grid for grid in grids.values() if isinstance(grid, Fault)]
    if faults:
        return _with_places(nothing(Place(names["matches"]), *faults), {t: Place(n) for t, n in names.items()})
    return read_tables({table: grid for table, grid in grids.items() if not isinstance(grid, Fault)})


def _with_places(written: Written, places: Mapping[Table, Place]) -> Written:
    return Written(
        written.heads,
        written.tags,
        written.racks,
        written.shots,
        written.faults,
        written.cautions,
        places,
        in_order=True,
    )


def _packed(names: Mapping[Table, str], data: Mapping[Table, bytes]) -> bytes:
    """The three files as one: an uncompressed archive that is the same for the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for table in _TABLES:
            archive.writestr(zipfile.ZipInfo(names[table].rpartition("/")[2]), data[table])
    return packed.getvalue()
