"""Worlds: ways to fill in what was not recorded. A world answers only what was asked of it; the rest is left open.

A rule that needs an unrecorded fact calls `World.get`; where the world has no answer yet, `Ask` is raised and
`explore` starts again with one world for each possible answer. So the worlds of a rack divide all ways to fill its
blanks into sets without a gap and without overlap, and `alike` can say exactly whether two sets hold fillings that
agree at a cell.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

Cell = tuple[int, str]  # shot number; path, view, result or choice
Answers = dict[Hashable, Any]
T = TypeVar("T")
BOUND = 10_000


class TooManyWorldsError(Exception):
    """The log leaves more open than this reference can follow."""


class Ask(Exception):
    """A fact is needed that the world has not settled: which cell, which part of it, what it may be."""

    def __init__(self, cell: Cell, key: Hashable, options: Iterable[Any]) -> None:
        super().__init__(cell, key)
        self.cell, self.key, self.options = cell, key, tuple(options)


@dataclass(frozen=True)
class World:
    fills: dict[Cell, Answers] = field(default_factory=dict)

    def known(self, cell: Cell, key: Hashable) -> Any:
        """The answer already given, or `None`."""
        return self.fills.get(cell, {}).get(key)

    def get(self, cell: Cell, key: Hashable, options: Iterable[Any]) -> Any:
        answers = self.fills.get(cell, {})
        if key not in answers:
            raise Ask(cell, key, options)
        return answers[key]

    def told(self, cell: Cell, key: Hashable, value: Any) -> "World":
        """This world with one more answer."""
        return World({**self.fills, cell: {**self.fills.get(cell, {}), key: value}})


def explore(world: World, run: Callable[[World], T]) -> Iterator[tuple[World, T]]:
    """`run` in every world that it takes apart, in the order of the options."""
    waiting = [world]
    while waiting:
        here = waiting.pop()
        try:
            outcome = run(here)
        except Ask as ask:
            waiting += [here.told(ask.cell, ask.key, option) for option in reversed(ask.options)]
            if len(waiting) > BOUND:
                raise TooManyWorldsError(f"more than {BOUND} worlds at shot {ask.cell[0]}") from None
        else:
            yield here, outcome


def alike(cell: Cell, a: Answers, b: Answers) -> bool:
    """Whether one filling of the cell fits the answers of both worlds."""
    both = {**a, **b}
    if any(a[k] != b[k] for k in a.keys() & b.keys()):
        return False
    return cell[1] != "path" or _possible_path(both)


def _possible_path(path: Answers) -> bool:
    """Whether answers given in two worlds fit one way of the cue ball (each world's own answers fit already)."""
    if path.get("line") == "short" and (path.get("first") or path.get("cushion")):
        return False
    hits = [(k, v) for k, v in path.items() if isinstance(k, tuple) and k[0] == "hit"]
    if not hits:
        return True
    # The most that may have been touched: what lay on the table in both, without what a world says was not touched.
    most = frozenset.intersection(*(k[2] for k, _ in hits)).difference(*(k[1] for k, hit in hits if not hit))
    if path.get("first") and any(path["first"] in k[1] for k, hit in hits if not hit):
        return False
    return all(k[1] & most for k, hit in hits if hit) and (path.get("first") != 0 or not any(v for _, v in hits))
