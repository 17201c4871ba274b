"""The reference against the rule cases, and against itself where two ways must lead to one answer."""

import re
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings

from tests.reference import cases
from tests.reference.__main__ import audit
from tests.reference.compare import differences, report
from tests.reference.random_logs import logs, random_log
from tests.reference.worlds import TooManyWorldsError

ALL = list(cases.load())


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_every_case_gets_its_ruling(case: cases.Case) -> None:
    assert case.wrong(audit(case.text(), case.mode, case.switches)) == []


def test_cases_are_read_with_their_expectations() -> None:
    assert len(ALL) >= 206
    assert len({case.name for case in ALL}) == len(ALL)
    assert all(case.expect for case in ALL)


@pytest.mark.parametrize(
    "expected",
    [
        {"rack": 1, "field": "winner", "value": "B"},
        {"rack": 1, "shot": 3, "field": "next.player", "value": "A"},
        {"rack": 1, "shot": 2, "field": "own_pocketed", "contains": 6},
        {"field": "racks", "length": 2},
        {"rack": 1, "discrepancies_include": ["rack-unfinished"]},
        {"quarantined": True},
    ],
)
def test_a_wrong_expectation_is_found(expected: dict[str, Any]) -> None:
    log = "rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR\nA 7 - > 7FL\nA 8 - > 8FL\nresult A\n"
    case = cases.Case("x", "1", "A wins.", log, "as-called", {}, [expected])
    assert len(case.wrong(audit(case.text()))) == 1


def document(log: str, mode: str = "as-called") -> dict[str, Any] | None:
    """The match's document; `None` where too much is open for the reference."""
    try:
        return cast(dict[str, Any], audit(log, mode)["matches"][0])
    except TooManyWorldsError:
        return None


@settings(deadline=None, max_examples=25)
@given(logs(blanks=False))
def test_where_paths_and_results_are_written_nothing_turns_on_them(log: str) -> None:
    match = document(log)
    assert match is None or {turn["fact"] for turn in match["turns_on"]} <= {"choice", "shots", "view"}


def test_strict_is_as_called_where_every_violation_counts_in_both_and_the_log_follows() -> None:
    compared = 0
    for seed in range(80):
        log = random_log(Random(seed), blanks=False).replace('[Calls "recorded"]\n', "")
        one, two = document(log), document(log, "strict")
        for called, strict in zip(one["racks"], two["racks"], strict=True) if one and two else ():
            if strict["diverges_at"] is None:
                assert (called["shots"], called["winner"]) == (strict["shots"], strict["winner"]), log
                compared += 1
    assert compared > 40


def test_a_blanked_path_never_turns_a_verdict_into_its_opposite() -> None:
    """One path and view of a log that is in order is blanked: the true winner stays possible."""
    compared = opened = 0
    for seed in range(300):
        rng = Random(seed)
        log = random_log(rng, blanks=False)
        whole = document(log)
        lines = log.splitlines()
        shots = [n for n, line in enumerate(lines) if re.match(r"[AB] ", line)]
        if whole is None or whole["turns_on"] or not shots or {d["rack"] for d in whole["discrepancies"]} - {None}:
            continue
        n = rng.choice(shots)
        lines[n] = re.sub(r"^([AB]) [^(>*!=]+", r"\1 ? ", lines[n]).replace("(v)", "").replace("(h)", "")
        blanked = document("\n".join(lines))
        for a, b in zip(whole["racks"], blanked["racks"], strict=True) if blanked else ():
            assert b["winner"] in (None, a["winner"]), log
            compared += 1
            opened += b["winner"] != a["winner"]
    assert compared > 50
    assert opened > 1


def test_differences_name_the_place() -> None:
    log = random_log(Random(1))
    one, two = audit(log), audit(log)
    assert differences(one, two) == []
    assert report(log, one, two) == ""
    two["matches"][0]["racks"][0]["shots"][0]["observed"] = ["slow-play"]
    two["matches"][0]["discrepancies"].append({"code": "not-called", "rack": 1, "shot": 1, "violation": "slow-play"})
    found = differences(one, two)
    assert any("shots 1 observed" in line for line in found)
    assert any("only in the other (1, 1, 'not-called', 'slow-play')" in line for line in found)
    assert log.splitlines()[0] in report(log, one, two)
