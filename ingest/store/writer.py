"""A run in the making: rows go to new files as they come; nothing is seen until the one commit that publishes all."""

import io
import json
import math
import re
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import polars as pl

from ingest.store.catalogue import ENTRIES, Catalogue, Conflict
from ingest.store.damage import damage
from ingest.store.snapshot import Snapshot
from ingest.store.tables import RUNS

MOST_ROWS: Final = 2_000_000
"""Rows of one file at most, unless a single match has more."""
GROUP_ROWS: Final = 250_000
"""Rows of one row group at most; a longer file is cut evenly, so a group has more than half of this."""
SMALL_ROWS: Final = 100_000
MOST_SMALL: Final = 8
"""A publish that would leave more small files than this in a season of a table merges them."""


@dataclass(frozen=True)
class Run:
    """What the store's list of versions says of a run: the command, what was done how many times, and why."""

    command: str
    counts: Mapping[str, int] = field(default_factory=dict)
    note: str | None = None


class Writer:
    """Collects the changes of one run on top of one version.

    Use as a context manager; leaving it without `commit` takes back what was written. Removals apply to the version
    and to what was added before; what is added later under the same key stays.
    """

    def __init__(self, catalogue: Catalogue, snapshot: Snapshot) -> None:
        self.run: Final = uuid.uuid4().hex
        self.snapshot: Final = snapshot
        self._catalogue: Final = catalogue
        self._removed: dict[str, set[str]] = defaultdict(set)
        self._waiting: dict[tuple[str, str], list[pl.DataFrame]] = defaultdict(list)
        self._dropped: set[str] = set()  # files of the version that the next one does not list
        self._written: dict[str, dict[str, Any]] = {}  # rows of the catalogue for the new files, by name
        self._published = False

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._published:
            self._take_back()

    def add(self, table: str, rows: pl.DataFrame, season: str = "") -> None:
        """Add rows in the declared columns and types. Of a match (of a key), all rows of a table come in one call.

        Raises:
            KeyError: the table is not declared.
            ValueError: columns or types are not those declared, or a table without seasons was given one.
        """
        declared = self.snapshot.declared[table]
        if rows.schema != declared.schema:
            raise ValueError(f"{table}: {rows.schema} is not {declared.schema}")
        if season and not declared.seasonal:
            raise ValueError(f"{table} is not kept by season")
        if rows.is_empty():
            return
        waiting = self._waiting[table, season]
        waiting.append(rows)
        if sum(part.height for part in waiting) >= MOST_ROWS:
            self._write(table, season, pl.concat(self._waiting.pop((table, season))))

    def remove(self, table: str, keys: Collection[str]) -> None:
        """Remove the rows of these keys, in every season."""
        gone = set(keys)
        if not gone:
            return
        self._removed[table] |= gone
        key = self._key(table)
        for at in [at for at in self._waiting if at[0] == table]:
            kept = [_without(part, key, gone) for part in self._waiting.pop(at)]
            if any(part.height for part in kept):
                self._waiting[at] = [part for part in kept if part.height]
        for entry in [entry for entry in self._written.values() if entry["table"] == table]:
            self._rewrite(entry, gone)

    def remove_matches(self, matches: Collection[str]) -> None:
        """Remove matches with everything that was made from their logs, verdicts included."""
        tables = {name for name, table in self.snapshot.declared.items() if table.per_match}
        tables |= set(self.snapshot.entries.filter("per_match")["table"])
        for table in sorted(tables):
            self.remove(table, matches)

    def replace(self, table: str, rows: pl.DataFrame, season: str | None = None) -> None:
        """Let these rows be all of a table, or all of one of its seasons."""
        self._waiting.pop((table, season or ""), None)
        entries = self.snapshot.entries.filter(pl.col("table") == table)
        if season is not None:
            entries = entries.filter(pl.col("season") == season)
        self._dropped |= set(entries["file"])
        self.add(table, rows, season or "")

    def commit(self, run: Run) -> int:
        """Publish as the next version and return its number. Without a change nothing is published.

        Raises:
            Conflict: another run has published since; nothing of this one is in the store.
        """
        for table, keys in self._removed.items():
            for entry in self.snapshot.entries.filter(pl.col("table") == table).iter_rows(named=True):
                if entry["file"] not in self._dropped:
                    self._rewrite(entry, keys)
        if not (self._waiting or self._written or self._dropped):
            return self.snapshot.version
        version = self.snapshot.version + 1
        self.add("runs", self._run_row(run, version))
        for table, season in list(self._waiting):
            self._merge_small(table, season)
            self._write(table, season, pl.concat(self._waiting.pop((table, season))))
        kept = self.snapshot.entries.filter(~pl.col("file").is_in(list(self._dropped)))
        entries = pl.concat([kept, pl.DataFrame(list(self._written.values()), schema=ENTRIES, orient="row")])
        try:
            self._catalogue.commit(self.snapshot.version, entries.sort("table", "season", "file"), self.run)
        except Conflict:
            raise
        except BaseException:
            # Whether the commit landed is not known, so its files must stay; `vacuum` finds them if it did not.
            self._published = True
            raise
        self._published = True
        return version

    def _run_row(self, run: Run, version: int) -> pl.DataFrame:
        counts = json.dumps(dict(run.counts))
        row = (self.run, version, datetime.now(UTC), run.command, counts, run.note)
        return pl.DataFrame([row], schema=RUNS, orient="row")

    def _key(self, table: str) -> str:
        if table in self.snapshot.declared:
            return self.snapshot.declared[table].key
        return str(self.snapshot.entries.filter(pl.col("table") == table)["key"][0])

    def _rewrite(self, entry: Mapping[str, Any], gone: Collection[str]) -> None:
        """Replace a file that holds one of the keys by a copy without them."""
        if entry["first"] is None or not any(entry["first"] <= key <= entry["last"] for key in gone):
            return
        rows = self._read(entry["file"])
        kept = _without(rows, entry["key"], gone)
        if kept.height == rows.height:
            return
        self._drop(entry["file"])
        table, season = entry["table"], entry["season"]
        if table in self.snapshot.declared and kept.height < SMALL_ROWS:
            if kept.height:
                self._waiting[table, season].append(kept)
        else:
            self._file(table, season, kept, entry["key"], entry["per_match"])

    def _merge_small(self, table: str, season: str) -> None:
        entries = self.snapshot.entries.filter(
            pl.col("table") == table,
            pl.col("season") == season,
            pl.col("rows") < SMALL_ROWS,
            ~pl.col("file").is_in(list(self._dropped)),
        )
        if entries.height < MOST_SMALL:
            return
        for name in entries["file"]:
            self._waiting[table, season].append(self._read(name).select(self.snapshot.declared[table].schema.names()))
            self._drop(name)

    def _read(self, name: str) -> pl.DataFrame:
        place = self.snapshot.place
        with damage(place):
            return pl.read_parquet(place.address(name), glob=False, storage_options=dict(place.options) or None)

    def _drop(self, name: str) -> None:
        if self._written.pop(name, None) is not None:
            self.snapshot.place.delete(name)
        else:
            self._dropped.add(name)

    def _write(self, table: str, season: str, rows: pl.DataFrame) -> None:
        declared = self.snapshot.declared[table]
        rows = rows.sort(declared.order, nulls_last=True, maintain_order=True)
        for start, end in _cuts(rows[declared.key], MOST_ROWS):
            self._file(table, season, rows[start:end], declared.key, declared.per_match)

    def _file(self, table: str, season: str, rows: pl.DataFrame, key: str, per_match: bool) -> None:
        if rows.is_empty():
            return
        buffer = io.BytesIO()
        groups = math.ceil(rows.height / GROUP_ROWS)
        rows.write_parquet(buffer, compression="zstd", row_group_size=math.ceil(rows.height / groups))
        data = buffer.getvalue()
        folder = f"{table}/{_folder(season)}" if season else table
        name = f"{folder}/{uuid.uuid4().hex}.parquet"
        self.snapshot.place.write(name, data)
        self._written[name] = {
            "table": table,
            "season": season,
            "file": name,
            "key": key,
            "per_match": per_match,
            "rows": rows.height,
            "bytes": len(data),
            "first": rows[key].min(),
            "last": rows[key].max(),
            "sha256": sha256(data).hexdigest(),
            "run": self.run,
        }

    def _take_back(self) -> None:
        for name in self._written:
            # What led here is the error to tell of. A file that cannot be removed is an orphan, for `vacuum`.
            with suppress(OSError):
                self.snapshot.place.delete(name)


def _without(rows: pl.DataFrame, key: str, gone: Collection[str]) -> pl.DataFrame:
    return rows.filter(~pl.col(key).is_in(list(gone)).fill_null(value=False))


def _cuts(keys: pl.Series, most: int) -> Iterable[tuple[int, int]]:
    """Slices of a sorted column of at most `most` rows that part no key, unless one key alone is longer."""
    start = 0
    while len(keys) - start > most:
        key = keys[start + most]
        end = int(keys.search_sorted(key, side="left")) if key is not None else start + most
        if end <= start:
            end = int(keys.search_sorted(key, side="right"))
        yield start, end
        start = end
    yield start, len(keys)


def _folder(season: str) -> str:
    """A season as a folder's name, for people; the catalogue holds the season itself."""
    return re.sub(r"[^0-9A-Za-z-]+", "_", season)[:40] or "_"
