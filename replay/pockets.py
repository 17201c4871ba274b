"""Whose pocket is which for the black (art. 17)."""

from replay.records import ANY_POCKET, SOLIDS, Facts, Shot, Table, group_balls, pocket_of
from replay.rights import CHOSE_POCKET_A, CHOSE_POCKET_B


def diagonal(pocket: int) -> int:
    """The pocket diagonally opposite (HL-FR, HR-FL, SL-SR)."""
    return 7 - pocket


def single(mask: int) -> int:
    """The one pocket of a mask, 0 where it holds none or several."""
    for pocket in range(1, 7):
        if mask == 1 << (pocket - 1):
            return pocket
    return 0


def open_pockets(before: Table, facts: Facts, own: int, player: int, others: int, keeps_turn: bool, lost: int) -> int:
    """The pockets that may become the player's when the last of his balls (`own`) has gone with this shot, as a mask.

    `others` is the other player's pocket (0 = none); `keeps_turn`: the shooter may play on; `lost`: balls that left the
    table and were not put back.
    """
    free = ANY_POCKET & ~(1 << others >> 1)
    if player != before.shooter or before.on & own == 0:
        return free
    if not keeps_turn or lost & own != 0:
        return free
    fell_in = facts.pockets_solids if own == SOLIDS else facts.pockets_stripes
    only = single(fell_in)
    if only != 0:
        return 1 << ((diagonal(only) if only == others else only) - 1)
    return fell_in & free


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
    written pocket that may not stand).

    `group` and `on` are A's group and the balls after the shot; `others`, `keeps_turn` and `lost` as in `open_pockets`.
    """
    flag = CHOSE_POCKET_A if player == 0 else CHOSE_POCKET_B
    wish = shot.pocket_a if player == 0 else shot.pocket_b
    kept = pocket_of(table, player)
    own = group_balls(group, player)
    if own == 0 or on & own != 0:
        return [(0, 0, flag if wish != 0 else 0)]
    if kept != 0:
        due = table.due_a if player == 0 else table.due_b
        if wish == 0:
            return [(kept, due, 0)]
        return [(kept, 0, 0)] if wish == kept else [(kept, due, flag)]
    allowed = open_pockets(table, facts, own, player, others, keeps_turn, lost)
    only = single(allowed)
    if only != 0:
        return [(only, 0, flag if wish not in (0, only) else 0)]
    if wish != 0 and allowed & 1 << wish >> 1:
        return [(wish, 0, 0)]
    bad = flag if wish != 0 else 0
    return [(pocket, 1, bad) for pocket in range(1, 7) if allowed & 1 << pocket >> 1]
