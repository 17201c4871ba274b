"""The table of violations as data: code, article, kind and wording. Reports, pages and documents are made from it.

The bit of a code in every mask is its index in `ingest.vocabulary.VIOLATIONS`, which is also the order of the table.
The functions that observe them stand in `replay.articles`, named after their codes.
"""

from typing import Final, Literal, NamedTuple

from ingest.vocabulary import SEEN
from ingest.vocabulary import VIOLATIONS as CODES
from wording import N_


class Violation(NamedTuple):
    """One row of the table. `message` is a message id of the catalogues: what was done, in our own words."""

    code: str
    article: str
    kind: Literal["foul", "loss"]
    message: str


VIOLATIONS: Final = (
    Violation("break-short", "3", "foul", N_("The cue ball did not cross the centre line on the break.")),
    Violation("start-short", "12", "foul", N_("From the start position the cue ball did not reach the centre line.")),
    Violation(
        "start-touched",
        "12, 18.8",
        "loss",
        N_("From the start position the cue ball met a ball or a cushion before it crossed the centre line."),
    ),
    Violation("black-first", "18.6", "loss", N_("The black was hit first, directly, while it was not the ball on.")),
    Violation(
        "black-one-rail",
        "18.7",
        "loss",
        N_("The black, not the ball on, was hit first off one cushion although the opponent had no balls left."),
    ),
    Violation("opponent-first", "8, 10, 14", "foul", N_("A ball of the opponent's group was hit first, directly.")),
    Violation("missed", "8", "foul", N_("No legal ball was hit although one could be seen at least by half.")),
    Violation(
        "cue-pocketed",
        "13",
        "foul",
        N_("The cue ball fell into a pocket without having touched both an object ball and a cushion."),
    ),
    Violation("cue-off", "13", "foul", N_("The cue ball left the playing surface.")),
    Violation("ball-off", "15", "foul", N_("An object ball left the table.")),
    Violation("black-off", "15, 18.3", "loss", N_("The black left the table.")),
    Violation(
        "jump-masse",
        "16",
        "foul",
        N_("In a jump or massé shot the ball that was to be passed was moved by hand or cue."),
    ),
    Violation("no-foot-on-floor", "WPA", "foul", N_("The shooter had no foot on the floor.")),
    Violation("touched-ball", "WPA", "foul", N_("A ball was touched other than by the tip in the stroke.")),
    Violation("double-hit", "WPA", "foul", N_("The tip hit the cue ball twice.")),
    Violation("push-shot", "WPA", "foul", N_("The cue ball was pushed, not struck.")),
    Violation("balls-moving", "WPA", "foul", N_("The shot was played while balls were still moving.")),
    Violation("bad-placement", "WPA", "foul", N_("The cue ball was placed where it may not stand.")),
    Violation("cue-on-table", "WPA", "foul", N_("The cue was laid on the table to help with aiming.")),
    Violation("out-of-turn", "WPA", "foul", N_("The player shot although it was not his turn.")),
    Violation("slow-play", "WPA", "foul", N_("The player took too long.")),
    Violation("unsportsmanlike", "WPA", "foul", N_("The player behaved against the spirit of the game.")),
    Violation("not-with-tip", "WPA", "foul", N_("The cue ball was not struck with the tip of the cue.")),
    Violation("black-early", "18.5", "loss", N_("The black was pocketed before it was the ball on.")),
    Violation("black-with-other", "18.2", "loss", N_("Another ball, or the cue ball, fell together with the black.")),
    Violation("black-with-foul", "18.1, 5", "loss", N_("The black was pocketed with a foul.")),
    Violation("black-wrong-pocket", "18.4", "loss", N_("The black fell into a pocket that was not the shooter's.")),
    Violation("third-foul", "18.9", "loss", N_("It was the shooter's third foul in a row.")),
    Violation("foul", "18, note", "foul", N_("A foul was called; its kind was not written.")),
)

BIT: Final = {code: 1 << index for index, code in enumerate(CODES)}
"""Code to its bit in a mask."""

FOULS: Final = sum(BIT[v.code] for v in VIOLATIONS if v.kind == "foul")
"""Every code of kind foul, the unnamed `foul` included."""
LOSSES: Final = sum(BIT[v.code] for v in VIOLATIONS if v.kind == "loss")
SEEN_CODES: Final = sum(BIT[code] for code in SEEN)
"""Codes that are their own observation: nothing else in a log could show them."""

BREAK_SHORT: Final = BIT["break-short"]
START_SHORT: Final = BIT["start-short"]
START_TOUCHED: Final = BIT["start-touched"]
BLACK_FIRST: Final = BIT["black-first"]
BLACK_ONE_RAIL: Final = BIT["black-one-rail"]
OPPONENT_FIRST: Final = BIT["opponent-first"]
MISSED: Final = BIT["missed"]
SCRATCH: Final = BIT["cue-pocketed"]
CUE_BALL_OFF: Final = BIT["cue-off"]
BALL_OFF: Final = BIT["ball-off"]
BLACK_OFF: Final = BIT["black-off"]
BLACK_EARLY: Final = BIT["black-early"]
BLACK_WITH_OTHER: Final = BIT["black-with-other"]
BLACK_WITH_FOUL: Final = BIT["black-with-foul"]
BLACK_WRONG_POCKET: Final = BIT["black-wrong-pocket"]
THIRD_FOUL: Final = BIT["third-foul"]
UNNAMED_FOUL: Final = BIT["foul"]


def codes(mask: int) -> list[str]:
    """The codes of a mask, in the order of the table."""
    return [code for index, code in enumerate(CODES) if mask >> index & 1]
