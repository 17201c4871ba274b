"""Each violation by its article: a shot that commits it, and its nearest neighbour that does not.

A shot is written as in the notation and played by A in the position that the line names, with all that is seen counting
(`Calls not-recorded`).
"""

import pytest

from ingest.vocabulary import VIOLATIONS as CODES
from replay.violations import BIT, FOULS, LOSSES, SEEN_CODES, VIOLATIONS
from tests.replay.judging import judge_all, log

BREAK = "rack 1 A"
OPEN = "rack 1 B\nB | 1+9 -"
GROUPS = "rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL\nA 6 -\nB 9 -"
START = "rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL\nA 6 -\nB 9 - > cHL"
BLACK = "rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR\nA 7 - > 7FL"
CLEARED = "rack 1 A\nA | 1+9 - > 1FL 9FL 10FR 11HL 12HR 13SL 14SR 15FR = solids pocket:B:SL"
TWO_FOULS = GROUPS + "\nA - (v)\nB 9 -\nA - (v)\nB 9 -"

TABLE = [
    # article, code, the position, the shot that commits it, one that does not
    ("3", "break-short", BREAK, "A 1+9 -", "A - | 1+9"),
    ("12", "start-short", START, "A . (h)", "A | - (h)"),
    ("12, 18.8", "start-touched", START, "A 6 |", "A | 6"),
    ("12, 18.8", "start-touched", START, "A - | 6", "A | - 6"),
    ("12, 18.8", "start-touched", START, "A _ (h) > cHL", "A | _ (h) > cFL"),
    ("18.6", "black-first", GROUPS, "A 8+6", "A - 8+6"),
    ("18.6", "black-first", GROUPS, "A 8 6", "A 6 8"),
    ("18.7", "black-one-rail", CLEARED, "A - 8+2", "A - - 8+2"),
    ("18.7", "black-one-rail", CLEARED, "A - 8+2", "A - 2+8"),
    ("8, 10, 14", "opponent-first", GROUPS, "A 9+6", "A - 9+6"),
    ("8, 10, 14", "opponent-first", GROUPS, "A 9 6", "A 6 9"),
    ("8", "missed", GROUPS, "A - 9 - (v)", "A - 9 - (h)"),
    ("8", "missed", GROUPS, "A - (v)", "A - 9+6 (v)"),
    ("8", "missed", GROUPS, "A - 9 (v)", "A - 9 (v) > 6FL"),
    ("8", "missed", OPEN, "A - 8 (v)", "A - 8+9 (v)"),
    ("8", "missed", BREAK, "A | -", "A | 9 -"),
    ("13", "cue-pocketed", GROUPS, "A 6 > cFL", "A 6 - > cFL"),
    ("13", "cue-pocketed", GROUPS, "A - (h) > cFL", "A - 6 > cFL"),
    ("13", "cue-pocketed", GROUPS, "A 6 _ > cFL", "A 6 - _ > cFL"),
    ("13", "cue-off", GROUPS, "A 6 > c^", "A 6"),
    ("13", "cue-off", GROUPS, "A 6 > c~", "A 6 - > cFL"),
    ("15", "ball-off", GROUPS, "A 6 > 6^", "A 6 > 6FL"),
    ("15, 18.3", "black-off", GROUPS, "A 6+8 > 8^", "A 6+8"),
    ("16", "jump-masse", GROUPS, "A 6 * jump-masse", "A 6 # jumped cleanly"),
    ("WPA", "double-hit", GROUPS, "A 6 * double-hit", "A 6"),
    ("18.5", "black-early", GROUPS, "A 6+8 > 8FL", "A 6+8"),
    ("18.5", "black-early", OPEN, "A 9+8 > 8FL", "A 9+8 > 9FL"),
    ("18.2", "black-with-other", BLACK, "A 8+9 > 8FL 9HR", "A 8+9 > 8FL"),
    ("18.2", "black-with-other", BLACK, "A 8 - > 8FL cHR", "A 8 - > 8FL"),
    ("18.1", "black-with-foul", BLACK, "A 9+8 > 8FL", "A - 9+8 > 8FL"),
    ("5", "black-with-foul", BREAK, "A | 1+9 - > 8FL cFL", "A | 1+9 - > 8FL"),
    ("18.4", "black-wrong-pocket", BLACK, "A 8 > 8FR", "A 8 > 8FL"),
    ("18.9", "third-foul", TWO_FOULS, "A - (v)", "A - (h)"),
]


@pytest.mark.parametrize(("article", "code", "position", "commits", "does_not"), TABLE)
def test_violation(article: str, code: str, position: str, commits: str, does_not: str) -> None:
    found = judge_all([log(f"{position}\n{commits}", name="commits"), log(f"{position}\n{does_not}", name="does not")])
    assert code in found["commits"]["racks"][0]["shots"][-1]["observed"]
    assert code not in found["does not"]["racks"][0]["shots"][-1]["observed"]
    assert article in VIOLATIONS[CODES.index(code)].article


def test_every_code_with_a_rule_of_its_own_is_tried() -> None:
    tried = {row[1] for row in TABLE}
    seen_alike = set(CODES[12:23]) - {"double-hit"}  # WPA codes: nothing but the scorer's word decides
    assert tried == set(CODES) - seen_alike - {"foul"}


def test_the_table_has_the_codes_of_the_log_in_their_order() -> None:
    assert [row.code for row in VIOLATIONS] == list(CODES)
    assert sum(BIT.values()) == FOULS | LOSSES
    assert FOULS & LOSSES == 0
    assert SEEN_CODES & LOSSES == 0
