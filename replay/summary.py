"""What the worlds left say of a rack: for each shot the values that all of them share, and the names of those they do
not."""

from typing import Final, NamedTuple

from replay.calls import not_called
from replay.records import (
    BREAK,
    NO_REASON,
    NOBODY,
    STALEMATE,
    WON_BY_CONCESSION,
    WON_BY_FORFEIT,
    Shot,
    Table,
    group_of,
)
from replay.results import ALIKE, size
from replay.worlds import CONCESSION, FORFEIT, REPLAY, Edge, Ending, Worlds

PHASES: Final = ("break", "open", "groups", "black")
STARTS: Final = ("break", "start", "lies")
GROUPS: Final = ("solids", "stripes")

CHOICE_DUE: Final = 8
"""Instead of a pocket: its choice is due in every world and was not written."""
NO_NEXT: Final = -1

FIELDS: Final = (
    "phase",
    "from",
    "observed",
    "effective",
    "pocketed",
    "own_pocketed",
    "continues",
    "decides",
    "groups.A",
    "groups.B",
    "fouls.A",
    "fouls.B",
    "black_pocket.A",
    "black_pocket.B",
    "next.player",
    "next.from",
    "next",
)
"""The dotted names of the values of a shot; bit i of `ShotSummary.open` is the i-th."""


class ShotSummary(NamedTuple):
    """The values of a shot in the worlds left. A value whose bit is set in `open` differs between them."""

    phase: int
    start: int
    observed: int
    effective: int
    fell: int
    own: int
    continues: int
    decides: int  # NOBODY, 0 or 1
    group_a: int  # 0 none, 1 solids, 2 stripes
    group_b: int
    fouls_a: int
    fouls_b: int
    pocket_a: int  # 0 none, 1 to 6, CHOICE_DUE
    pocket_b: int
    next_player: int  # NO_NEXT when the shot decided the rack
    next_start: int
    open: int
    not_called: int  # codes observed and not effective in every world
    unsupported: int  # codes called and not borne out in every world


class RackSummary(NamedTuple):
    """How the worlds left end a rack."""

    winners: int  # bit 0: A wins in some world, bit 1: B, bit 2: nobody
    reason: int  # NO_REASON where it differs


def phase_of(table: Table) -> int:
    """The phase before a shot, as an index of PHASES."""
    if table.start == BREAK:
        return 0
    if table.group == 0:
        return 1
    if table.on & group_of(table, table.shooter) != 0:
        return 2
    return 3


def vague_values(edge: Edge) -> int:
    """The bits of `pocketed` and `own_pocketed` where the balls stand for others, or their order is not known."""
    if edge.vague == 0 or edge.fell == 0:
        return 0
    own_too = edge.own != 0 if edge.vague == ALIKE else size(edge.own) > 1
    return 1 << 4 | (1 << 5 if own_too else 0)


def shown(table: Table, edge: Edge) -> ShotSummary:
    """The values of a shot along one edge."""
    after = edge.after
    over = after.winner != NOBODY
    return ShotSummary(
        phase_of(table),
        table.start,
        edge.seen,
        edge.counted,
        edge.fell,
        edge.own,
        edge.continues,
        after.winner,
        after.group,
        3 - after.group if after.group != 0 else 0,
        after.fouls_a,
        after.fouls_b,
        CHOICE_DUE if after.due_a == 1 else after.pocket_a,
        CHOICE_DUE if after.due_b == 1 else after.pocket_b,
        NO_NEXT if over else after.shooter,
        NO_NEXT if over else after.start,
        vague_values(edge),
        not_called(edge.seen, edge.counted),
        edge.unsupported,
    )


def differing(a: ShotSummary, b: ShotSummary) -> int:
    """The bits of the values in which two edges differ."""
    found = 0
    if a.phase != b.phase:
        found |= 1 << 0
    if a.start != b.start:
        found |= 1 << 1
    if a.observed != b.observed:
        found |= 1 << 2
    if a.effective != b.effective:
        found |= 1 << 3
    if a.fell != b.fell:
        found |= 1 << 4
    if a.own != b.own:
        found |= 1 << 5
    if a.continues != b.continues:
        found |= 1 << 6
    if a.decides != b.decides:
        found |= 1 << 7
    if a.group_a != b.group_a:
        found |= 1 << 8
    if a.group_b != b.group_b:
        found |= 1 << 9
    if a.fouls_a != b.fouls_a:
        found |= 1 << 10
    if a.fouls_b != b.fouls_b:
        found |= 1 << 11
    if a.pocket_a != b.pocket_a:
        found |= 1 << 12
    if a.pocket_b != b.pocket_b:
        found |= 1 << 13
    if (a.next_player == NO_NEXT) != (b.next_player == NO_NEXT):
        found |= 1 << 16
    else:
        if a.next_player != b.next_player:
            found |= 1 << 14
        if a.next_start != b.next_start:
            found |= 1 << 15
    return found


def summarise_shot(worlds: Worlds, k: int) -> ShotSummary:
    """The values of shot k (from 0) that all worlds left share; at least one edge of every judged shot is alive."""
    first = NOTHING
    open_values = 0
    not_called = -1
    unsupported = -1
    for i in range(worlds.layers[k], worlds.layers[k + 1]):
        if worlds.alive[i] == 0:
            continue
        edge = worlds.edges[i]
        values = shown(worlds.nodes[edge.source], edge)
        if not_called == -1:
            first = values
        open_values |= values.open | differing(first, values)
        not_called &= values.not_called
        unsupported &= values.unsupported
    if open_values >> 16 & 1:
        open_values &= ~(3 << 14)
    return ShotSummary(
        first.phase,
        first.start,
        first.observed,
        first.effective,
        first.fell,
        first.own,
        first.continues,
        first.decides,
        first.group_a,
        first.group_b,
        first.fouls_a,
        first.fouls_b,
        first.pocket_a,
        first.pocket_b,
        first.next_player,
        first.next_start,
        open_values,
        not_called,
        unsupported,
    )


def winner_of(table: Table, ending: Ending, diverged: int) -> int:
    """Who wins the rack that ends at this table: as decided by the rules, else by concession or forfeit (`rulings.md`,
    Match), else NOBODY."""
    if table.winner != NOBODY:
        return table.winner
    if diverged == 0 and ending.kind in (CONCESSION, FORFEIT):
        return ending.player
    return NOBODY


def reason_of(table: Table, ending: Ending, diverged: int) -> int:
    """Why: the index of a violation or one of the reasons of `replay.records`."""
    if table.winner != NOBODY:
        return table.reason
    if diverged != 0:
        return NO_REASON
    if ending.kind == REPLAY:
        return STALEMATE
    if ending.kind == CONCESSION:
        return WON_BY_CONCESSION
    if ending.kind == FORFEIT:
        return WON_BY_FORFEIT
    return NO_REASON


def summarise_rack(worlds: Worlds, ending: Ending) -> RackSummary:
    """Who wins in the worlds left, and why."""
    winners = 0
    reason = UNSET
    last = len(worlds.layers) - 2
    for i in range(worlds.layers[last], worlds.layers[last + 1]):
        if worlds.alive[i] == 0:
            continue
        edge = worlds.edges[i]
        winner = winner_of(edge.after, ending, worlds.diverged)
        winners |= 4 if winner == NOBODY else 1 << winner
        why = reason_of(edge.after, ending, worlds.diverged)
        if reason == UNSET:
            reason = why
        elif reason != why:
            reason = MIXED
    return RackSummary(winners, reason if reason >= 0 else NO_REASON)


def most_visits(worlds: Worlds, shots: list[Shot]) -> int:
    """The most visits that were complete at the end of the rack in any world left (art. 19): a visit is over when the
    shooter may not go on, or when the log lets the other player shoot. A repeated shot belongs to the same visit."""
    complete = [0 for _ in range(len(worlds.nodes))]
    most = 0
    for k in range(worlds.judged):
        changes = k + 1 < len(shots) and shots[k + 1].shooter != shots[k].shooter
        for i in range(worlds.layers[k], worlds.layers[k + 1]):
            if worlds.alive[i] == 0:
                continue
            edge = worlds.edges[i]
            visits = complete[edge.source] + (1 if changes or edge.continues == 0 else 0)
            complete[worlds.targets[i]] = max(complete[worlds.targets[i]], visits)
            most = max(most, visits)
    return most


UNSET: Final = -2
MIXED: Final = -3
NOTHING: Final = ShotSummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
