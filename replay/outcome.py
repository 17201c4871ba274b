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
from replay.pockets import open_pockets, single
from replay.records import (
    ANY,
    ANY_POCKET,
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
    group_of,
    pocket_of,
)
from replay.rights import (
    CHOSE_POCKET_A,
    CHOSE_POCKET_B,
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
    own = 0
    if counted & FOULS == 0:
        own = facts.fell & (GROUP_BALLS if table.start == BREAK else group_of(table, table.shooter))
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

    groups = [table.group]
    if group == 3:
        if good & CHOSE_SOLIDS:
            groups = [group_of_a(table, 1)]
        elif good & CHOSE_STRIPES:
            groups = [group_of_a(table, 2)]
        else:
            groups = [group_of_a(table, 1), group_of_a(table, 2)]
    elif group != 0:
        groups = [group_of_a(table, group)]

    removable = may_put_back(table, facts)
    backs = subsets(removable)
    if good & (CHOSE_BACK | CHOSE_DOWN) or removable == 0:
        backs = [shot.back if good & CHOSE_BACK else 0]
    elif shot.result_known == 0:
        # Which balls left is itself filled in, and every set of them is another way: all back or none is enough.
        backs = [0, removable]

    ball = may_take(facts, counted)
    takes = [0]
    if good & CHOSE_TAKE:
        takes = [ball]
    elif ball != 0 and good & CHOSE_LEAVE == 0:
        takes = [0, ball]

    again = may_repeat(table, counted)
    repeats = [0]
    if again and good & CHOSE_REPEAT:
        repeats = [1]
    elif again and good & CHOSE_ACCEPT == 0:
        repeats = [0, 1]

    found = [Step(table, 0, 0, 0, 0, NO_CHOICE) for _ in range(0)]
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
    chosen = Table(on, shooter, LIES, group, 0, 0, 0, 0, 0, 0, NOBODY, NO_REASON)
    own = 0
    if fouls == 0:
        own = facts.fell & (GROUP_BALLS if table.start == BREAK else group_of(chosen, shooter))
    clean = fouls == 0 and facts.cue & (CUE_POCKETED | CUE_OFF) == 0
    continues = 1 if clean and own != 0 else 0
    start = START if facts.cue & (CUE_POCKETED | CUE_OFF) else LIES
    player = shooter if continues == 1 else 1 - shooter
    if repeat == 1:
        continues, player, start = 1, shooter, START
    fouls_a, fouls_b = count(table, fouls)

    kept_other = pocket_of(table, 1 - shooter) if on & group_of(chosen, 1 - shooter) == 0 else 0
    mine = pocket_options(table, facts, shot, group, on, shooter, kept_other, clean and own != 0, lost)
    found = [Step(table, 0, 0, 0, 0, NO_CHOICE) for _ in range(0)]
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


def pocket_options(
    table: Table,
    facts: Facts,
    shot: Shot,
    group: int,
    on: int,
    player: int,
    others: int,
    keeps_turn: bool,
    lost: int,
) -> list[tuple[int, int, int]]:
    """What the player's pocket may be after the shot (art. 17): (pocket, whether its choice is still due, the flag of a
    written pocket that may not stand)."""
    flag = CHOSE_POCKET_A if player == 0 else CHOSE_POCKET_B
    wish = shot.pocket_a if player == 0 else shot.pocket_b
    after = Table(on, table.shooter, LIES, group, 0, 0, 0, 0, 0, 0, NOBODY, NO_REASON)
    kept = pocket_of(table, player)
    own = group_of(after, player)
    if own == 0 or on & own != 0:
        return [(0, 0, flag if wish != 0 else 0)]
    if kept != 0:
        due = table.due_a if player == 0 else table.due_b
        if wish == 0:
            return [(kept, due, 0)]
        return [(kept, 0, 0)] if wish == kept else [(kept, due, flag)]
    allowed = open_pockets(table, facts, group, on, player, others, keeps_turn, lost)
    only = single(allowed)
    if only != 0:
        return [(only, 0, flag if wish not in (0, only) else 0)]
    if wish != 0 and allowed & 1 << wish >> 1:
        return [(wish, 0, 0)]
    bad = flag if wish != 0 else 0
    return [(pocket, 1, bad) for pocket in range(1, 7) if allowed & ANY_POCKET & 1 << pocket >> 1]
