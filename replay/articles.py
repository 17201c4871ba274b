"""The articles: each violation is one function over the table before the shot and the facts of the shot.

A function is named after its code in the table of violations and answers whether the violation is *observed*. Whether
it counts is another question, asked in `replay.calls`. The same functions run plain and compiled.
"""

from ingest.vocabulary import CUE_CAME_BACK, CUE_OFF, CUE_POCKETED
from replay.records import (
    BLACK,
    BREAK,
    START,
    Facts,
    Table,
    black_is_legal,
    fouls_of,
    group_of,
    legal_balls,
    pocket_of,
)
from replay.rulesets import Rules
from replay.violations import (
    BALL_OFF,
    BLACK_EARLY,
    BLACK_FIRST,
    BLACK_OFF,
    BLACK_ONE_RAIL,
    BLACK_WITH_FOUL,
    BLACK_WITH_OTHER,
    BLACK_WRONG_POCKET,
    BREAK_SHORT,
    CUE_BALL_OFF,
    FOULS,
    MISSED,
    OPPONENT_FIRST,
    SCRATCH,
    START_SHORT,
    START_TOUCHED,
    THIRD_FOUL,
)

BLACK_BALL = 8


def break_short(table: Table, facts: Facts) -> bool:
    """Art. 3: on the break the cue ball never crossed the centre line."""
    return table.start == BREAK and facts.crossed == 0


def start_short(table: Table, facts: Facts) -> bool:
    """Art. 12: from the start position the cue ball neither crossed the centre line nor touched anything."""
    return table.start == START and facts.crossed == 0 and facts.early == 0


def start_touched(table: Table, facts: Facts) -> bool:
    """Art. 12, 18.8: from the start position it touched a ball or a cushion before it crossed, if it crossed at all."""
    return table.start == START and facts.early == 1


def black_first(table: Table, facts: Facts) -> bool:
    """Art. 18.6: the black was hit first and directly while it was not legal."""
    return facts.first == BLACK_BALL and facts.rails == 0 and not black_is_legal(table)


def black_one_rail(table: Table, facts: Facts) -> bool:
    """Art. 18.7: the black, not legal, was hit first off exactly one cushion, and the opponent has no balls left."""
    opponents = group_of(table, 1 - table.shooter)
    return (
        facts.first == BLACK_BALL
        and facts.rails == 1
        and not black_is_legal(table)
        and opponents != 0
        and table.on & opponents == 0
    )


def opponent_first(table: Table, facts: Facts) -> bool:
    """Art. 8, 10, 14: a ball of the opponent's group was hit first and directly."""
    return facts.rails == 0 and facts.first > 0 and (1 << facts.first) & group_of(table, 1 - table.shooter) != 0


def missed(table: Table, facts: Facts) -> bool:
    """Art. 8: no legal ball was hit although one was in view; on the break the rack always is."""
    return facts.hit & legal_balls(table) == 0 and (table.start == BREAK or facts.in_view == 1)


def cue_pocketed(table: Table, facts: Facts, rules: Rules) -> bool:
    """Art. 13: the cue ball fell without touching an object ball or without touching a cushion (switch `scratch`)."""
    if facts.cue & CUE_POCKETED == 0:
        return False
    if rules.scratch_neither == 1:
        return facts.first == 0 and facts.cushion == 0
    return facts.first == 0 or facts.cushion == 0


def cue_off(table: Table, facts: Facts) -> bool:
    """Art. 13: the cue ball left the playing surface, whether or not it came back."""
    return facts.cue & (CUE_OFF | CUE_CAME_BACK) != 0


def ball_off(table: Table, facts: Facts) -> bool:
    """Art. 15: an object ball other than the black left the table."""
    return facts.off & ~BLACK != 0


def black_off(table: Table, facts: Facts) -> bool:
    """Art. 15, 18.3: the black left the table."""
    return facts.off & BLACK != 0


def black_early(table: Table, facts: Facts) -> bool:
    """Art. 18.5: the black was pocketed after the break while it was not legal."""
    return facts.fell & BLACK != 0 and table.start != BREAK and not black_is_legal(table)


def black_with_other(table: Table, facts: Facts) -> bool:
    """Art. 18.2: after the break the black was pocketed with another ball, the cue ball included."""
    other = facts.fell & ~BLACK != 0 or facts.cue & CUE_POCKETED != 0
    return facts.fell & BLACK != 0 and table.start != BREAK and other


def black_with_foul(table: Table, facts: Facts, fouls: int) -> bool:
    """Art. 18.1, 5: the black was pocketed in a shot with a foul; on the break a scratch is enough."""
    scratched = table.start == BREAK and facts.cue & CUE_POCKETED != 0
    return facts.fell & BLACK != 0 and (fouls != 0 or scratched)


def black_wrong_pocket(table: Table, facts: Facts) -> bool:
    """Art. 18.4: the black was legal and fell into another pocket than the shooter's (in free choice any pocket is
    right)."""
    own = pocket_of(table, table.shooter)
    return facts.fell & BLACK != 0 and black_is_legal(table) and own != 0 and facts.black_pocket != own


def third_foul(table: Table, facts: Facts, fouls: int) -> bool:
    """Art. 18.9: a foul, seen or called, after two shots of the same player that had an effective one."""
    return fouls != 0 and fouls_of(table, table.shooter) >= 2


def observed(table: Table, facts: Facts, called: int, rules: Rules) -> int:
    """Every violation that the facts show, as a mask of codes. `called` only adds to the count of art. 18.9."""
    codes = facts.seen
    if break_short(table, facts):
        codes |= BREAK_SHORT
    if start_short(table, facts):
        codes |= START_SHORT
    if start_touched(table, facts):
        codes |= START_TOUCHED
    if black_first(table, facts):
        codes |= BLACK_FIRST
    if black_one_rail(table, facts):
        codes |= BLACK_ONE_RAIL
    if opponent_first(table, facts):
        codes |= OPPONENT_FIRST
    if missed(table, facts):
        codes |= MISSED
    if cue_pocketed(table, facts, rules):
        codes |= SCRATCH
    if cue_off(table, facts):
        codes |= CUE_BALL_OFF
    if ball_off(table, facts):
        codes |= BALL_OFF
    if black_off(table, facts):
        codes |= BLACK_OFF
    fouls = codes & FOULS
    if black_early(table, facts):
        codes |= BLACK_EARLY
    if black_with_other(table, facts):
        codes |= BLACK_WITH_OTHER
    if black_with_foul(table, facts, fouls):
        codes |= BLACK_WITH_FOUL
    if black_wrong_pocket(table, facts):
        codes |= BLACK_WRONG_POCKET
    if rules.calls == 1:
        fouls |= called & FOULS
    if third_foul(table, facts, fouls):
        codes |= THIRD_FOUL
    return codes
