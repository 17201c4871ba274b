"""The sample league in its four formats, and the broken files beside it."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from ingest import schema
from ingest.gathering import gather
from ingest.reading import Reading, read_paths
from tests.ingest.samples import DATA, HEADER, one_match, read_all


@pytest.fixture(scope="module")
def league() -> Sequence[Reading]:
    return list(read_paths([DATA / name for name in ("kos", "csv", "jsonl", "xlsx")]))


def test_the_whole_league_is_read(league: Sequence[Reading]) -> None:
    """46 matches, 196 racks, 6568 shots (README of the sample), nothing quarantined, nothing strange."""
    log = gather(league)
    assert (log.read, log.matches.height, log.racks.height, log.shots.height) == (46, 46, 196, 6568)
    assert not log.quarantined
    assert not log.warnings
    assert log.readable == len(league) == 9
    assert log.matches["calls_recorded"].sum() == 34
    assert log.matches.filter(pl.col("racks") == 0)["status"].to_list() == ["forfeit"]


def test_the_figures_of_the_readme(league: Sequence[Reading]) -> None:
    """92 whole paths and the end of 1184 paths not recorded, 3602 views, 33 synthetic events."""
    shots = gather(league).shots
    assert shots["path_state"].value_counts().sort("path_state").rows() == [(0, 92), (1, 1184), (2, 6568 - 92 - 1184)]
    after_the_break = shots.filter(pl.col("shot") > 1)  # no scorer wrote a view on one of the 196 breaks
    assert (after_the_break["view_code"] == 0).sum() == 3602
    assert (shots["note"] == "synthetic event").sum() == 33


def test_the_tables_are_those_of_the_schema(league: Sequence[Reading]) -> None:
    for reading in league:
        assert reading.matches.schema == schema.MATCHES
        assert reading.persons.schema == schema.PERSONS
        assert reading.racks.schema == schema.RACKS
        assert reading.shots.schema == schema.SHOTS
        assert reading.tags.schema == schema.TAGS
        assert reading.matches["racks"].sum() == reading.racks.height
        assert reading.matches["shots"].sum() == reading.shots.height
        assert (
            not reading.matches.select("match", "date", "a", "b", "race_to", "content", "line")
            .null_count()
            .sum_horizontal()[0]
        )
        assert reading.persons["person"].is_unique().all()
        assert set(reading.matches["a"]) <= set(reading.persons["person"])


def test_masks_and_orders_agree(league: Sequence[Reading]) -> None:
    """As many balls in the order of falling as bits in the mask, and a pocket for each of them and no other."""
    shots = gather(league).shots
    order = sum((pl.col("fell_order") // 16**i % 16 > 0).cast(pl.Int32) for i in range(15))
    pockets = sum((pl.col("pockets") // 8**i % 8 > 0).cast(pl.Int32) * 2**i for i in range(1, 16))
    assert shots.filter(order != pl.col("fell").bitwise_count_ones()).is_empty()
    assert shots.filter(pockets != pl.col("fell")).is_empty()
    assert shots.filter((pl.col("pockets") % 8 > 0) != (pl.col("cue") % 2 == 1)).is_empty()


BROKEN = [
    # file, sheet, line, column, match, a piece of the text, code, the good match
    ("ball-16.kos", None, 14, "path", "2026-X-03", "16", "ball", "2026-X-04"),
    ("pocket-xx.kos", None, 37, "result", "2026-X-05", "2XX", "pocket", "2026-X-06"),
    ("ball-twice.kos", None, 13, "result", "2026-X-07", "2HL 2HR", "ball-twice", "2026-X-08"),
    ("missing-tag.kos", None, 1, "RaceTo", "2026-X-11", "", "missing-tag", "2026-X-12"),
    ("nul-byte.kos", None, 18, "result", "2026-X-13", "15HL\\x00", "control-character", "2026-X-14"),
    ("shot-gap.xlsx", "shots", 6, "C", "2026-X-15", "6", "shot-number", "2026-X-16"),
]


@pytest.mark.parametrize(("file", "sheet", "line", "column", "match", "text", "code", "good"), BROKEN)
def test_broken_files(
    file: str, sheet: str | None, line: int, column: str, match: str, text: str, code: str, good: str
) -> None:
    (reading,) = read_paths([DATA / "broken" / file])
    (problem,) = reading.quarantined
    assert (problem.sheet, problem.line, problem.column, problem.match) == (sheet, line, column, match)
    assert (problem.code, problem.text) == (code, problem.text if text == "16" else text)
    assert text in problem.text
    assert problem.file == str(DATA / "broken" / file)
    assert problem.expected
    assert reading.matches["match"].to_list() == [good]
    assert set(reading.shots["match"]) == set(reading.racks["match"]) == {good}
    assert reading.read == 2


def test_a_truncated_workbook_is_unreadable() -> None:
    (reading,) = read_paths([DATA / "broken" / "truncated.xlsx"])
    (problem,) = reading.quarantined
    assert (problem.match, problem.code) == (None, "unreadable")
    assert ".xlsx" in problem.expected
    assert problem.hint
    assert reading.read == 0


def test_a_season_is_the_year_of_the_date_where_none_is_written(tmp_path: Path) -> None:
    (reading,) = read_all(
        tmp_path, one_match() + "\n" + one_match(header=HEADER.replace("M-1", "M-2") + '[Season "25/26"]\n')
    )
    assert reading.matches.select("season", "season_derived").rows() == [("2026", True), ("25/26", False)]


def test_persons_are_known_by_id_else_by_name_and_club(tmp_path: Path) -> None:
    first = HEADER + '[A.Id "BZS-1"]\n[B.Club "BK Direkt"]\n[Referee "Ana Žnidar"]\n'
    second = HEADER.replace("M-1", "M-2").replace("Ana Žnidar", "A. Žnidar") + '[A.Id "BZS-1"]\n[B.Club "BK Ilirija"]\n'
    (reading,) = read_all(tmp_path, one_match(header=first) + "\n" + one_match(header=second))
    assert reading.persons.select("id", "name", "club").rows() == [
        ("BZS-1", "Ana Žnidar", None),
        (None, "Črt Šuštar", "BK Direkt"),
        (None, "Črt Šuštar", "BK Ilirija"),
        (None, "Ana Žnidar", None),
    ]
    assert reading.matches["a"].to_list() == ["BZS-1", "BZS-1"]
    assert reading.matches["b"].n_unique() == 2
    assert reading.tags.select("match", "tag", "value").rows() == [("M-2", "A", "A. Žnidar")]


def test_repeats_conflicts_and_revisions_within_one_run(tmp_path: Path) -> None:
    other = one_match("rack 1 B\nB 2\n")
    log = gather(read_all(tmp_path, "\n".join([one_match(), one_match(), other])))
    assert (log.read, log.matches.height) == (3, 1)
    assert [(p.match, p.line, p.code) for p in log.quarantined] == [("M-1", 19, "conflict")]
    assert log.shots["player"].to_list() == ["A"]

    content = log.matches["content"][0]
    assert content in log.quarantined[0].expected
    revision = one_match("rack 1 B\nB 2\n", HEADER + f'[Revises "{content}"]\n')
    log = gather(read_all(tmp_path, one_match() + "\n" + revision))
    assert not log.quarantined
    assert (log.matches.height, log.shots["player"].to_list()) == (1, ["B"])
    assert log.matches["revises"].to_list() == [content]


def test_the_content_is_the_hash_of_the_canonical_text_without_revises(tmp_path: Path) -> None:
    import hashlib

    from ingest.convert import convert

    (plain,) = read_all(tmp_path, one_match())
    convert(tmp_path / "log.kos", tmp_path / "canonical.kos")
    assert plain.matches["content"][0] == hashlib.sha256((tmp_path / "canonical.kos").read_bytes()).hexdigest()
    spelled = HEADER + '[Break "loser"] [Calls "not-recorded"] [Rules "bzs-2005"] [Status "played"] [Referee ""]\n'
    (revised,) = read_all(tmp_path, one_match("rack  1  A\n A |  1 -   > 1FL\nresult ?\n", spelled + '[Revises "x"]\n'))
    assert revised.matches["content"].to_list() == plain.matches["content"].to_list()
