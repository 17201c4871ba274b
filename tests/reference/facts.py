"""One shot in one world: the recorded facts, and the world's answers where nothing was recorded."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from .notation import BLACK, POCKETS, SOLIDS, STRIPES, Fallen, Path, Shot
from .worlds import World

FEW = 7  # up to so many balls on the table, an unknown result is filled in ball by ball


@dataclass(frozen=True)
class Facts:
    """What is seen of a shot. `lying`: "break", "start" or "lies"; `later`: balls that later shots of the rack name."""

    world: World
    shot: Shot
    table: frozenset[int]
    lying: str
    later: frozenset[int]

    @property
    def path(self) -> Path:
        return self.shot.path

    def results(self) -> tuple[Fallen, ...]:
        if self.shot.result is not None:
            return self.shot.result
        answer: tuple[Fallen, ...] = self.world.get((self.shot.number, "result"), "fallen", self._possible_results())
        return answer

    def _possible_results(self) -> Iterator[tuple[Fallen, ...]]:
        """A complete path without a ball moves no ball; a `_` needs the cue ball in a pocket."""
        cues: list[tuple[str, ...]] = [("fell",), ("back", "fell")]
        if not self.path.mouth:
            cues = [(), ("off",), ("back",), *cues]
        still = self.path.known == "all" and not self.path.first
        alone = self.table if len(self.table) <= FEW else self.table & (self.later | {BLACK})
        groups = [sorted((self.table & group) - alone) for group in (SOLIDS, STRIPES)]
        ways = [[*((Fallen(b, how),) for how in ("fell", "off")), ()] for b in sorted(alone)]
        ways += [_some_of(balls) for balls in groups if balls]
        for fallen in [()] if still else product(*ways):
            for cue in cues:
                balls = sorted((f for way in fallen for f in way), key=lambda f: f.ball)
                yield (*balls, *(Fallen(0, how) for how in cue))

    def fell(self) -> tuple[int, ...]:
        """The object balls pocketed, in order."""
        return tuple(f.ball for f in self.results() if f.ball and f.how == "fell")

    def off(self) -> frozenset[int]:
        """The object balls that left the table."""
        return frozenset(f.ball for f in self.results() if f.ball and f.how == "off")

    def cue(self, how: str) -> bool:
        return any(f.ball == 0 and f.how == how for f in self.results())

    def pockets(self, balls: Iterable[int]) -> frozenset[str]:
        """The pockets into which these balls fell."""
        falls = [f for f in self.results() if f.ball in balls and f.how == "fell"]
        unknown = frozenset(f.ball for f in falls if f.pocket is None)
        sets = [frozenset(s) for n in range(1, len(unknown) + 1) for s in combinations(POCKETS, n)]
        answer: frozenset[str] = frozenset()
        if unknown:
            answer = self.world.get((self.shot.number, "result"), ("pockets", unknown), sets)
        return answer | {f.pocket for f in falls if f.pocket}

    def moved(self) -> frozenset[int]:
        return frozenset(self.fell()) | self.off()

    def view(self) -> str:
        return self.shot.view or str(self.world.get((self.shot.number, "view"), "view", ("v", "h")))

    def line(self) -> str:
        """From the start position: "clean" (crossed first), "early" (touched something first), "short" (nothing)."""
        path = self.path
        if path.early:
            return "early"
        if path.crossed:
            return "clean"
        if path.known == "all":
            return "short"
        return str(self._ask("line", ["clean", "early"] if self.moved() else ["clean", "early", "short"]))

    def crossed(self) -> bool:
        """On a break: whether the cue ball crossed the centre line."""
        return self.path.crossed or (self.path.known != "all" and bool(self._ask("crossed", [True, False])))

    def first(self) -> int:
        if self.path.first or self.path.known == "all":
            return self.path.first
        line = self.line() if self.lying == "start" else "clean"
        if line == "short":
            return 0
        first = int(self._ask("first", [*([] if self.moved() else [0]), *sorted(self.table)]))
        if line == "early" and first == 0:
            self.cushion()  # it touched a cushion then, or the mouth of the pocket
        return first

    def rails(self) -> int:
        """Cushions before the first ball, two standing for more."""
        if self.path.first or self.path.known == "all":
            return min(self.path.rails, 2)
        rails = int(self._ask("rails", range(min(self.path.rails, 2), 3)))
        if rails > self.path.rails:
            self.cushion()
        return rails

    def cushion(self) -> bool:
        """Whether the cue ball touched a cushion other than at the mouth of the pocket that it fell into."""
        if self.path.cushion or self.path.known == "all":
            return self.path.cushion
        if self.lying == "start" and self.line() == "short":
            return False
        touched = not self.cue("fell") and self._touched_a_rail()
        return bool(self._ask("cushion", [True] if touched else [True, False]))

    def _touched_a_rail(self) -> bool:
        known = self.world.fills.get((self.shot.number, "path"), {})
        return int(known.get("rails", 0)) > 0 or (known.get("line") == "early" and known.get("first") == 0)

    def hit(self, balls: frozenset[int]) -> bool:
        """Whether any of these balls was touched; what fell or left the table was."""
        if balls & (self.path.touched | self.moved()):
            return True
        if self.path.known == "all" or not balls & self.table:
            return False
        if self.first() in balls or self.first() == 0:
            return self.first() in balls
        return bool(self._ask(("hit", balls & self.table, self.table), [True, False]))

    def _ask(self, key: Hashable, options: Iterable[int | str]) -> Any:
        return self.world.get((self.shot.number, "path"), key, options)


def _some_of(balls: list[int]) -> list[tuple[Fallen, ...]]:
    """Ways for balls of one group that nothing else in the log names, on a full table.

    It makes no difference which of them fell, nor whether two or three did while some are left. That two or more of
    them left the table in one shot is the one thing left out here.
    """
    n = len(balls)
    return [
        tuple(Fallen(b, "fell") for b in balls[:fell]) + tuple(Fallen(b, "off") for b in balls[n - off :])
        for fell in sorted({0, 1, n - 1, n})
        for off in (0, 1)
        if fell + off <= n and not (1 < fell == n - 1 and not off)
    ]
