"""Removing what no version lists."""

from datetime import timedelta
from pathlib import Path

import polars as pl
import pytest

from ingest.store import Change, Run, Store
from ingest.store.tables import SOURCES
from tests.ingest.store.rows import add, held, parquet_files, racks

NOW = timedelta(0)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path)
    for i in range(12):  # past a merge of small files
        add(store, f"M{i:02}")
    store.write(12, [Change("racks", remove=["M00"])], Run("test"))
    return store


def orphans(store: Store) -> list[Path]:
    """A killed run's leavings: a table's file, a half-written one, a file of the catalogue, a source."""
    root = Path(store.address)
    rest = [
        root / "racks" / "2026" / "0123.parquet",
        root / "shots" / ".4567.tmp",
        root / "catalogue" / "part-00000-89ab.snappy.parquet",
        root / "sources" / "cdef.zst",
    ]
    for path in rest:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"PAR1")
    return rest


def test_every_version_stays_readable(store: Store) -> None:
    before = [held(store, version) for version in range(14)]
    rest = orphans(store)
    removed = store.vacuum(NOW)
    assert sorted(removed) == sorted(path.relative_to(store.address).as_posix() for path in rest)
    assert not any(path.exists() for path in rest)
    assert [held(store, version) for version in range(14)] == before
    assert store.vacuum(NOW) == []
    assert add(store, "M99") == 14


def test_nothing_is_removed_from_a_store_without_orphans(store: Store) -> None:
    files = parquet_files(Path(store.address))
    assert store.vacuum(NOW) == []
    assert parquet_files(Path(store.address)) == files


def test_young_files_are_left_to_the_run_that_may_be_writing_them(store: Store) -> None:
    rest = orphans(store)
    assert store.vacuum(timedelta(hours=1)) == []
    assert all(path.exists() for path in rest)


def test_a_dry_run_only_tells(store: Store) -> None:
    rest = orphans(store)
    assert len(store.vacuum(NOW, dry=True)) == len(rest)
    assert all(path.exists() for path in rest)


def test_what_is_not_the_stores_is_left_alone(store: Store) -> None:
    strange = [Path(store.address, "README.md"), Path(store.address, "export", "racks.parquet")]
    for path in strange:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"mine")
    assert store.vacuum(NOW) == []
    assert all(path.exists() for path in strange)


def test_source_files_that_were_read_are_kept(store: Store) -> None:
    key = store.keep_source(b"a log")
    row = pl.DataFrame([(key, "a.kos", 5, 1, 0, "r", "x")], schema=SOURCES, orient="row")
    with store.begin() as writer:
        writer.add("sources", row)
        writer.add("racks", racks("M50"), "2026")
        writer.commit(Run("test"))
    assert store.vacuum(NOW) == []
    assert store.source_bytes(key) == b"a log"


def test_a_store_that_is_not_there_has_nothing_to_remove(tmp_path: Path) -> None:
    (tmp_path / "racks").mkdir()
    (tmp_path / "racks" / "own.parquet").write_bytes(b"mine")
    assert Store(tmp_path).vacuum(NOW) == []
