"""Versions, files and tables of a store in a folder."""

from pathlib import Path
from typing import Any

import deltalake
import polars as pl
import pyarrow.parquet as pq
import pytest
from deltalake.exceptions import CommitFailedError

from ingest import schema
from ingest.store import Change, Conflict, Run, Store, Table, open_store, per_match
from ingest.store.tables import LOG_TABLES
from ingest.store.writer import MOST_SMALL
from tests.ingest.store.rows import add, held, parquet_files, racks, shots
from wording import UserError


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "liga čšž *?#")  # neither a pattern nor a URL


def test_a_store_that_is_not_there_is_empty_at_version_0_with_every_table(store: Store) -> None:
    snapshot = store.at()
    assert (store.version, store.exists, snapshot.version) == (0, False, 0)
    assert set(snapshot.table_names) == {table.name for table in LOG_TABLES}
    for table in LOG_TABLES:
        assert snapshot.scan(table.name).collect_schema() == table.schema
        assert snapshot.files(table.name) == []
    assert not Path(store.address).exists()


def test_each_run_is_a_version_and_every_version_stays_readable(store: Store) -> None:
    assert [add(store, "M1"), add(store, "M2", 5), add(store, "M3")] == [1, 2, 3]
    store.write(3, [Change("racks", "2026", remove=["M2"], add=racks("M2", 7))], Run("test"))
    expected = [{}, {"M1": 3}, {"M1": 3, "M2": 5}, {"M1": 3, "M2": 5, "M3": 3}, {"M1": 3, "M2": 7, "M3": 3}]
    assert [held(store, version) for version in range(5)] == expected


def test_a_snapshot_taken_before_later_runs_reads_what_it_was(store: Store) -> None:
    add(store, "M1")
    before = store.at()
    with store.begin() as writer:
        writer.remove_matches(["M1"])
        writer.add("racks", racks("M9"), "2026")
        writer.commit(Run("test"))
    assert before.read("racks")["match"].unique().to_list() == ["M1"]


def test_one_run_publishes_all_its_tables_at_once(store: Store) -> None:
    changes = [Change("racks", "2026", add=racks("M1")), Change("shots", "2026", add=shots("M1", 40))]
    with store.begin() as writer:
        for change in changes:
            assert change.add is not None
            writer.add(change.table, change.add, change.season)
            assert store.version == 0
        writer.commit(Run("test"))
    assert store.version == 1
    assert (store.at().rows("racks"), store.at().rows("shots")) == (3, 40)


def test_a_run_without_a_change_makes_no_version(store: Store) -> None:
    add(store, "M1")
    assert store.write(1, [], Run("test")) == 1
    assert store.write(1, [Change("racks", remove=["M7"])], Run("test")) == 1
    assert store.version == 1


def test_of_two_runs_from_one_version_the_second_fails_and_leaves_nothing(store: Store) -> None:
    add(store, "M1")
    with store.begin() as first, store.begin() as second:
        first.add("racks", racks("M2"), "2026")
        second.add("racks", racks("M3"), "2026")
        assert first.commit(Run("first")) == 2
        with pytest.raises(Conflict):
            second.commit(Run("second"))
    assert held(store) == {"M1": 3, "M2": 3}
    assert parquet_files(Path(store.address)) == set(store.at().entries["file"]) | set(store.at(1).entries["file"])


def test_two_first_runs_of_a_new_store_conflict_too(store: Store) -> None:
    with store.begin() as first, store.begin() as second:
        first.add("racks", racks("M1"), "2026")
        second.add("racks", racks("M2"), "2026")
        first.commit(Run("first"))
        with pytest.raises(Conflict):
            second.commit(Run("second"))
    assert held(store) == {"M1": 3}


def test_a_write_that_expects_an_old_version_conflicts(store: Store) -> None:
    add(store, "M1")
    add(store, "M2")
    with pytest.raises(Conflict):
        store.write(1, [Change("racks", "2026", add=racks("M3"))], Run("test"))


def test_a_run_that_is_given_up_takes_its_files_back(store: Store) -> None:
    add(store, "M1")
    files = parquet_files(Path(store.address))
    with store.begin() as writer:
        writer.add("shots", shots("M1", 2_000_000), "2026")  # so long that it is written at once
        assert len(parquet_files(Path(store.address))) == len(files) + 1
    assert parquet_files(Path(store.address)) == files


def test_removing_matches_takes_them_out_of_tables_that_are_not_declared(tmp_path: Path) -> None:
    verdicts = per_match("verdict_racks", pl.Schema({"match": pl.String, "rack": pl.Int16, "winner": pl.String}))
    rows = pl.DataFrame({"match": ["M1", "M2"], "rack": [1, 1], "winner": ["A", "B"]}, schema=verdicts.schema)
    wide = Store(tmp_path, tables=[verdicts])
    wide.write(0, [Change("racks", "2026", add=racks("M1")), Change("verdict_racks", "2026", add=rows)], Run("test"))
    with Store(tmp_path).begin() as writer:
        writer.remove_matches(["M1"])
        writer.commit(Run("test"))
    assert wide.at().read("verdict_racks").rows() == [("M2", 1, "B")]
    assert wide.at(1).read("verdict_racks").height == 2
    assert Store(tmp_path).at().read("verdict_racks").columns == ["match", "rack", "winner"]


def test_what_is_added_after_a_removal_stays(store: Store) -> None:
    with store.begin() as writer:
        writer.add("racks", racks("M1", 3), "2026")
        writer.remove_matches(["M1"])
        writer.add("racks", racks("M1", 4), "2025/26")
        writer.commit(Run("test"))
    assert held(store) == {"M1": 4}
    assert store.at().seasons("racks") == ["2025/26"]


def test_only_declared_columns_and_types_get_in(store: Store) -> None:
    with store.begin() as writer:
        with pytest.raises(ValueError, match="racks"):
            writer.add("racks", racks("M1").with_columns(pl.col("rack").cast(pl.Int32)), "2026")
        with pytest.raises(ValueError, match="season"):
            writer.add("persons", pl.DataFrame([("P", "P", "Ana", None)], schema=schema.PERSONS, orient="row"), "2026")
        with pytest.raises(KeyError):
            writer.add("verdict_racks", racks("M1"), "2026")
        with pytest.raises(KeyError):
            writer.snapshot.scan("verdict_racks")


def test_small_files_are_merged(store: Store) -> None:
    counts = []
    for i in range(2 * MOST_SMALL + 1):
        add(store, f"M{i:02}", season="2026" if i % 2 else "2025")
        counts.append(len(store.at().files("racks", season="2025")))
    assert max(counts) == MOST_SMALL
    assert counts[-1] == 1
    assert sum(held(store).values()) == 3 * (2 * MOST_SMALL + 1)


def test_long_tables_are_cut_between_matches_and_into_even_row_groups(store: Store) -> None:
    many = pl.concat([shots(f"M{i}", 700_000) for i in (2, 0, 1)])
    store.write(0, [Change("shots", "2026", add=many)], Run("test"))
    files = store.at().files("shots")
    assert len(files) == 2
    seen: list[str] = []
    for file in files:
        rows = pl.read_parquet(file, glob=False, columns=["match", "rack", "shot"])
        assert rows.equals(rows.sort("match", "rack", "shot"))
        seen += rows["match"].unique().to_list()
        meta = pq.ParquetFile(file).metadata
        groups = [meta.row_group(i).num_rows for i in range(meta.num_row_groups)]
        assert all(120_000 <= rows_of_group <= 260_000 for rows_of_group in groups)
    assert sorted(seen) == ["M0", "M1", "M2"]  # no match in two files
    assert store.at().files("shots", match="M2") != store.at().files("shots", match="M0")
    with store.begin() as writer:
        writer.remove_matches(["M0"])
        writer.commit(Run("test"))
    assert store.at().rows("shots") == 1_400_000


def test_a_file_from_before_a_column_reads_as_nothing_recorded(tmp_path: Path) -> None:
    old = Table("marts", pl.Schema({"match": pl.String(), "n": pl.Int32()}))
    new = Table("marts", pl.Schema({"match": pl.String(), "n": pl.Int32(), "late": pl.List(pl.String)}))
    row = pl.DataFrame([("M1", 1)], schema=old.schema, orient="row")
    Store(tmp_path, tables=[old]).write(0, [Change("marts", "2026", add=row)], Run("test"))
    assert Store(tmp_path, tables=[new]).at().read("marts").rows() == [("M1", 1, None)]


def test_a_table_is_replaced_whole(store: Store) -> None:
    add(store, "M1", season="2025")
    add(store, "M2", season="2026")
    with store.begin() as writer:
        writer.replace("racks", racks("M3"), "2026")
        writer.commit(Run("test"))
    assert held(store) == {"M1": 3, "M3": 3}
    with store.begin() as writer:
        writer.replace("racks", racks("M4").clear())
        writer.commit(Run("test"))
    assert held(store) == {}


def test_the_versions_say_what_was_done(store: Store) -> None:
    add(store, "M1")
    store.write(1, [Change("racks", remove=["M1"])], Run("withdraw", {"withdrawn": 1}, "M1: twice"))
    rows = store.versions().select("version", "command", "counts", "note").rows()
    assert rows == [(1, "test", '{"new": 1}', None), (2, "withdraw", '{"withdrawn": 1}', "M1: twice")]
    assert store.at(2).entries["run"].is_in(store.versions()["run"].to_list()).all()


def test_source_files_are_kept_once_and_come_back_as_they_were(store: Store) -> None:
    data = '[Match "Žnidar"]\r\n'.encode("cp1250") * 1000
    key = store.keep_source(data)
    assert store.keep_source(data) == key
    assert [path.name for path in Path(store.address, "sources").iterdir()] == [f"{key}.zst"]
    assert Path(store.address, "sources", f"{key}.zst").stat().st_size < len(data) // 10
    assert store.source_bytes(key) == data
    assert store.source_text(key) == data.decode("cp1250")
    assert store.source_text(store.keep_source("﻿č".encode())) == "č"


@pytest.mark.parametrize("damage", ["cut", "gone", "other bytes"])
def test_a_damaged_source_file_is_told(store: Store, damage: str) -> None:
    key = store.keep_source(b"x" * 1000)
    path = Path(store.address, "sources", f"{key}.zst")
    match damage:
        case "cut":
            path.write_bytes(path.read_bytes()[:-5])
        case "gone":
            path.unlink()
        case _:
            other = store.keep_source(b"y")
            path.write_bytes(path.with_name(f"{other}.zst").read_bytes())
    with pytest.raises(UserError, match=key):
        store.source_bytes(key)


@pytest.mark.parametrize("damage", ["cut", "gone", "flipped"])
def test_a_damaged_table_is_told_with_its_file_and_a_way_out(store: Store, damage: str) -> None:
    add(store, "M1")
    add(store, "M2")
    [name] = set(store.at(1).entries.filter(pl.col("table") == "racks")["file"])
    path = Path(store.address, name)
    data = path.read_bytes()
    match damage:
        case "cut":
            path.write_bytes(data[:-30])
        case "gone":
            path.unlink()
        case _:
            path.write_bytes(data[:-40] + bytes(byte ^ 255 for byte in data[-40:]))
    with pytest.raises(UserError, match="store info --check"):
        store.at().read("racks")
    assert store.check() == [name]
    assert store.check(store.at(0)) == []


@pytest.mark.parametrize("what", ["log", "parquet"])
def test_a_damaged_catalogue_is_told(store: Store, what: str) -> None:
    add(store, "M1")
    catalogue = Path(store.address, "catalogue")
    for path in catalogue.glob("_delta_log/*1.json" if what == "log" else "*.parquet"):
        path.write_bytes(b"{")
    with pytest.raises(UserError, match="copy"):
        store.at()


def test_a_version_that_is_not_there_is_told(store: Store) -> None:
    add(store, "M1")
    with pytest.raises(UserError, match="no version 7; the newest is 1"):
        store.at(7)
    with pytest.raises(UserError, match="no version -1"):
        store.at(-1)


def test_another_delta_table_is_not_taken_for_a_store(tmp_path: Path) -> None:
    deltalake.write_deltalake(tmp_path / "catalogue", pl.DataFrame({"a": [1]}))
    with pytest.raises(UserError, match="not a store of osmica"):
        Store(tmp_path).at()


def test_a_store_of_a_later_format_is_not_touched(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.store.catalogue.FORMAT", "2")
    add(store, "M1")
    monkeypatch.undo()
    with pytest.raises(UserError, match="newer osmica"):
        store.at()


@pytest.mark.parametrize("url", ["ftp://x", "liga [2026]", "a|b", "a^b", "100%20", "a\nb"])
def test_addresses_that_no_store_can_have_are_refused(url: str) -> None:
    with pytest.raises(UserError, match="store"):
        Store(url)


def test_a_store_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = Store(tmp_path / "file")
    with pytest.raises(UserError, match="cannot be written"):
        add(store, "M1")


def test_where_the_default_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    assert open_store().address == str(root / "data" / "store")
    monkeypatch.setenv("OSMICA_STORE", str(tmp_path))
    assert open_store().address == str(tmp_path)
    assert open_store(str(tmp_path / "named")).address == str(tmp_path / "named")
    assert open_store(f"file://{tmp_path}").address == str(tmp_path)


def test_a_commit_that_landed_though_it_was_reported_lost_stands(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, "M1")
    write = deltalake.write_deltalake

    def write_and_lose_the_answer(*arguments: Any, **named: Any) -> None:
        write(*arguments, **named)
        raise CommitFailedError

    monkeypatch.setattr(deltalake, "write_deltalake", write_and_lose_the_answer)
    assert add(store, "M2") == 2
    assert held(store) == {"M1": 3, "M2": 3}


def test_files_stay_when_it_is_not_known_whether_the_commit_landed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(store, "M1")

    def fail(*arguments: Any, **named: Any) -> None:
        raise OSError("the line is dead")

    monkeypatch.setattr(deltalake, "write_deltalake", fail)
    before = parquet_files(Path(store.address))
    with pytest.raises(UserError, match="the line is dead"):
        add(store, "M2")
    assert len(parquet_files(Path(store.address))) == len(before) + 2
    assert held(store) == {"M1": 3}


@pytest.mark.parametrize("name", ["", " ", "\t"])
def test_an_empty_name_is_not_the_default_store(name: str) -> None:
    with pytest.raises(UserError, match="empty"):
        open_store(name)
