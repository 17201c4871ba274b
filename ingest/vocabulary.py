"""The closed vocabularies of a shot log: the words that may stand in a cell, in the order of their numbers.

The numbers are what the decoded columns of the schema hold. Nothing here knows a rule: what a code *means* is said in
`replay.violations`; here it is only a word that may be written.
"""

from typing import Final

PLAYERS: Final = ("A", "B")
"""The two sides of a match; the index is the number in the decoded columns (A = 0, B = 1)."""

BALLS: Final = tuple(range(1, 16))
BLACK: Final = 8
SOLIDS: Final = tuple(range(1, 8))
STRIPES: Final = tuple(range(9, 16))

POCKETS: Final = ("HL", "HR", "SL", "SR", "FL", "FR")
"""Pocket names; the number in the decoded columns is the index plus one."""
POCKET_UNKNOWN: Final = 7
"""The decoded number of `?`: the ball fell, nobody wrote where."""

VIOLATIONS: Final = (
    "break-short",
    "start-short",
    "start-touched",
    "black-first",
    "black-one-rail",
    "opponent-first",
    "missed",
    "cue-pocketed",
    "cue-off",
    "ball-off",
    "black-off",
    "jump-masse",
    "no-foot-on-floor",
    "touched-ball",
    "double-hit",
    "push-shot",
    "balls-moving",
    "bad-placement",
    "cue-on-table",
    "out-of-turn",
    "slow-play",
    "unsportsmanlike",
    "not-with-tip",
    "black-early",
    "black-with-other",
    "black-with-foul",
    "black-wrong-pocket",
    "third-foul",
    "foul",
)
"""Every code that may be called, in the order of the table of violations; `foul` (kind not written) is the last.

The decoded masks of codes hold bit `i` for the code at index `i`."""

SEEN: Final = VIOLATIONS[11:23]
"""The codes that no other cell shows, so that only the cell `seen` can tell of them."""

INTENTS: Final = ("pot", "safety", "kick")
VIEWS: Final = ("v", "h")
"""Decoded: 0 not recorded, 1 `v`, 2 `h`."""

BREAK_RULES: Final = ("loser", "alternate", "winner", "trailing")
STATUSES: Final = ("played", "forfeit", "abandoned")
CALLS: Final = ("recorded", "not-recorded")
RACK_RESULTS: Final = ("A", "B", "replay", "?")
RACK_REASONS: Final = ("concession", "forfeit")
RULESETS: Final = ("bzs-2005",)

# Flags of the decoded column `choice`.
CHOSE_SOLIDS: Final = 1
CHOSE_STRIPES: Final = 2
CHOSE_REPEAT: Final = 4
CHOSE_ACCEPT: Final = 8
CHOSE_TAKE: Final = 16
CHOSE_LEAVE: Final = 32
CHOSE_BACK: Final = 64
CHOSE_DOWN: Final = 128

# Values of the decoded column `path_state`.
PATH_UNKNOWN: Final = 0
PATH_OPEN: Final = 1
PATH_COMPLETE: Final = 2

# Flags of the decoded column `cue`: what became of the cue ball.
CUE_POCKETED: Final = 1
CUE_OFF: Final = 2
CUE_CAME_BACK: Final = 4

KNOWN_TAGS: Final = (
    "Match",
    "Date",
    "Competition",
    "Season",
    "Round",
    "Fixture",
    "Venue",
    "Table",
    "A",
    "A.Id",
    "A.Club",
    "B",
    "B.Id",
    "B.Club",
    "Referee",
    "RaceTo",
    "Break",
    "Rules",
    "Calls",
    "Status",
    "Score",
    "Winner",
    "Revises",
)
"""The tags of a match in the order in which the notation is written."""
NEEDED_TAGS: Final = ("Match", "Date", "A", "B", "RaceTo")
