"""The store: immutable Parquet files, one small catalogue that says which of them make up each version, the sources."""

from ingest.store.catalogue import Conflict
from ingest.store.default import open_store
from ingest.store.lookup import open_match
from ingest.store.snapshot import Snapshot
from ingest.store.store import Change, Store
from ingest.store.tables import LOG_TABLES, Table, per_match
from ingest.store.writer import Run, Writer

__all__ = [
    "LOG_TABLES",
    "Change",
    "Conflict",
    "Run",
    "Snapshot",
    "Store",
    "Table",
    "Writer",
    "open_match",
    "open_store",
    "per_match",
]
