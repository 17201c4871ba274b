"""The store: versions to read, runs to publish, source files to look up."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

import polars as pl

from ingest.store.catalogue import FOLDER, Catalogue, Conflict
from ingest.store.place import Folder, Place, place
from ingest.store.snapshot import Snapshot
from ingest.store.sources import SOURCES_FOLDER, pack, source_name, unpack
from ingest.store.tables import LOG_TABLES, RUNS, Table
from ingest.store.writer import Run, Writer
from wording import UserError, _


@dataclass(frozen=True)
class Change:
    """What a run does to one table: rows that go, by key, in every season; rows that come, in one season."""

    table: str
    season: str = ""
    remove: Collection[str] = ()
    add: pl.DataFrame | None = None


class Store:
    """A store in a folder or a bucket; one that is not there yet is empty, at version 0.

    `tables` are declared beside those of the log: a table needs to be declared to be written, and to be read as empty
    before a run has filled it.
    """

    def __init__(
        self, url: str | Path, storage_options: Mapping[str, str] | None = None, tables: Iterable[Table] = ()
    ) -> None:
        self.place: Final[Place] = place(url, storage_options)
        self.tables: Final = {table.name: table for table in (*LOG_TABLES, *tables)}
        self.catalogue: Final = Catalogue(self.place)

    @property
    def address(self) -> str:
        """The folder or URL, for people."""
        return self.place.address("")

    @property
    def exists(self) -> bool:
        """Whether anything was ever published here."""
        return self.catalogue.exists()

    def holds(self, path: str | Path) -> bool:
        """Whether a file of this machine is one of the store's own."""
        return isinstance(self.place, Folder) and Path(path).absolute().is_relative_to(self.place.root)

    @property
    def version(self) -> int:
        """The newest version; 0 where nothing was ever published."""
        return self.catalogue.newest()

    def at(self, version: int | None = None) -> Snapshot:
        """A version, or the newest. Raises `UserError` if there is no such."""
        number = self.version if version is None else version
        return Snapshot(self.place, number, self.catalogue.entries(number), self.tables)

    def begin(self, snapshot: Snapshot | None = None) -> Writer:
        """Start a run on top of a version, else of the newest; see `Writer`."""
        return Writer(self.catalogue, snapshot or self.at())

    def write(self, version_expected: int, changes: Iterable[Change], run: Run) -> int:
        """Publish a set of changes over all tables at once; the new version's number, or the old if nothing changes.

        Raises:
            Conflict: the newest version is not `version_expected` any more.
        """
        if self.version != version_expected:
            raise Conflict
        with self.begin(self.at(version_expected)) as writer:
            for change in changes:
                writer.remove(change.table, change.remove)
                if change.add is not None:
                    writer.add(change.table, change.add, change.season)
            return writer.commit(run)

    def versions(self) -> pl.DataFrame:
        """The runs that made the versions (schema `tables.RUNS`), oldest first."""
        return self.at().read("runs").select(RUNS.names()).sort("version")

    def keep_source(self, data: bytes) -> str:
        """Keep the bytes of a source file, compressed, under their SHA-256, which is returned."""
        key = sha256(data).hexdigest()
        self.place.write(source_name(key), pack(data))
        return key

    def source_bytes(self, key: str) -> bytes:
        """A source file as it was read. Raises `UserError` if it is not kept here or not what it was."""
        try:
            data = unpack(self.place.read(source_name(key)))
        except FileNotFoundError:
            message = _("The source file with SHA-256 {key} is not in the store {place}.")
            raise UserError(message.format(key=key, place=self.address)) from None
        except OSError as error:
            data, reason = b"", str(error)
        else:
            reason = ""
        if reason or sha256(data).hexdigest() != key:
            message = _("The copy of the source file {key} in the store {place} is damaged. Put it back from a copy.")
            raise UserError(message.format(key=key, place=self.address))
        return data

    def source_text(self, key: str) -> str:
        """A source file as text: UTF-8, else Windows-1250, as Slovene spreadsheets save it; no byte-order mark."""
        data = self.source_bytes(key)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("cp1250", errors="replace")

    def check(self, snapshot: Snapshot | None = None) -> list[str]:
        """Read every file of a version and compare its SHA-256; the names of those that are missing or not the same."""
        entries = (snapshot or self.at()).entries
        return [name for name, digest in entries.select("file", "sha256").iter_rows() if self._digest(name) != digest]

    def vacuum(self, older_than: timedelta, *, dry: bool = False) -> list[str]:
        """Remove files that no version lists and that were written longer ago than `older_than`; their names.

        The age protects a run that is writing now. Every version stays readable. With `dry` nothing is removed.
        """
        if not self.exists:
            return []
        before = datetime.now(UTC) - older_than
        # Looked at before the versions: a file of a run that is published meanwhile is then listed, not an orphan.
        found = [item for item in self.place.items() if item.written < before]
        listed = self._listed()
        ours = {*self.tables, *(name.split("/")[0] for name in listed), SOURCES_FOLDER, FOLDER}
        orphans = sorted(
            item.name
            for item in found
            if item.name not in listed
            and item.name.split("/")[0] in ours
            and item.name.endswith((".parquet", ".zst", ".tmp"))
            and not item.name.startswith(f"{FOLDER}/_delta_log/")
        )
        if not dry:
            for name in orphans:
                self.place.delete(name)
        return orphans

    def _listed(self) -> set[str]:
        listed: set[str] = set()
        for version in range(self.version + 1):
            listed.update(self.catalogue.files(version))
            snapshot = self.at(version)
            listed.update(snapshot.entries["file"])
        # Rows of `sources` are never removed, so the newest version names the sources of all.
        listed.update(source_name(key) for key in self.at().read("sources", "sha256")["sha256"])
        return listed

    def _digest(self, name: str) -> str | None:
        try:
            return sha256(self.place.read(name)).hexdigest()
        except OSError:
            return None
