"""One match of the hand-made league, in every detail."""

import datetime as dt

from analytics.filters import PENDING
from analytics.frames import DISCREPANCY_ROWS, RACK_ROWS, SHOT_ROWS, TURNS_ON_ROWS
from analytics.match import match_detail
from analytics.warehouse import Warehouse


def test_header_claims_and_verdict(league: Warehouse) -> None:
    detail = match_detail(league, "M1")
    assert detail is not None
    head = detail.head
    assert (head.a_name, head.b_name, head.referee_name) == ("Ana Žnidar", "Črt Šuštar", "Žiga Cokl")
    assert (head.date, head.competition, head.round, head.venue) == (
        dt.date(2026, 1, 10),
        "1. liga",
        "1",
        "BK Ilirija",
    )
    assert (head.claimed_a, head.claimed_b, head.claimed_winner) == (2, 1, "A")
    assert (head.score_a, head.score_b, head.winner, head.verdict) == (2, 1, "A", "confirmed")
    assert (head.file, head.line, head.calls_recorded, head.race_to) == ("liga.kos", 1, True, 2)


def test_racks_carry_the_score_as_it_developed(league: Warehouse) -> None:
    detail = match_detail(league, "M1")
    assert detail is not None
    assert detail.racks.schema == RACK_ROWS
    columns = ("rack", "breaker", "winner", "claimed", "reason", "scores", "shots", "wins_a", "wins_b", "open_racks")
    assert detail.racks.select(columns).rows() == [
        (1, "A", "A", "A", "black", True, 3, 1, 0, 0),
        (2, "B", "B", "B", "black", True, 3, 1, 1, 0),
        (3, "A", None, "replay", "stalemate", False, 1, 1, 1, 0),
        (4, "A", "A", "A", "black", True, 3, 2, 1, 0),
    ]


def test_a_rack_without_a_winner_stays_open_in_the_score(league: Warehouse) -> None:
    detail = match_detail(league, "M3")
    assert detail is not None
    assert detail.racks.select("wins_a", "wins_b", "open_racks").rows() == [(0, 0, 1)]
    assert detail.turns_on.schema == TURNS_ON_ROWS
    assert detail.turns_on.rows() == [(1, 3, "view")]


def test_shots_keep_facts_calls_and_rulings_apart(league: Warehouse) -> None:
    detail = match_detail(league, "M1")
    assert detail is not None
    assert detail.shots.schema == SHOT_ROWS
    columns = ("rack", "shot", "player", "result", "observed", "called", "effective", "line")
    chosen = detail.shots.select(columns).rows()
    assert chosen[0] == (1, 1, "A", "5FL", [], [], [], 101)
    assert chosen[1] == (1, 2, "B", None, ["missed"], ["missed"], ["missed"], 102)
    assert chosen[4] == (2, 2, "A", None, ["missed"], [], [], 202)
    assert chosen[8] == (4, 2, "B", None, ["opponent-first", "ball-off"], ["foul"], ["opponent-first", "ball-off"], 402)
    assert len(chosen) == 10


def test_an_open_value_is_not_an_empty_one(league: Warehouse) -> None:
    detail = match_detail(league, "M3")
    assert detail is not None
    assert detail.shots.select("observed", "effective", "open").rows()[1:] == [
        (None, [], []),
        (None, None, ["effective", "observed"]),
    ]


def test_discrepancies_lead_to_their_line(league: Warehouse) -> None:
    first, second = match_detail(league, "M1"), match_detail(league, "M2")
    assert first is not None
    assert second is not None
    assert first.discrepancies.schema == DISCREPANCY_ROWS
    assert first.discrepancies.rows() == [(2, 2, "not-called", "missed", None, None, 202)]
    assert second.discrepancies.rows() == [
        (1, None, "winner-mismatch", None, None, None, 100),
        (2, None, "rack-after-end", None, None, None, 200),
    ]


def test_a_match_revised_since_its_replay_shows_its_log_and_no_ruling(league: Warehouse) -> None:
    detail = match_detail(league, "M5")
    assert detail is not None
    assert (detail.head.verdict, detail.head.winner) == (PENDING, None)
    assert detail.racks.select("winner", "reason", "claimed").rows() == [(None, None, "B")]
    assert detail.shots.select("observed", "called", "effective", "judged").rows() == [
        (None, ["break-short"], None, None)
    ]
    assert detail.discrepancies.is_empty()


def test_unknown_match(league: Warehouse) -> None:
    assert match_detail(league, "M6") is None
