"""One version of the store as an in-memory DuckDB: its exact Parquet files as tables, and the views made from them.

DuckDB loads nothing from the network: extensions are neither installed nor loaded by themselves. Files on an object
store, which DuckDB could not read without one, come through Polars.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Final, Protocol

import duckdb
import polars as pl

from analytics.views import VIEWS
from ingest import schema as logs
from ingest.store.tables import RUNS
from ingest.vocabulary import VIOLATIONS as CODES
from replay import schema as verdicts
from replay.violations import VIOLATIONS
from wording import UserError, _

TABLES: Final[Mapping[str, pl.Schema]] = {
    "matches": logs.MATCHES,
    "persons": logs.PERSONS,
    "racks": logs.RACKS,
    "shots": logs.SHOTS,
    "runs": RUNS,
    "verdict_matches": verdicts.VERDICT_MATCHES,
    "verdict_racks": verdicts.VERDICT_RACKS,
    "verdict_shots": verdicts.VERDICT_SHOTS,
    "verdict_discrepancies": verdicts.VERDICT_DISCREPANCIES,
    "verdict_turns_on": verdicts.VERDICT_TURNS_ON,
}
"""The tables of a store that the views need. One without a file (nothing read or replayed yet) is there, and empty."""

LEFT_IN_FILES: Final = frozenset({"shots", "verdict_shots"})
"""Read where they lie, by row group; the other tables are small beside them and are held in memory."""


class Snapshot(Protocol):
    """What is asked of a version of the store; `ingest.store` gives it."""

    @property
    def version(self) -> int:
        """The number of the version."""

    def files(self, table: str) -> Sequence[str]:
        """The Parquet files that make up a table in this version, by name; none where it is empty."""

    def scan(self, table: str) -> pl.LazyFrame:
        """The table as Polars reads it, wherever its files are."""


class Warehouse:
    """The tables and views of one version. Safe for several threads: each query runs on a cursor of its own."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.version: Final = snapshot.version
        self._lock: Final = Lock()
        self._connection: Final = duckdb.connect(
            ":memory:", config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
        )
        for name, columns in TABLES.items():
            self._add(name, columns, snapshot)
        self._own("violations", _violations())
        self._connection.execute(VIEWS)

    def query(self, sql: str, parameters: Mapping[str, object], columns: pl.Schema) -> pl.DataFrame:
        """The rows of a query in the columns and types of `columns`, whatever integer type a sum or count came in.

        Raises:
            UserError: a file of the version is gone or damaged.
            polars.exceptions.PolarsError: the query lacks one of the columns, or a value does not fit its type.
        """
        with self._lock:
            cursor = self._connection.cursor()
        try:
            with self._whole():
                rows: pl.DataFrame = cursor.sql(sql, params=dict(parameters)).pl()
        finally:
            cursor.close()
        return rows.select(pl.col(name).cast(kind) for name, kind in columns.items())

    def _add(self, name: str, columns: pl.Schema, snapshot: Snapshot) -> None:
        files = list(snapshot.files(name))
        if not files:
            self._own(name, columns.to_frame())
        elif any("://" in file or set(file) & set("*?[") for file in files):
            # Not a file of this machine, or a name that DuckDB would take for a pattern.
            self._own(name, snapshot.scan(name).select(columns.names()).collect())
        else:
            with self._whole():
                written = self._connection.read_parquet(files, hive_partitioning=False, union_by_name=True)
                written.create_view(f"{name}_written")
                # A file written before a column was added to its table reads as nothing recorded there.
                self._own(f"{name}_declared", columns.to_frame())
                kind = "VIEW" if name in LEFT_IN_FILES else "TABLE"
                rows = f"FROM {name}_declared UNION ALL BY NAME FROM {name}_written"
                self._connection.execute(f"CREATE {kind} {name} AS {rows}")

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Turn what DuckDB says about a missing, cut or altered file into an error for the user."""
        try:
            yield
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            message = _(
                "Version {version} of the store cannot be read: {reason}. "
                "“osmica store info --check” names every bad file; put those back from a copy."
            )
            reason = str(error).splitlines()[0]
            raise UserError(message.format(version=self.version, reason=reason)) from error

    def _own(self, name: str, frame: pl.DataFrame) -> None:
        source = f"{name}_source"
        self._connection.register(source, frame.to_arrow())
        self._connection.execute(f"CREATE TABLE {name} AS FROM {source}")
        self._connection.unregister(source)


def _violations() -> pl.DataFrame:
    """The table of violations, one row a code, with the bit that stands for it in the masks."""
    return pl.DataFrame(
        [(CODES.index(row.code), row.code, row.article, row.kind) for row in VIOLATIONS],
        schema={"bit": pl.Int32, "code": pl.String, "article": pl.String, "kind": pl.String},
        orient="row",
    )
