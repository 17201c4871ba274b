"""The warehouse itself: which files, no network, several threads, and a registry that fits its views."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import polars as pl
import pytest

from analytics.match import match_detail
from analytics.matches import matches
from analytics.metrics import METRICS
from analytics.rates import breaks_by_player
from analytics.warehouse import TABLES, Warehouse
from tests.analytics.small import SmallStore, small_league

ONE = pl.Schema({"n": pl.Int64})


def test_only_the_files_of_the_version_are_read(tmp_path: Path) -> None:
    store = small_league(tmp_path)
    listed = store.files("matches")
    (tmp_path / "matches2.parquet").write_bytes(Path(listed[0]).read_bytes())  # an orphan beside it
    assert matches(Warehouse(store)).height == 5


def test_a_table_of_several_files_and_awkward_names(tmp_path: Path) -> None:
    odd = tmp_path / "it's 100% šola [1]"
    odd.mkdir()
    plain = tmp_path / "žeblji"
    plain.mkdir()
    expected = matches(Warehouse(small_league(tmp_path)))
    for folder in (odd, plain):

        class Split(SmallStore):
            def files(self, table: str) -> list[str]:
                frame = self.frame(table)
                paths = [self.folder / f"{table}-{part}.parquet" for part in (0, 1)]
                half = frame.height // 2
                for path, part in zip(paths, (frame[:half], frame[half:]), strict=True):
                    part.write_parquet(path)
                return [str(path) for path in paths]

        split = Split(folder, rows=small_league(folder).rows)
        assert matches(Warehouse(split)).equals(expected)


def test_a_file_older_than_a_column_reads_as_nothing_recorded(tmp_path: Path) -> None:
    store = small_league(tmp_path)
    (path,) = store.files("matches")
    pl.read_parquet(path).drop("venue", "fixture").write_parquet(path)
    detail = match_detail(Warehouse(store), "M1")
    assert detail is not None
    assert (detail.head.venue, detail.head.a_name) == (None, "Ana Žnidar")


def test_files_elsewhere_come_through_polars(tmp_path: Path) -> None:
    class Remote(SmallStore):
        def files(self, table: str) -> list[str]:
            return [f"s3://league/{table}.parquet"] if self.rows[table] else []

    remote = Warehouse(Remote(tmp_path, rows=small_league(tmp_path).rows))
    assert breaks_by_player(remote).equals(breaks_by_player(Warehouse(small_league(tmp_path))))


def test_nothing_is_fetched_from_the_network(league: Warehouse) -> None:
    settings = league.query(
        "SELECT count(*) AS n FROM duckdb_settings() WHERE value = 'false' AND name IN "
        "('autoinstall_known_extensions', 'autoload_known_extensions')",
        {},
        ONE,
    )
    assert settings["n"].to_list() == [2]
    with pytest.raises(duckdb.Error, match="httpfs"):
        league.query("SELECT count(*) AS n FROM 'https://example.org/x.parquet'", {}, ONE)


def test_several_threads_ask_at_once(league: Warehouse) -> None:
    def ask(index: int) -> tuple[int, int]:
        detail = match_detail(league, f"M{1 + index % 3}")
        assert detail is not None
        return matches(league).height, detail.shots.height

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(24))) == [(5, 10), (5, 3), (5, 3)] * 8


def test_tables_are_exactly_those_of_the_schemas(league: Warehouse) -> None:
    for name, columns in TABLES.items():
        found = league.query(f"SELECT * FROM {name} LIMIT 0", {}, columns)
        assert found.schema == columns


def test_codes_of_a_mask(league: Warehouse) -> None:
    found = league.query("SELECT codes(64 + 1) AS some, codes(0) AS none", {}, pl.Schema({"some": pl.List(pl.String)}))
    assert found["some"].to_list() == [["break-short", "missed"]]


def test_metrics_are_told_apart_and_described() -> None:
    assert len({metric.code for metric in METRICS}) == len(METRICS)
    assert all(metric.definition.endswith(".") for metric in METRICS)
