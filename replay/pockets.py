"""Whose pocket is which for the black (art. 17)."""

from replay.records import ANY_POCKET, SOLIDS, Facts, Table, group_of, pocket_of


def diagonal(pocket: int) -> int:
    """The pocket diagonally opposite (HL-FR, HR-FL, SL-SR)."""
    return 7 - pocket


def single(mask: int) -> int:
    """The one pocket of a mask, 0 where it holds none or several."""
    for pocket in range(1, 7):
        if mask == 1 << (pocket - 1):
            return pocket
    return 0


def open_pockets(
    before: Table, facts: Facts, group: int, on: int, player: int, others: int, keeps_turn: bool, lost: int
) -> int:
    """The pockets that may become the player's with this shot, as a mask; 0 = none is due now.

    `group` and `on` are A's group and the balls after the shot; `others` is the other player's pocket (0 = none);
    `keeps_turn`: the shooter may play on; `lost`: balls that left the table and were not put back.
    """
    after = Table(on, before.shooter, 0, group, 0, 0, 0, 0, 0, 0, -1, -1)
    own = group_of(after, player)
    if own == 0 or on & own != 0:
        return 0
    if pocket_of(before, player) != 0:
        return 0
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
