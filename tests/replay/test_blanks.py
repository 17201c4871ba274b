"""What a missing cell may do to a verdict, and what it may not."""

import re
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from replay.logs import match_logs
from replay.rack import explore
from replay.rulesets import RULESETS, rules
from replay.worlds import replay_rack
from tests.reference.random_logs import random_log
from tests.replay.judging import judge_all, log, read, readable

TABLE_STATE = {"wrong-shooter", "ball-not-on-table", "play-after-end", "rack-unfinished", "illegal-choice"}


def blanked(text: str, rng: Random) -> str:
    """The log with some facts of some shots forgotten: the view, the pocket of a ball, the path, the choice.

    Only blanks that mean unknown: an empty result would mean that nothing fell."""
    lines = []
    for line in text.splitlines():
        if re.match(r"[AB] ", line) and rng.random() < 0.3:
            change = rng.choice(
                [
                    (r"\((v|h)\) ?", ""),
                    (r"(\d)(HL|HR|SL|SR|FL|FR)", r"\1?"),
                    (r"^([AB]) [^(>*!=@#]+", r"\1 ? "),
                    (r" = [^@#]*", " "),
                ]
            )
            lines.append(re.sub(change[0], change[1], line, count=1))
        else:
            lines.append(line)
    return "\n".join(lines)


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_a_blank_never_turns_a_verdict_into_its_opposite(seed: int) -> None:
    whole = random_log(Random(seed), "W", blanks=False)
    part = blanked(whole, Random(seed)).replace('[Match "W"]', '[Match "P"]')
    texts = readable({"W": whole, "P": part})
    assume(len(texts) == 2)
    found = judge_all(list(texts.values()))
    odd = {row["rack"] for row in found["W"]["discrepancies"] if row["code"] in TABLE_STATE}
    assume(len(odd) < len(found["W"]["racks"]))
    opposites = {("confirmed", "contradicted"), ("contradicted", "confirmed")}
    for one, other in zip(found["W"]["racks"], found["P"]["racks"], strict=True):
        if one["rack"] not in odd:
            assert (one["verdict"], other["verdict"]) not in opposites
            assert other["winner"] in (one["winner"], None)
    if not odd:
        assert (found["W"]["verdict"], found["P"]["verdict"]) not in opposites


# After the break that left A only the 7, twenty shots of which only the first ball is known.
TWENTY = "\n".join(
    ["rack 1 A", "A | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR"]
    + ["A 7 ...", "B 9 ..."] * 10
    + ["A 7 - > 7?", "A 8 - > 8FL", "result A"]
)


def test_twenty_open_cells_leave_few_tables() -> None:
    (match,) = match_logs(*(getattr(read([log(TWENTY)]), name) for name in ("matches", "racks", "shots")))
    worlds = explore(match.racks[0], rules(RULESETS["bzs-2005"].settings, calls_recorded=False, strict=False))
    # One table before the break, one after it and one after each of the twenty shots: an own ball is hit and nothing
    # falls, so no end of a path matters. Then six pockets for the 7, and for each of them the end of the rack.
    assert len(worlds.nodes) == 1 + 1 + 20 + 6 + 6


@pytest.mark.parametrize(
    ("racks", "turns"),
    [
        # The 7 fell somewhere: A's pocket is not known, and the black fell in FL.
        ("A 7 - > 7?\nA 8 - > 8FL\nresult A", [(2, "result")]),
        # B chose A's pocket after the scratch, nobody wrote which.
        ("A 7 - > 7FL cHR\nB | 9 -\nA 8 - > 8SL\nresult A", [(2, "choice")]),
        # Where the 7 fell and where the black fell: either may make the difference.
        ("A 7 - > 7?\nA 8 - > 8?\nresult A", [(2, "result"), (3, "result")]),
        # Art. 18.8 gives A the rack if the cue ball met something before the centre line, else A conceded it.
        ("A 7 - > cHL\nB ? > 9FL\nresult B concession", [(3, "path")]),
        # Nothing hangs on the view where an own ball was hit.
        ("A 7 - > 7FL\nA 8 - > 8FL\nresult A", []),
    ],
)
def test_turns_on(racks: str, turns: list[tuple[int, str]]) -> None:
    text = log(f"rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR\n{racks}")
    (rack,) = judge_all([text])["M"]["racks"]
    assert [(turn["shot"], turn["fact"]) for turn in rack["turns_on"]] == turns


def test_a_shot_of_which_nothing_is_known_may_still_decide() -> None:
    # A has the 7 left and cannot win with this shot (art. 18.5); the result line says the rack ended: he lost it.
    text = log("rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR\nA ? > ?\nresult A")
    (rack,) = judge_all([text])["M"]["racks"]
    assert (rack["winner"], rack["verdict"], rack["turns_on"]) == ("B", "contradicted", [])


def test_a_rack_with_too_much_open_says_so() -> None:
    text = log("rack 1 A\nA | 1 - > ?\nB ? > ?\nA ? > ?\nB ? > ?\nresult A")
    (rack,) = judge_all([text])["M"]["racks"]
    assert (rack["bounded"], rack["winner"], rack["verdict"]) == (True, None, "undetermined")
    assert {turn["fact"] for turn in rack["turns_on"]} == {"path", "view", "result"}


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_looking_ahead_changes_nothing(seed: int) -> None:
    texts = readable({"L": random_log(Random(seed), "L", blanks=True)})
    for match in match_logs(*(getattr(read(list(texts.values())), name) for name in ("matches", "racks", "shots"))):
        told = rules(RULESETS["bzs-2005"].settings, calls_recorded=match.calls_recorded, strict=False)
        for rack in match.racks:
            if not rack.shots:
                continue
            ahead = replay_rack(rack.shots, rack.breaker, rack.ending, told, True, 20_000)
            blind = replay_rack(rack.shots, rack.breaker, rack.ending, told, False, 20_000)
            if ahead.conflict or ahead.too_many or blind.too_many:
                continue
            last = [
                {w.edges[i].after.winner for i in range(w.layers[-2], w.layers[-1]) if w.alive[i]}
                for w in (ahead, blind)
            ]
            assert last[0] == last[1]
            assert ahead.partings == blind.partings


def test_what_cannot_have_fallen_is_known() -> None:
    # Every ball of the table is named after the shot whose result nobody wrote, so none of them had gone.
    rest = "\n".join(
        f"{'BA'[n % 2]} {ball} -" for n, ball in enumerate((9, 7, 10, 7, 11, 7, 12, 7, 13, 7, 14, 7, 15, 8))
    )
    text = log(f"rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR\nA 7 - > ?\n{rest}")
    (rack,) = judge_all([text])["M"]["racks"]
    assert (rack["shots"][1]["pocketed"], rack["shots"][1]["own_pocketed"]) == ([], [])
