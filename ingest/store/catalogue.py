"""The catalogue: one small Delta table whose rows say which files make up each table. Its versions are the store's.

A run is published by one commit that replaces the rows. The commit names the version it was made from and never
retries, so of two runs that started from the same version the second fails and can start again from the new one.
"""

from typing import TYPE_CHECKING, Any, Final, NoReturn

import polars as pl

from ingest.store.damage import damage
from wording import UserError, _

if TYPE_CHECKING:
    from deltalake import DeltaTable

    from ingest.store.place import Place

FOLDER: Final = "catalogue"
NAME: Final = "kmecka-osmica"
FORMAT: Final = "1"

ENTRIES: Final = pl.Schema(
    {
        "table": pl.String,
        "season": pl.String,  # empty: the table is not kept by season
        "file": pl.String,  # its name below the store's root
        "key": pl.String,  # the column that `first` and `last` are of
        "per_match": pl.Boolean,  # the rows leave with the match in their key
        "rows": pl.Int64,
        "bytes": pl.Int64,
        "first": pl.String,  # smallest and largest key in the file, by code point
        "last": pl.String,
        "sha256": pl.String,
        "run": pl.String,  # which run wrote the file
    }
)
"""A row for each Parquet file. Text, integers and truth values only: Delta has no unsigned integers."""


class Conflict(Exception):
    """Another run has published since this one began; nothing of this one is in the store. Start again."""


class Catalogue:
    """The Delta table of one store."""

    def __init__(self, place: "Place") -> None:
        self._place: Final = place
        self._url: Final = place.address(FOLDER)

    def exists(self) -> bool:
        """Whether anything was ever published here."""
        from deltalake import DeltaTable

        try:
            return bool(DeltaTable.is_deltatable(self._url, storage_options=self._options()))
        except OSError as error:
            self._unreachable(error)

    def newest(self) -> int:
        """The newest version; 0 for a store that is not there yet."""
        return self._open(None).version() if self.exists() else 0

    def entries(self, version: int) -> pl.DataFrame:
        """The rows of a version (schema `ENTRIES`); none in version 0. Raises `UserError` where there is no such."""
        if version == 0:
            return ENTRIES.to_frame()
        files = [self._place.address(name) for name in self.files(version)]
        with damage(self._place):
            frame = pl.read_parquet(files, storage_options=self._options(), glob=False) if files else ENTRIES.to_frame()
        return frame.select(pl.col(name).cast(kind) for name, kind in ENTRIES.items())

    def files(self, version: int) -> list[str]:
        """The names below the store's root of the Parquet files in which a version of the catalogue itself is kept."""
        if version == 0:
            return []
        # deltalake gives addresses with %20 and the like, even of a folder; only its own file names are plain.
        return [f"{FOLDER}/{address.rsplit('/', 1)[-1]}" for address in self._open(version).file_uris()]

    def commit(self, expected: int, entries: pl.DataFrame, run: str) -> int:
        """Publish rows as version `expected + 1` and return that. Raises `Conflict` if a version follows `expected`."""
        from deltalake import CommitProperties, write_deltalake
        from deltalake.exceptions import CommitFailedError, DeltaError

        try:
            if not self.exists():
                self._create()
            table = self._open(expected)
            properties = CommitProperties(custom_metadata={"run": run}, max_commit_retries=0)
            write_deltalake(table, entries, mode="overwrite", commit_properties=properties)
        except (DeltaError, OSError) as error:
            newest = self.newest()
            # On an object store our own commit may have landed and only its answer been lost. Every run writes a file.
            if newest > expected and run in self.entries(expected + 1)["run"]:
                return expected + 1
            if newest > expected and isinstance(error, CommitFailedError):
                raise Conflict from None
            self._unpublished(error)
        return expected + 1

    def _create(self) -> None:
        from deltalake import DeltaTable, Field, Schema
        from deltalake.exceptions import DeltaError
        from deltalake.schema import PrimitiveType

        names: dict[Any, str] = {pl.String: "string", pl.Int64: "long", pl.Boolean: "boolean"}
        fields = [Field(name, PrimitiveType(names[kind])) for name, kind in ENTRIES.items()]
        try:
            DeltaTable.create(
                self._url,
                Schema(fields),
                name=NAME,
                description=FORMAT,
                # Delta would clean up versions older than a month by itself; ours stay readable.
                configuration={"delta.enableExpiredLogCleanup": "false"},
                storage_options=self._options(),
            )
        except DeltaError:
            if not self.exists():  # otherwise another run was first, and an empty catalogue is all we wanted
                raise

    def _open(self, version: int | None) -> "DeltaTable":
        from deltalake import DeltaTable
        from deltalake.exceptions import DeltaError

        try:
            table = DeltaTable(self._url, version=version, storage_options=self._options())
        except (DeltaError, OSError, ValueError, OverflowError) as error:
            self._unreadable(version, error)
        about = table.metadata()
        if about.name != NAME:
            message = _("{place} holds a Delta table, but not a store of osmica. Choose another folder with --store.")
            raise UserError(message.format(place=self._place.address("")))
        if about.description != FORMAT:
            message = _("The store {place} was written by a newer osmica (format {format}). Use that one.")
            raise UserError(message.format(place=self._place.address(""), format=about.description))
        return table

    def _options(self) -> dict[str, str] | None:
        return dict(self._place.options) or None

    def _unreadable(self, version: int | None, error: Exception) -> NoReturn:
        if version is not None:
            newest = self.newest()
            if not 0 <= version <= newest:
                message = _("The store has no version {version}; the newest is {newest}. See: osmica store versions")
                raise UserError(message.format(version=version, newest=newest)) from error
        message = _(
            "The catalogue of the store {place} cannot be read ({reason}). Restore the folder “{folder}” from a copy, "
            "or ingest the logs into a new store."
        )
        reason = str(error).splitlines()[0]
        raise UserError(message.format(place=self._place.address(""), reason=reason, folder=FOLDER)) from error

    def _unpublished(self, error: Exception) -> NoReturn:
        message = _(
            "The run could not be published in the store {place} ({reason}). See with “osmica store versions” whether "
            "it is there all the same; if not, start it again."
        )
        reason = str(error).splitlines()[0]
        raise UserError(message.format(place=self._place.address(""), reason=reason)) from error

    def _unreachable(self, error: Exception) -> NoReturn:
        message = _("The store {place} cannot be reached ({reason}). Check the address and the credentials.")
        reason = str(error).splitlines()[0]
        raise UserError(message.format(place=self._place.address(""), reason=reason)) from error
