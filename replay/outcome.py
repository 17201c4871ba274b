"""What follows from a shot: who won, or the table for the next shot, once for every way to fill in the choices that
are due and were not written (the steps stand in the order of the rulings)."""

from typing import NamedTuple

from ingest.vocabulary import (
    CHOSE_ACCEPT,
    CHOSE_BACK,
    CHOSE_DOWN,
    CHOSE_LEAVE,
    CHOSE_REPEAT,
    CHOSE_SOLIDS,
    CHOSE_STRIPES,
    CHOSE_TAKE,
    CUE_OFF,
    CUE_POCKETED,
)
from replay.pockets import pocket_options
from replay.records import (
    ANY,
    BLACK,
    BREAK,
    GROUP_BALLS,
    LIES,
    NO_REASON,
    NOBODY,
    START,
    WON_BY_BLACK,
    WON_BY_BLACK_ON_BREAK,
    Facts,
    Shot,
    Table,
    fouls_of,
    group_balls,
    pocket_of,
)
from replay.rights import (
    claimed_rights,
    may_choose_group,
    may_put_back,
    may_repeat,
    may_take,
    without_right,
    written,
)
from replay.rulesets import Rules
from replay.violations import FOULS, LOSSES


class Choice(NamedTuple):
    """How a world fills in the choices that were due and not written: masks of possible values, ANY where nothing was
    due.

    Two worlds chose alike where every part can be the same."""

    group: int
    repeat: int
    take: int
    back: int  # bit i: the i-th subset of the balls that left, in the order of `subsets`
    pocket_a: int
    pocket_b: int


class Step(NamedTuple):
    """A shot in one world, judged: the table after it and what is told of it."""

    after: Table
    counted: int  # effective codes
    own: int  # balls of the shooter's group pocketed without an effective foul
    continues: int
    bad: int  # written choices that have no right
    choice: Choice


NO_CHOICE = Choice(ANY, ANY, ANY, ANY, ANY, ANY)


def first_code(mask: int) -> int:
    """The index of the first code of a mask, in table order; the mask is not empty."""
    index = 0
    while mask >> index & 1 == 0:
        index += 1
    return index


def subsets(mask: int) -> list[int]:
    """All subsets of a mask, the empty one first."""
    found = [0]
    part = mask & -mask
    while part != 0:
        for i in range(len(found)):
            found.append(found[i] | part)
        mask ^= part
        part = mask & -mask
    return found


def count(table: Table, fouls: int) -> tuple[int, int]:
    """The consecutive fouls of A and B after the shot (art. 18.9): several in one shot are one, none sets back to
    zero."""
    now = fouls_of(table, table.shooter) + 1 if fouls != 0 else 0
    if table.shooter == 0:
        return now, table.fouls_b
    return table.fouls_a, now


def own_pocketed(table: Table, facts: Facts, fouls: int, group: int) -> int:
    """The balls of the shooter's group (on a break: group balls) that fell without an effective foul (art. 9, 11).

    `group`: A's group after the shot."""
    if fouls != 0:
        return 0
    return facts.fell & (GROUP_BALLS if table.start == BREAK else group_balls(group, table.shooter))


def decided(table: Table, facts: Facts, counted: int, shot: Shot) -> Step:
    """A shot that ends the rack: an effective loss, or else the black was pocketed (art. 5, 17, 18).

    Groups and pockets stay, and no choice can be made any more."""
    if counted & LOSSES:
        winner = 1 - table.shooter
        reason = first_code(counted & LOSSES)
    else:
        winner = table.shooter
        reason = WON_BY_BLACK_ON_BREAK if table.start == BREAK else WON_BY_BLACK
    fouls_a, fouls_b = count(table, counted & FOULS)
    after = Table(
        table.on & ~(facts.fell | facts.off),
        table.shooter,
        LIES,
        table.group,
        fouls_a,
        fouls_b,
        table.pocket_a,
        table.pocket_b,
        table.due_a,
        table.due_b,
        winner,
        reason,
    )
    own = own_pocketed(table, facts, counted & FOULS, table.group)
    return Step(after, counted, own, 0, written(shot), NO_CHOICE)


def group_of_a(table: Table, of_shooter: int) -> int:
    """A's group where the shooter took solids (1) or stripes (2)."""
    return of_shooter if table.shooter == 0 else 3 - of_shooter


def steps(table: Table, facts: Facts, shot: Shot, seen: int, counted: int, rules: Rules) -> list[Step]:
    """The shot judged, once for each way to fill in the choices that are due and not written."""
    if counted & LOSSES or facts.fell & BLACK:
        return [decided(table, facts, counted, shot)]
    counted |= claimed_rights(table, facts, seen, counted, shot, rules)
    fouls = counted & FOULS
    group = may_choose_group(table, facts, fouls, rules)
    bad = without_right(table, facts, counted, group, shot)
    good = written(shot) & ~bad

    groups = group_ways(table, group, good)
    backs = back_ways(table, facts, shot, good)
    takes = take_ways(may_take(facts, counted), good)
    repeats = repeat_ways(may_repeat(table, counted), good)
    found: list[Step] = []
    for group_a in groups:
        for b in range(len(backs)):
            for take in takes:
                for repeat in repeats:
                    choice = Choice(
                        group_a if len(groups) > 1 else ANY,
                        1 + repeat if len(repeats) > 1 else ANY,
                        (2 if take != 0 else 1) if len(takes) > 1 else ANY,
                        1 << b if len(backs) > 1 else ANY,
                        ANY,
                        ANY,
                    )
                    on = (table.on & ~(facts.fell | facts.off) | backs[b]) & ~take
                    lost = facts.off & ~backs[b]
                    found.extend(settle(table, facts, shot, counted, bad, group_a, on, lost, repeat, choice))
    return found


def group_ways(table: Table, group: int, good: int) -> list[int]:
    """A's group after the shot (art. 6, 7), where `group` is what `may_choose_group` said."""
    if group == 0:
        return [table.group]
    if group == 3 and good & (CHOSE_SOLIDS | CHOSE_STRIPES) == 0:
        return [group_of_a(table, 1), group_of_a(table, 2)]
    if group == 3:
        return [group_of_a(table, 1 if good & CHOSE_SOLIDS else 2)]
    return [group_of_a(table, group)]


def back_ways(table: Table, facts: Facts, shot: Shot, good: int) -> list[int]:
    """The balls that are put back (art. 15), as masks."""
    removable = may_put_back(table, facts)
    if removable == 0 or good & CHOSE_DOWN:
        return [0]
    if good & CHOSE_BACK:
        return [shot.back]
    if shot.result_known == 0:
        # Which balls left is itself filled in, and every set of them is another way: all back or none is enough.
        return [0, removable]
    return subsets(removable)


def take_ways(ball: int, good: int) -> list[int]:
    """What the opponent takes (art. 14): nothing, or the ball that he may take."""
    if ball == 0 or good & CHOSE_LEAVE:
        return [0]
    return [ball] if good & CHOSE_TAKE else [0, ball]


def repeat_ways(again: bool, good: int) -> list[int]:
    """Whether the shot is repeated (art. 12, 13)."""
    if not again or good & CHOSE_ACCEPT:
        return [0]
    return [1] if good & CHOSE_REPEAT else [0, 1]


def settle(
    table: Table,
    facts: Facts,
    shot: Shot,
    counted: int,
    bad: int,
    group: int,
    on: int,
    lost: int,
    repeat: int,
    choice: Choice,
) -> list[Step]:
    """The visit, the cue ball and the pockets, with the group and the balls of this world."""
    shooter = table.shooter
    fouls = counted & FOULS
    own = own_pocketed(table, facts, fouls, group)
    clean = fouls == 0 and facts.cue & (CUE_POCKETED | CUE_OFF) == 0
    continues = 1 if clean and own != 0 else 0
    start = START if facts.cue & (CUE_POCKETED | CUE_OFF) else LIES
    player = shooter if continues == 1 else 1 - shooter
    if repeat == 1:
        continues, player, start = 1, shooter, START
    fouls_a, fouls_b = count(table, fouls)

    kept_other = pocket_of(table, 1 - shooter) if on & group_balls(group, 1 - shooter) == 0 else 0
    mine = pocket_options(table, facts, shot, group, on, shooter, kept_other, clean and own != 0, lost)
    found: list[Step] = []
    for my_pocket, my_due, my_bad in mine:
        theirs = pocket_options(table, facts, shot, group, on, 1 - shooter, my_pocket, False, lost)
        for their_pocket, their_due, their_bad in theirs:
            my_fill = 1 << my_pocket >> 1 if len(mine) > 1 else ANY
            their_fill = 1 << their_pocket >> 1 if len(theirs) > 1 else ANY
            a_first = shooter == 0
            after = Table(
                on,
                player,
                start,
                group,
                fouls_a,
                fouls_b,
                my_pocket if a_first else their_pocket,
                their_pocket if a_first else my_pocket,
                my_due if a_first else their_due,
                their_due if a_first else my_due,
                NOBODY,
                NO_REASON,
            )
            filled = Choice(
                choice.group,
                choice.repeat,
                choice.take,
                choice.back,
                my_fill if a_first else their_fill,
                their_fill if a_first else my_fill,
            )
            found.append(Step(after, counted, own, continues, bad | my_bad | their_bad, filled))
    return found
