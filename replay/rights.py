"""What may be chosen after a shot (art. 6, 7, 12 to 15), and whether what was written may stand.

Each function answers from the table before the shot, the facts and the codes that count. A written choice that has no
right is ignored by the caller and reported.
"""

from ingest.vocabulary import (
    CHOSE_ACCEPT,
    CHOSE_BACK,
    CHOSE_DOWN,
    CHOSE_LEAVE,
    CHOSE_REPEAT,
    CHOSE_SOLIDS,
    CHOSE_STRIPES,
    CHOSE_TAKE,
    CUE_POCKETED,
)
from replay.records import BLACK, BREAK, GROUP_BALLS, SOLIDS, START, STRIPES, Facts, Shot, Table, group_of
from replay.rulesets import Rules
from replay.violations import BALL_OFF, OPPONENT_FIRST, SCRATCH, START_SHORT

CHOSE_POCKET_A = 256
CHOSE_POCKET_B = 512
"""Two more flags beside `vocabulary.CHOSE_*`, for the masks of choices that have no right."""


def written(shot: Shot) -> int:
    """Every choice that is written on a shot, as flags."""
    flags = shot.choices
    if shot.pocket_a != 0:
        flags |= CHOSE_POCKET_A
    if shot.pocket_b != 0:
        flags |= CHOSE_POCKET_B
    return flags


def may_put_back(table: Table, facts: Facts) -> int:
    """The balls of which the opponent decides whether they are put back (art. 15): those that left the table, but
    none on a break and never the black."""
    if table.start == BREAK:
        return 0
    return facts.off & ~BLACK


def may_take(facts: Facts, codes: int) -> int:
    """The ball that the opponent may put into a pocket (art. 14), as a bit, 0 = none: the one touched first, unless it
    fell or left the table in the shot."""
    if codes & OPPONENT_FIRST == 0 or facts.first == 0:
        return 0
    return (1 << facts.first) & ~(facts.fell | facts.off | BLACK)


def may_repeat(table: Table, codes: int) -> bool:
    """Whether the opponent may have the shot again (art. 12, 13): after a short shot or a scratch from the start
    position."""
    return codes & START_SHORT != 0 or (codes & SCRATCH != 0 and table.start == START)


def may_choose_group(table: Table, facts: Facts, fouls: int, rules: Rules) -> int:
    """What a shot does to the groups (art. 6, 7), seen from the shooter: 0 nothing, 1 he has solids, 2 he has stripes,
    3 he chooses between the two."""
    if table.group != 0 or fouls != 0:
        return 0
    fell = (1 if facts.fell & SOLIDS else 0) | (2 if facts.fell & STRIPES else 0)
    if table.start == BREAK:
        if rules.break_scratch_open == 1 and facts.cue & CUE_POCKETED:
            return 0
        return fell
    first = (1 << facts.first) & GROUP_BALLS
    of_first = 0
    if first & SOLIDS:
        of_first = 1
    elif first & STRIPES:
        of_first = 2
    if facts.rails == 0:
        return of_first
    if rules.any_single == 1:
        return fell if facts.first != 0 and fell != 3 else 0
    return fell if fell == of_first else 0


def back_stands(table: Table, facts: Facts, shot: Shot) -> bool:
    """Whether a written `back:..` or `down` names balls that may be put back (art. 15)."""
    allowed = may_put_back(table, facts)
    return allowed != 0 and shot.back & ~allowed == 0


def take_stands(facts: Facts, codes: int, shot: Shot) -> bool:
    """Whether a written `take` or `leave` has its right (art. 14)."""
    ball = may_take(facts, codes)
    return ball != 0 and (shot.take_ball == 0 or ball == 1 << shot.take_ball)


def claimed_rights(table: Table, facts: Facts, seen: int, counted: int, shot: Shot, rules: Rules) -> int:
    """Codes that count as called because the choice that belongs to them was written (art. 18, note)."""
    if rules.calls == 0:
        return 0
    codes = 0
    if shot.choices & (CHOSE_BACK | CHOSE_DOWN) and back_stands(table, facts, shot):
        codes |= seen & BALL_OFF
    if shot.choices & (CHOSE_TAKE | CHOSE_LEAVE) and take_stands(facts, seen | counted, shot):
        codes |= seen & OPPONENT_FIRST
    if shot.choices & (CHOSE_REPEAT | CHOSE_ACCEPT) and may_repeat(table, seen | counted):
        codes |= seen & (START_SHORT | SCRATCH)
    return codes


def without_right(table: Table, facts: Facts, codes: int, group: int, shot: Shot) -> int:
    """The written choices that have no right, as flags; pockets are judged in `replay.pockets`. `group` is what
    `may_choose_group` said."""
    bad = 0
    if not back_stands(table, facts, shot):
        bad |= shot.choices & (CHOSE_BACK | CHOSE_DOWN)
    if not take_stands(facts, codes, shot):
        bad |= shot.choices & (CHOSE_TAKE | CHOSE_LEAVE)
    if not may_repeat(table, codes):
        bad |= shot.choices & (CHOSE_REPEAT | CHOSE_ACCEPT)
    if table.group != 0:
        # Art. 6, 7: the group was chosen before; what only repeats it is in order.
        group = 1 if group_of(table, table.shooter) == SOLIDS else 2
    if group & 1 == 0:
        bad |= shot.choices & CHOSE_SOLIDS
    if group & 2 == 0:
        bad |= shot.choices & CHOSE_STRIPES
    return bad
