"""The cell that says what the rules make of a shot: what counts, what does not, what is open."""

import re
from html import unescape
from typing import Any

import pytest

from analytics.match import Head, match_detail
from analytics.warehouse import Warehouse
from dashboard.match_rulings import ruled
from tests.analytics.small import small_league

SHOT = {
    "judged": True,
    "observed": [],
    "effective": [],
    "decides": None,
    "continues": False,
    "open": [],
    "choice": None,
}
SHOT |= {"next_player": "B"}
MISSED = "No legal ball was hit although one could be seen at least by half. art. 8"
TOUCHED = "A ball was touched other than by the tip in the stroke. WPA"


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Head:
    detail = match_detail(Warehouse(small_league(tmp_path_factory.mktemp("league"))), "M1")
    assert detail is not None
    return detail.head


def parted(code: str, violation: str | None = None, ball: int | None = None) -> dict[str, Any]:
    return {"rack": 1, "shot": 2, "code": code, "violation": violation, "ball": ball, "choice": None, "line": 5}


CASES = [
    ({}, [], ["next: Črt Šuštar"]),
    ({"continues": True}, [], ["plays on"]),
    ({"decides": "A"}, [], ["Ana Žnidar wins the rack"]),
    ({"observed": ["missed"], "effective": ["missed"]}, [], [f"foul {MISSED}", "next: Črt Šuštar"]),
    (
        {"observed": ["missed"]},
        [parted("not-called", "missed")],
        [f"not called, does not count {MISSED}", "next: Črt Šuštar"],
    ),
    # Other violations of the shot are open; this one is reported in every world.
    (
        {"observed": None, "open": ["observed"]},
        [parted("not-called", "missed")],
        [
            f"not called, does not count {MISSED}",
            "next: Črt Šuštar",
            "open: which violations there were",
        ],
    ),
    (
        {"observed": ["missed"], "effective": None, "next_player": None, "open": ["effective", "next"]},
        [],
        [f"perhaps {MISSED}", "open: which violations count, whether play goes on"],
    ),
    (
        {"effective": ["missed"]},
        [parted("call-unsupported", "missed")],
        [f"foul {MISSED} called; the facts do not show it", "next: Črt Šuštar"],
    ),
    # A call of a code that only a witness can tell of is itself the observation.
    ({"effective": ["touched-ball"]}, [], [f"foul {TOUCHED}", "next: Črt Šuštar"]),
    (
        {"observed": ["black-early"], "effective": ["black-early"], "decides": "B"},
        [],
        [
            "loss of rack The black was pocketed before it was the ball on. art. 18.5",
            "Črt Šuštar wins the rack",
        ],
    ),
    (
        {},
        [parted("ball-not-on-table", ball=5)],
        ["discrepancy Ball 5 is named, but it was no longer on the table.", "next: Črt Šuštar"],
    ),
    (
        {"choice": "stripes"},
        [parted("illegal-choice")],
        [
            "discrepancy The written choice “takes the stripes” has no right here and is ignored.",
            "next: Črt Šuštar",
        ],
    ),
    ({"judged": None}, [], ["not replayed yet"]),
    (
        {"judged": False, "observed": None, "effective": None, "continues": None, "next_player": None},
        [parted("play-after-end")],
        [
            "after the end of the rack, not judged",
            "discrepancy The rack was already decided; this shot and those after it do not count.",
        ],
    ),
]


@pytest.mark.parametrize(("shot", "discrepancies", "said"), CASES)
def test_rulings(head: Head, shot: dict[str, Any], discrepancies: list[dict[str, Any]], said: list[str]) -> None:
    lines = re.split(r"</div>", ruled({**SHOT, **shot}, discrepancies, head))
    found = [unescape(re.sub(r"<[^>]+>", "", line)).strip() for line in lines]
    assert [line for line in found if line] == said
