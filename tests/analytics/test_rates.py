"""Breaks and fouls of the hand-made league (`small.py`), counted by hand.

Racks that may count, with the breaker, what the break did, and the winner:

    M1.1  Ana   legal, the 5 fell                          Ana
    M1.2  Črt   legal, nothing fell                        Črt
    M1.4  Ana   break-short, called                        Ana
    M2.1  Črt   legal; what fell was not recorded          Žiga
    M3.1  Žiga  legal, the 3 and the cue ball fell         open

Left aside: M1.3 (stalemate), M2.2 (after the end of the match), M4 (walkover), M5 (verdict of an earlier log).
"""

import polars as pl
import pytest

from analytics.filters import Filters
from analytics.frames import CODE_RATES, PLAYER_RATES
from analytics.intervals import wilson
from analytics.rates import breaks_by_player, fouls_by_code, fouls_by_player
from analytics.warehouse import Warehouse
from tests.analytics.small import ANA, CRT, ZIGA, SmallStore

# person, metric: k of n, racks left out
BREAKS = {
    # All: 5 breaks, M1.4 alone with a violation. What fell is unknown in M2.1, the winner in M3.1.
    (None, "break-legal"): (4, 5, 0),
    (None, "break-ball"): (2, 4, 1),  # M1.1, M3.1
    (None, "break-dry"): (1, 4, 1),  # M1.2
    (None, "break-foul"): (1, 5, 0),  # M1.4
    (None, "break-scratch"): (1, 4, 1),  # M3.1
    (None, "break-won"): (3, 4, 1),  # M1.1, M1.2, M1.4; lost: M2.1
    (ANA, "break-legal"): (1, 2, 0),  # M1.1 of M1.1, M1.4
    (ANA, "break-ball"): (1, 2, 0),
    (ANA, "break-dry"): (0, 2, 0),
    (ANA, "break-foul"): (1, 2, 0),
    (ANA, "break-scratch"): (0, 2, 0),
    (ANA, "break-won"): (2, 2, 0),
    (CRT, "break-legal"): (2, 2, 0),  # M1.2, M2.1
    (CRT, "break-ball"): (0, 1, 1),  # M1.2 alone, M2.1 left out
    (CRT, "break-dry"): (1, 1, 1),
    (CRT, "break-foul"): (0, 2, 0),
    (CRT, "break-scratch"): (0, 1, 1),
    (CRT, "break-won"): (1, 2, 0),
    (ZIGA, "break-legal"): (1, 1, 0),  # M3.1
    (ZIGA, "break-ball"): (1, 1, 0),
    (ZIGA, "break-dry"): (0, 1, 0),
    (ZIGA, "break-foul"): (0, 1, 0),
    (ZIGA, "break-scratch"): (1, 1, 0),
    (ZIGA, "break-won"): (0, 0, 1),
}

# Shots of the racks above: M1.1 Ana Črt Ana, M1.2 Črt Ana Črt, M1.4 Ana Črt Ana, M2.1 Črt Žiga = 11 (Ana 5, Črt 5,
# Žiga 1). M3.1 has a shot whose ruling is open, so the rack leaves: Žiga's one shot and Ana's two.
# Shots with a foul that counts: M1.1.2 Črt (missed), M1.4.1 Ana (break-short), M1.4.2 Črt (two codes, one foul).
# Violations seen where calls are recorded: Črt missed; Ana missed (M1.2.2, not called); Ana break-short; Črt two.
FOULS = {
    (None, "foul-shot"): (3, 11, 1),
    (None, "foul-uncalled"): (1, 5, 1),
    (ANA, "foul-shot"): (1, 5, 1),
    (ANA, "foul-uncalled"): (1, 2, 1),
    (CRT, "foul-shot"): (2, 5, 0),
    (CRT, "foul-uncalled"): (0, 3, 0),
    (ZIGA, "foul-shot"): (0, 1, 1),
    (ZIGA, "foul-uncalled"): (0, 0, 1),
}


def counted(rates: pl.DataFrame) -> dict[tuple[str | None, str], tuple[int, int, int]]:
    assert rates.schema == PLAYER_RATES
    return {(row["person"], row["metric"]): (row["k"], row["n"], row["left_out"]) for row in rates.to_dicts()}


def test_breaks_are_counted_as_by_hand(league: Warehouse) -> None:
    assert counted(breaks_by_player(league)) == BREAKS


def test_fouls_are_counted_as_by_hand(league: Warehouse) -> None:
    assert counted(fouls_by_player(league)) == FOULS


def test_all_come_first_then_players_as_slovene_sorts(league: Warehouse) -> None:
    names = breaks_by_player(league)["name"].unique(maintain_order=True).to_list()
    assert names == [None, "Ana Žnidar", "Črt Šuštar", "Žiga Cokl"]


def test_every_rate_carries_its_interval(league: Warehouse) -> None:
    for row in pl.concat([breaks_by_player(league), fouls_by_player(league)]).to_dicts():
        assert (row["low"], row["high"]) == pytest.approx(wilson(row["k"], row["n"]))
        assert row["rate"] == (row["k"] / row["n"] if row["n"] else None)


def test_filters_choose_matches_and_players(league: Warehouse) -> None:
    cup = counted(breaks_by_player(league, Filters(competitions=("Pokal",))))
    assert cup[None, "break-legal"] == (1, 1, 0)  # M2.1
    assert {person for person, _ in cup} == {None, CRT}
    ana = counted(breaks_by_player(league, Filters(seasons=("2026",), players=(ANA,))))
    assert ana[None, "break-legal"] == ana[ANA, "break-legal"] == (1, 2, 0)
    assert counted(fouls_by_player(league, Filters(verdicts=("undetermined",))))[None, "foul-shot"] == (0, 0, 1)
    assert counted(breaks_by_player(league, Filters(seasons=("2025",)))) == {
        (None, metric): (0, 0, 0) for person, metric in BREAKS if person is None
    }


def test_codes_are_counted_as_by_hand(league: Warehouse) -> None:
    codes = fouls_by_code(league)
    assert codes.schema == CODE_RATES
    assert codes.height == 29
    assert set(codes["n"]) == {11}
    used = codes.filter(pl.col("k") + pl.col("seen") > 0)
    # code: effective, seen, not called (calls not recorded: M2 has none). M1.2.2 was seen and not called.
    assert used.select("code", "k", "seen", "not_called").rows() == [
        ("break-short", 1, 1, 0),
        ("opponent-first", 1, 1, 0),
        ("missed", 1, 2, 1),
        ("ball-off", 1, 1, 0),
    ]


def test_codes_add_up_to_the_metric(league: Warehouse) -> None:
    k, n, _ = FOULS[None, "foul-uncalled"]
    assert fouls_by_code(league).select("not_called", "seen").sum().rows() == [(k, n)]


def test_codes_of_one_player(league: Warehouse) -> None:
    codes = fouls_by_code(league, Filters(players=(ANA,)))
    assert set(codes["n"]) == {5}
    assert codes.filter(pl.col("k") > 0)["code"].to_list() == ["break-short"]
    assert codes.filter(pl.col("not_called") > 0)["code"].to_list() == ["missed"]


def test_a_rack_broken_by_the_other_player_is_no_break_of_either(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = SmallStore(tmp_path_factory.mktemp("wrong breaker"))
    store.match("M", ANA, CRT, (1, 0, "A"), race_to=1)
    store.verdict("M", "confirmed", (1, 0), "A")
    store.rack("M", 1, "A", "A", "black")
    store.shot("M", 1, "B", "1FL")
    store.rack("M", 2, "B", "B", "concession")  # its shots were lost: only who broke and who won is known
    rates = counted(breaks_by_player(Warehouse(store)))
    assert rates[ANA, "break-ball"] == (0, 0, 1)
    assert rates[ANA, "break-won"] == (0, 0, 1)
    assert rates[CRT, "break-legal"] == (0, 0, 1)
    assert rates[CRT, "break-won"] == (1, 1, 0)


def test_an_empty_store_has_rates_of_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    empty = Warehouse(SmallStore(tmp_path_factory.mktemp("empty")))
    assert set(counted(breaks_by_player(empty)).values()) == {(0, 0, 0)}
    assert breaks_by_player(empty).select("rate", "low", "high").unique().rows() == [(None, 0.0, 1.0)]
    assert set(fouls_by_code(empty)["n"]) == {0}
