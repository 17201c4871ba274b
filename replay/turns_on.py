"""On which unrecorded cells a rack turns: cells for which two worlds, filled alike elsewhere, give different winners.

Only the explanations ask, for racks whose winner is open, so this runs plain. Worlds that are alike up to a shot
stand at the same node there; they part at that shot in one cell, and from then on the pair is followed along edges
that can be filled alike.
"""

from collections.abc import Iterator
from typing import Final

from replay.records import ANY
from replay.summary import winner_of
from replay.worlds import Edge, Ending, Worlds

CELLS: Final = ("path", "view", "result", "choice")
"""In the order of the cells of a shot."""


def alike(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether two fillings can be the same: every part is ANY on one side or shares a value."""
    return all(ANY in (x, y) or x & y != 0 for x, y in zip(a, b, strict=True))


def same(x: int, y: int) -> bool:
    """Whether two fillings that are values, not masks, can be the same."""
    return ANY in (x, y) or x == y


def differing_cells(a: Edge, b: Edge) -> frozenset[str]:
    """The cells that cannot be filled alike along two edges."""
    found: set[str] = set()
    if not alike(
        (a.fill.crossing, a.fill.first, a.fill.cushion, a.fill.hits),
        (b.fill.crossing, b.fill.first, b.fill.cushion, b.fill.hits),
    ):
        found.add("path")
    if not alike((a.fill.view,), (b.fill.view,)):
        found.add("view")
    pockets = (a.fill.cue, a.fill.pockets_solids, a.fill.pockets_stripes, a.fill.black_pocket)
    others = (b.fill.cue, b.fill.pockets_solids, b.fill.pockets_stripes, b.fill.black_pocket)
    if not (same(a.fill.fell, b.fill.fell) and same(a.fill.off, b.fill.off) and alike(pockets, others)):
        found.add("result")
    if not alike(a.choice, b.choice):
        found.add("choice")
    return frozenset(found)


def turns_on(worlds: Worlds, ending: Ending) -> list[tuple[int, str]]:
    """The cells on which the rack turns, as (shot from 1, cell), by shot and cell."""
    onward: list[dict[int, list[int]]] = []
    for k in range(len(worlds.layers) - 1):
        ways: dict[int, list[int]] = {}
        for i in range(worlds.layers[k], worlds.layers[k + 1]):
            if worlds.alive[i]:
                ways.setdefault(worlds.edges[i].source, []).append(i)
        onward.append(ways)
    known: dict[tuple[int, int, int], bool] = {}

    def part(k: int, one: int, other: int) -> bool:
        """Whether worlds at these two nodes before shot k, filled alike from there on, can end with different
        winners."""
        if one == other:
            return False
        key = (k, min(one, other), max(one, other))
        if key not in known:
            known[key] = any(
                not differing_cells(worlds.edges[i], worlds.edges[j]) and split(k, i, j)
                for i in onward[k].get(one, ())
                for j in onward[k].get(other, ())
            )
        return known[key]

    def split(k: int, i: int, j: int) -> bool:
        """Whether worlds that took these edges at shot k can end with different winners, filled alike after it."""
        if k == len(onward) - 1:
            a, b = (winner_of(worlds.edges[e].after, ending, worlds.diverged) for e in (i, j))
            return a != b
        return part(k + 1, worlds.targets[i], worlds.targets[j])

    def at(k: int) -> Iterator[str]:
        for ways in onward[k].values():
            for n, i in enumerate(ways):
                for j in ways[:n]:
                    cells = differing_cells(worlds.edges[i], worlds.edges[j])
                    if len(cells) == 1 and split(k, i, j):
                        yield from cells

    found: list[tuple[int, str]] = []
    for k in range(len(onward)):
        cells = set(at(k))
        found += [(k + 1, cell) for cell in CELLS if cell in cells]
    return found
