"""The compiled run and the plain run of the same rules say the same, shot by shot."""

from pathlib import Path
from random import Random

import numpy as np
import polars as pl
import pytest

from ingest.gathering import Gathered, gather
from ingest.reading import read_paths
from replay.columns import rack_order, to_columns
from replay.kernel import LIMIT, REDO, SOURCES, Columns, compiled, engine_hash, replay_columns
from replay.rulesets import RULESETS, rules
from tests.reference import cases
from tests.reference.random_logs import random_log
from tests.replay.judging import read, readable

LEAGUE = Path(__file__).parents[2] / "data" / "league-2026"


def columns_of(found: Gathered, *, strict: bool) -> Columns:
    shots = found.shots.sort("match", "rack", "shot")
    racks = rack_order(found.racks.sort("match", "rack"), shots)
    told = {
        match: rules(RULESETS[ruleset].settings, calls_recorded=recorded, strict=strict)
        for match, ruleset, recorded in found.matches.select("match", "rules", "calls_recorded").iter_rows()
    }
    return to_columns(racks, shots, told)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


def corpus(name: str) -> Gathered:
    if name == "sample league":
        return gather(read_paths([LEAGUE / part for part in ("kos", "csv", "xlsx", "jsonl")]))
    if name == "rule cases":
        return read([case.text() for case in cases.load()])
    texts = {f"R-{seed}": random_log(Random(seed), f"R-{seed}", blanks=True) for seed in range(300)}
    return read(list(readable(texts).values()))


@pytest.mark.parametrize("name", ["sample league", "rule cases", "random logs"])
def test_compiled_and_plain_agree(name: str, cache: Path) -> None:
    found = corpus(name)
    for strict in (False, True):
        columns = columns_of(found, strict=strict)
        plain, fast = replay_columns(columns, None), replay_columns(columns, cache)
        assert plain.shots.shape[0] == found.shots.height
        for one, other in zip(plain, fast, strict=True):
            np.testing.assert_array_equal(one, other)


def test_compiled_rules_are_kept_under_their_text(cache: Path) -> None:
    compiled(cache)
    assert (cache / f"engine-{engine_hash()}").is_dir()
    assert {module.__name__ for module in SOURCES} >= {"replay.articles", "replay.outcome", "replay.worlds"}


def test_racks_beyond_the_limit_are_left_to_the_plain_run() -> None:
    # Two results in a row of which nothing is known: the second has every way of the first times its own.
    found = read(
        ['[Match "M"]\n[Date "2026-01-01"]\n[A "A"]\n[B "B"]\n[RaceTo "1"]\n\nrack 1 A\nA | 1 - > ?\nB ? > ?\nresult A']
    )
    replayed = replay_columns(columns_of(found, strict=False), None)
    assert replayed.racks[0, REDO] == 1
    assert LIMIT < 10_000


def test_shots_without_their_rack_are_refused() -> None:
    found = read([case.text() for case in list(cases.load())[:2]])
    with pytest.raises(ValueError, match="without their rack"):
        rack_order(found.racks.filter(pl.col("match") == "nobody"), found.shots)
