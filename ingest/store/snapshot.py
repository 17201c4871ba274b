"""One version of the store, as readers see it: an exact list of files for each table, whatever else lies there."""

from collections.abc import Mapping
from typing import Final

import polars as pl

from ingest.store.damage import damage, damaged
from ingest.store.place import Folder, Place
from ingest.store.tables import Table
from wording import _


class Snapshot:
    """A version that stays what it is while others write.

    `entries` are the catalogue's rows (`catalogue.ENTRIES`). A table that no run has filled yet is there, and empty,
    where its columns are declared.
    """

    def __init__(self, place: Place, version: int, entries: pl.DataFrame, declared: Mapping[str, Table]) -> None:
        self.place: Final = place
        self.version: Final = version
        self.entries: Final = entries
        self.declared: Final = declared

    @property
    def table_names(self) -> list[str]:
        """Every table that is declared or has rows, in alphabetical order."""
        return sorted({*self.declared, *self.entries["table"]})

    def seasons(self, table: str) -> list[str]:
        """The seasons that a table has rows of, sorted by code point."""
        return self._of(table).get_column("season").unique().sort().to_list()

    def rows(self, table: str) -> int:
        """How many rows a table has, from the catalogue alone."""
        return int(self._of(table)["rows"].sum())

    def files(self, table: str, season: str | None = None, match: str | None = None) -> list[str]:
        """Paths or URLs of the Parquet files of a table, of one season, or those that may hold one match.

        Never a pattern. A match is wholly in one file. Raises `UserError` if one of them is gone from a folder.
        """
        names = self._of(table, season, match)["file"].to_list()
        if isinstance(self.place, Folder):
            gone = next((name for name in names if not self.place.has(name)), None)
            if gone is not None:
                raise damaged(self.place, _("the file “{file}” is missing").format(file=gone))
        return [self.place.address(name) for name in names]

    def scan(self, table: str, season: str | None = None, match: str | None = None) -> pl.LazyFrame:
        """The rows of a table (of a season, of a match) in its declared columns; within a file sorted by its order.

        Raises:
            KeyError: the table is neither declared nor has rows.
        """
        columns = self.declared[table].schema if table in self.declared else None
        files = self.files(table, season, match)
        if not files:
            if columns is None:
                raise KeyError(table)
            return columns.to_frame().lazy()
        rows = pl.scan_parquet(
            files,
            schema=columns,
            # A file written before a column was added to its table reads as nothing recorded there.
            missing_columns="insert" if columns is not None else "raise",
            glob=False,
            hive_partitioning=False,
            storage_options=dict(self.place.options) or None,
        )
        return rows if match is None else rows.filter(pl.col("match") == match)

    def read(self, table: str, *columns: str, match: str | None = None) -> pl.DataFrame:
        """Rows of a table in memory, all columns or those named. Raises `UserError` for a damaged file."""
        rows = self.scan(table, match=match)
        with damage(self.place):
            return (rows.select(columns) if columns else rows).collect()

    def _of(self, table: str, season: str | None = None, match: str | None = None) -> pl.DataFrame:
        wanted = pl.col("table") == table
        if season is not None:
            wanted &= pl.col("season") == season
        if match is not None:
            wanted &= (pl.col("first") <= match) & (pl.col("last") >= match)
        return self.entries.filter(wanted)
