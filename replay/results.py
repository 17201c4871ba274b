"""What may have fallen or left the table in a shot whose result was not, or not wholly, recorded.

A recorded ball in an unrecorded pocket (`7?`) asks only where the pocket can matter: the last balls of a group (art.
17) and the black (art. 18.4). A result that is wholly unknown (`?`) may be any set of balls; balls of one group that
the log never names again are alike, so only their number is filled in.
"""

from typing import Final, NamedTuple

from ingest.vocabulary import CUE_CAME_BACK, CUE_OFF, CUE_POCKETED, PATH_COMPLETE, POCKET_UNKNOWN
from replay.records import ANY, ANY_POCKET, BLACK, BREAK, SOLIDS, STRIPES, Shot, Table, group_of

ALIKE: Final = 1
ORDER: Final = 2


class Result(NamedTuple):
    """The cell `result` in one world. The `_fill` fields are those of `replay.fills.Fill`."""

    fell: int
    off: int
    pockets_solids: int
    pockets_stripes: int
    black_pocket: int
    cue: int
    vague: int  # ALIKE: the balls stand for others of their group as well; ORDER: only their order is not known
    fell_fill: int
    off_fill: int
    cue_fill: int
    solids_fill: int
    stripes_fill: int
    black_fill: int


class Gone(NamedTuple):
    """Balls of one group that may have gone: pocketed, off the table, and whether they stand for others as well."""

    fell: int
    off: int
    vague: int


def pocket_in(pockets: int, ball: int) -> int:
    """The pocket of a ball (0 = the cue ball) in the packed column `pockets`."""
    return pockets >> (3 * ball) & 7


def size(mask: int) -> int:
    """How many bits are set."""
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def pocket_sets(known: int, unknown: int) -> list[int]:
    """The masks of pockets in which the last balls of a group may have fallen, `unknown` of them in pockets that were
    not recorded. Of those that leave a choice between several pockets, one that has them all stands for every one.
    """
    if unknown == 0:
        return [known]
    if known != 0:
        return [known, ANY_POCKET]
    found = [1 << pocket for pocket in range(6)]
    if unknown > 1:
        found.append(ANY_POCKET)
    return found


def pocket_fills(table: Table, pockets: int, fell: int, off: int, group: int) -> list[tuple[int, int]]:
    """The pockets in which balls of a group fell: (mask of pockets, mask for `Fill`). An unrecorded pocket is filled in
    only when the group may be the shooter's and is gone with this shot."""
    known = 0
    unknown = 0
    for ball in range(1, 16):
        if fell & group & 1 << ball:
            pocket = pocket_in(pockets, ball)
            if pocket == POCKET_UNKNOWN:
                unknown += 1
            else:
                known |= 1 << (pocket - 1)
    others = table.group != 0 and group_of(table, table.shooter) != group
    if unknown == 0 or others or table.on & group & ~(fell | off) != 0:
        return [(known, ANY)]
    sets = pocket_sets(known, unknown)
    return [(sets[i], 1 << i) for i in range(len(sets))]


def black_fills(pocket: int, own_pocket: int) -> list[tuple[int, int]]:
    """The pocket in which the black fell: (pocket, mask for `Fill`). Where it was not recorded, right and wrong are two
    ways, if there is a right one (`own_pocket`, 0 = any is right)."""
    if pocket != POCKET_UNKNOWN:
        return [(pocket, ANY)]
    if own_pocket == 0:
        return [(1, ANY)]
    right = 1 << (own_pocket - 1)
    return [(own_pocket, right), (1 if own_pocket != 1 else 2, ANY_POCKET & ~right)]


def gone_from(balls: int, apart: int, returning: int, others: bool) -> list[Gone]:
    """Every way in which some of `balls` (of one group) may have gone; those in `apart` are told apart, of the others
    only the number counts. Of several that went, it matters whether none, one or all of them left the table. Of balls
    that the log shows on the table afterwards (`returning`), one may have left it and been put back (art. 15). The
    opponent's balls (`others`) count for nothing but that they went and whether any of them left the table."""
    singles = [0]
    for ball in range(1, 16):
        if balls & apart & 1 << ball:
            for i in range(len(singles)):
                singles.append(singles[i] | 1 << ball)
    alike = balls & ~apart
    heaps = [0]
    for ball in range(1, 16):
        if alike & 1 << ball:
            heaps.append(heaps[-1] | 1 << ball)
    back = returning & -returning
    found = []
    for named in singles:
        for number in range(len(heaps)):
            gone = named | heaps[number]
            some = ALIKE if 0 < number < len(heaps) - 1 or (others and size(gone) > 1) else 0
            found.append(Gone(gone, 0, some))
            if back != 0:
                found.append(Gone(gone, back, ALIKE if returning != back else some))
            if gone != 0:
                found.append(Gone(0, gone, some))
            if size(gone) > 1 and not others:
                one = gone & -gone
                found.append(Gone(gone & ~one, one, ALIKE))
                if gone == balls:
                    # Only where the group is gone does it matter how many of it fell into pockets (art. 17).
                    found.append(Gone(one, gone & ~one, ALIKE))
    return found


def results(table: Table, shot: Shot, own_pocket: int, stay: int, apart: int) -> list[Result]:
    """Every result that the shot may have had at this table. `own_pocket` is where the black would be right (0 =
    anywhere or not legal); `stay` are balls that the rest of the log shows still on the table, `apart` balls to be
    told apart."""
    found = []
    if shot.result_known == 1:
        for solids, solids_fill in pocket_fills(table, shot.pockets, shot.fell, shot.off, SOLIDS):
            for stripes, stripes_fill in pocket_fills(table, shot.pockets, shot.fell, shot.off, STRIPES):
                for black, black_fill in black_fills(pocket_in(shot.pockets, 8), own_pocket):
                    found.append(
                        Result(
                            shot.fell,
                            shot.off,
                            solids,
                            stripes,
                            black,
                            shot.cue,
                            0,
                            ANY,
                            ANY,
                            ANY,
                            solids_fill,
                            stripes_fill,
                            black_fill,
                        )
                    )
        return found
    candidates = table.on & ~(stay & ~shot.back)
    untouched = shot.path_state == PATH_COMPLETE and shot.touched == 0
    if untouched:
        candidates = 0
    named = apart | shot.back
    returning = table.on & stay & ~shot.back & ~BLACK
    if table.start == BREAK or untouched:
        returning = 0
    opponents = group_of(table, 1 - table.shooter)
    for of_black in gone_from(candidates & BLACK, BLACK, 0, False):
        for of_solids in gone_from(candidates & SOLIDS, named, returning & SOLIDS, opponents == SOLIDS):
            for of_stripes in gone_from(candidates & STRIPES, named, returning & STRIPES, opponents == STRIPES):
                found.extend(unrecorded(table, shot, own_pocket, of_solids, of_stripes, of_black))
    return found


def unrecorded(
    table: Table, shot: Shot, own_pocket: int, of_solids: Gone, of_stripes: Gone, of_black: Gone
) -> list[Result]:
    """The results with these balls gone: every fate of the cue ball, every pocket that matters."""
    found = []
    fell = of_solids.fell | of_stripes.fell | of_black.fell
    off = of_solids.off | of_stripes.off | of_black.off
    vague = of_solids.vague | of_stripes.vague
    if vague == 0 and size(fell) > 1:
        vague = ORDER
    unknown_pockets = -1
    fates = (0, CUE_POCKETED, CUE_OFF, CUE_CAME_BACK)
    for fate in range(len(fates)):
        if shot.mouth == 1 and fates[fate] & CUE_POCKETED == 0:
            continue
        for solids, solids_fill in pocket_fills(table, unknown_pockets, fell, off, SOLIDS):
            for stripes, stripes_fill in pocket_fills(table, unknown_pockets, fell, off, STRIPES):
                for black, black_fill in black_fills(POCKET_UNKNOWN if fell & BLACK else 0, own_pocket):
                    found.append(
                        Result(
                            fell,
                            off,
                            solids,
                            stripes,
                            black,
                            fates[fate],
                            vague,
                            fell,
                            off,
                            1 << fate,
                            solids_fill,
                            stripes_fill,
                            black_fill,
                        )
                    )
    return found
