"""From observed to effective: the note of art. 18 (what was not pointed out before play went on does not count)."""

from ingest.vocabulary import CUE_POCKETED
from replay.records import BLACK, BREAK, Facts, Table
from replay.rulesets import Rules
from replay.violations import (
    BLACK_OFF,
    BLACK_WITH_FOUL,
    FOULS,
    LOSSES,
    SEEN_CODES,
    THIRD_FOUL,
    UNNAMED_FOUL,
)


def effective(seen: int, called: int, black_fell: bool, ends_unclaimed: bool, rules: Rules) -> int:
    """The violations that count, as a mask of codes.

    `seen` are the observed ones. `ends_unclaimed`: the shot is the last of its rack and no result line gives the rack
    to its shooter, so that losing violations count without a word. Rights that a written choice takes up are added
    later (`replay.outcome`), since they cannot decide a rack.
    """
    if rules.calls == 0:
        return seen
    counted = called & ~UNNAMED_FOUL
    if called & UNNAMED_FOUL and counted & ~THIRD_FOUL == 0:
        others = seen & ~THIRD_FOUL
        counted |= others if others != 0 else UNNAMED_FOUL
    if called & THIRD_FOUL:
        counted |= seen & FOULS
    counted |= seen & BLACK_OFF
    if ends_unclaimed:
        counted |= seen & LOSSES
        if seen & THIRD_FOUL:
            counted |= seen & FOULS
    if black_fell and counted & FOULS:
        counted |= BLACK_WITH_FOUL
    return counted


def not_called(seen: int, counted: int) -> int:
    """Observed, but not effective."""
    return seen & ~counted


def unsupported(table: Table, facts: Facts, seen: int, called: int, rules: Rules) -> int:
    """Called, and the recorded facts say no. A call of a code that only the eye can see, or of an unnamed foul, is
    itself the observation; so it also bears out a call of `black-with-foul` beside it."""
    if rules.calls == 0:
        return 0
    witnessed = called & (SEEN_CODES | UNNAMED_FOUL)
    borne_out = seen | witnessed
    scratched = table.start == BREAK and facts.cue & CUE_POCKETED != 0
    if facts.fell & BLACK and (witnessed != 0 or scratched):
        borne_out |= BLACK_WITH_FOUL
    return called & ~borne_out
