"""Every way to fill in the cells of a shot that were not recorded, as far as a rule could tell the ways apart.

A world takes one `Fill` a shot. Ways that no rule can tell apart at this table are one fill; the masks in it say which
values it stands for, so that worlds at different tables can be compared cell by cell (`turns_on`).
"""

from typing import NamedTuple

from ingest.vocabulary import CUE_POCKETED, PATH_COMPLETE
from replay.records import (
    ANY,
    BLACK,
    BREAK,
    LIES,
    SOLIDS,
    STRIPES,
    Facts,
    Shot,
    Table,
    black_is_legal,
    group_of,
    legal_balls,
    pocket_of,
)
from replay.results import Result, results


class Fill(NamedTuple):
    """Which values of the unrecorded cells a world takes, as masks; ANY where the cell is recorded or no rule asks.

    The first four belong to the cell `path`, `view` to `view`, the rest to `result`."""

    crossing: (
        int  # bit 0: never crossed, nothing touched; 1: crossed first; 2: touched something first; 3: never crossed
    )
    first: int  # bit 3 * ball + cushions before it (two stand for more), bit 0: no ball
    cushion: int  # bit 0: none that counts, bit 1: at least one
    hits: int  # bit i: i is a mask of which groups were hit: 1 solids, 2 stripes, 4 the black
    view: int  # bit 0: hidden, bit 1: in view
    fell: int
    off: int
    cue: int
    pockets_solids: int  # bit i: the i-th of `replay.results.pocket_sets`
    pockets_stripes: int
    black_pocket: int


class Way(NamedTuple):
    """A shot as it may have happened, and what was filled in for it."""

    facts: Facts
    fill: Fill
    vague: int  # that of `replay.results.Result`


class Contact(NamedTuple):
    """The first ball: which, after how many cushions, and the mask of `Fill.first`."""

    ball: int
    rails: int
    mask: int


def kinds(balls: int) -> int:
    """Which groups a mask of balls has: 1 solids, 2 stripes, 4 the black."""
    return (1 if balls & SOLIDS else 0) | (2 if balls & STRIPES else 0) | (4 if balls & BLACK else 0)


def hit_masks(wanted: int, with_any: bool) -> int:
    """`Fill.hits` of all the combinations of groups that have (or have not) any of the wanted groups."""
    found = 0
    for combination in range(8):
        if (combination & wanted != 0) == with_any:
            found |= 1 << combination
    return found


def contact_mask(balls: int, rails: int) -> int:
    """`Fill.first` of a first ball among `balls` after that many cushions."""
    found = 0
    for ball in range(1, 16):
        if balls >> ball & 1:
            found |= 1 << (3 * ball + rails)
    return found


def lowest(balls: int) -> int:
    """The number of the lowest ball of a mask; the mask is not empty."""
    ball = 1
    while balls >> ball & 1 == 0:
        ball += 1
    return ball


def contacts(table: Table, shot: Shot, result: Result, stay: int, apart: int) -> list[Contact]:
    """The possible first balls. One that is recorded is the only one; balls that no rule tells apart are one. `stay`
    and `apart` are those of `replay.results.results`."""
    if shot.first != 0 or shot.path_state == PATH_COMPLETE:
        return [Contact(shot.first, shot.rails, ANY)]
    found: list[Contact] = []
    gone = result.fell | result.off
    if gone == 0:
        found.append(Contact(0, 0, 1))
    opponents = group_of(table, 1 - table.shooter)
    for group in (SOLIDS, STRIPES, BLACK):
        balls = table.on & group
        if balls == 0:
            continue
        if shot.rails == 0 and balls & opponents:
            # Art. 14: the opponent may take the ball, so it matters which one it was, if it may be taken at all.
            single = balls & (apart | 1 << shot.take_ball)
            for part in (balls & gone, balls & stay & ~gone, balls & ~(stay | gone)):
                rest = part & ~single
                if rest != 0:
                    found.append(Contact(lowest(rest), 0, contact_mask(rest, 0)))
            for ball in range(1, 16):
                if single >> ball & 1:
                    found.append(Contact(ball, 0, contact_mask(1 << ball, 0)))
        elif shot.rails == 0:
            found.append(Contact(lowest(balls), 0, contact_mask(balls, 0)))
        if group == BLACK and shot.rails <= 1 and opponents != 0 and table.on & opponents == 0:
            # Art. 18.7: only here does it matter whether it was one cushion or more.
            found.append(Contact(8, 1, contact_mask(BLACK, 1)))
            found.append(Contact(8, 2, contact_mask(BLACK, 2)))
        else:
            found.append(Contact(lowest(balls), 2, contact_mask(balls, 1) | contact_mask(balls, 2)))
    if len(found) == 0:
        found.append(Contact(0, 0, 1))
    return found


def crossings(table: Table, shot: Shot, contact: Contact, cushion: int) -> list[tuple[int, int, int]]:
    """Whether and when the cue ball crossed the centre line: (crossed, touched something before, mask of the fill)."""
    if table.start == LIES or shot.path_state == PATH_COMPLETE or shot.crossed == 1:
        return [(shot.crossed, shot.early, ANY)]
    if table.start == BREAK:
        return [(1, 0, 0b0110), (0, 0, 0b1001)]
    touched = contact.ball != 0 or cushion == 1
    if shot.early == 1:
        return [(0, 1, ANY)]
    if touched:
        return [(1, 0, 0b0010), (0, 1, 0b1100)]
    # No ball: it may have met a cushion, one at the mouth of its pocket at least, or nothing.
    return [(1, 0, 0b0010), (0, 0, 0b0001), (0, 1, 0b1100)]


def ways(table: Table, shot: Shot, stay: int, apart: int, limit: int) -> list[Way]:
    """Every way in which the shot may have happened. `stay` and `apart` are those of `replay.results.results`.
    Beyond `limit` ways it gives up and answers with some more than those."""
    found: list[Way] = []
    legal = legal_balls(table)
    wanted = kinds(legal)
    own_pocket = pocket_of(table, table.shooter) if black_is_legal(table) else 0
    for result in results(table, shot, own_pocket, stay, apart):
        if len(found) > limit:
            return found
        gone = result.fell | result.off
        for contact in contacts(table, shot, result, stay, apart):
            hit = shot.touched | gone
            if contact.ball != 0:
                hit |= 1 << contact.ball
            for further, hits in further_hits(table, shot, hit, legal, wanted, contact):
                for cushion, cushions in cushion_options(shot, result):
                    for crossed, early, crossing in crossings(table, shot, contact, cushion):
                        views = 3
                        if table.start == BREAK or (hit | further) & legal != 0:
                            views = 1
                        elif shot.view_code != 0:
                            views = 2 if shot.view_code == 1 else 1
                        for in_view in range(2):
                            if views >> in_view & 1 == 0:
                                continue
                            found.append(
                                Way(
                                    Facts(
                                        crossed,
                                        early,
                                        contact.ball,
                                        contact.rails,
                                        cushion,
                                        hit | further,
                                        in_view,
                                        result.fell,
                                        result.off,
                                        result.pockets_solids,
                                        result.pockets_stripes,
                                        result.black_pocket,
                                        result.cue,
                                        shot.seen_codes,
                                    ),
                                    Fill(
                                        crossing,
                                        contact.mask,
                                        cushions,
                                        hits,
                                        1 << in_view if views == 3 else ANY,
                                        result.fell_fill,
                                        result.off_fill,
                                        result.cue_fill,
                                        result.solids_fill,
                                        result.stripes_fill,
                                        result.black_fill,
                                    ),
                                    result.vague,
                                )
                            )
    return found


def further_hits(
    table: Table, shot: Shot, hit: int, legal: int, wanted: int, contact: Contact
) -> list[tuple[int, int]]:
    """Whether a legal ball was hit in the unrecorded part of the path: (more balls hit, mask of the fill)."""
    if shot.path_state == PATH_COMPLETE or hit & legal != 0 or contact.ball == 0:
        return [(0, ANY)]
    possible = legal & table.on
    if possible == 0:
        return [(0, ANY)]
    return [(0, hit_masks(wanted, with_any=False)), (possible, hit_masks(wanted, with_any=True))]


def cushion_options(shot: Shot, result: Result) -> list[tuple[int, int]]:
    """Whether a cushion that counts for art. 13 was touched; only a scratch asks."""
    if shot.cushion == 1 or shot.path_state == PATH_COMPLETE or result.cue & CUE_POCKETED == 0:
        return [(shot.cushion, ANY)]
    return [(0, 1), (1, 2)]
