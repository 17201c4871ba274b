"""The replay of a rack: every world shot by shot, sifted in the order of the rulings, and what they have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from typing import Any

from .document import Json, shot_document
from .facts import Facts
from .notation import Match, Rack, Shot
from .outcome import Outcome, Setting, choices, play
from .rules import Options, State, in_order, unsupported
from .worlds import BOUND, Cell, TooManyWorldsError, World, alike, explore

PAIRS = 300_000
CELL_ORDER = ("path", "view", "result", "choice")


@dataclass(frozen=True)
class Line:
    """A world with what happened in it so far, shot by shot."""

    world: World
    state: State
    shots: tuple[Outcome, ...] = ()

    @property
    def decided(self) -> bool:
        return bool(self.shots) and self.shots[-1].decides is not None


@dataclass
class Replayed:
    """A rack after its replay. `ends`: every (winner, reason) that some world gives; `None`: no winner."""

    rack: Rack
    ends: list[tuple[str | None, str | None]]
    shots: list[Json]
    discrepancies: list[Json]
    turns_on: list[Json]
    diverges_at: int | None = None

    @property
    def winners(self) -> set[str | None]:
        return {winner for winner, _ in self.ends}

    @property
    def winner(self) -> str | None:
        """The derived winner, if every world gives the same."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None

    @property
    def verdict(self) -> str:
        claimed = self.rack.claimed
        if claimed is None:
            return "unclaimed"
        if self.winners == {claimed}:
            return "confirmed"
        return "undetermined" if self.winners & {claimed, None} else "contradicted"

    def document(self) -> Json:
        reasons = {reason for _, reason in self.ends}
        return {
            "rack": self.rack.number, "breaker": self.rack.breaker, "winner": self.winner,
            "reason": next(iter(reasons)) if len(reasons) == 1 else None, "claimed": self.rack.claimed,
            "verdict": self.verdict, "diverges_at": self.diverges_at, "turns_on": self.turns_on, "shots": self.shots,
        }  # fmt: skip


@dataclass
class Replay:
    """The working of one rack."""

    match: Match
    rack: Rack
    options: Options
    lines: list[Line]
    found: list[Json] = field(default_factory=list)
    played: int = 0  # shots judged
    diverges_at: int | None = None

    @property
    def strict(self) -> bool:
        return self.options.mode == "strict"

    def report(self, code: str, shot: int | None, violation: str | None = None, detail: str | None = None) -> None:
        self.found.append({
            "code": code, "rack": self.rack.number, "shot": shot, "violation": violation, "detail": detail,
        })  # fmt: skip

    def sift(self, fits: Callable[[Line], bool]) -> bool:
        """Keep the worlds that fit; where none does, all stay and the answer is False."""
        kept = [line for line in self.lines if fits(line)]
        self.lines = kept or self.lines
        return bool(kept)

    def run(self) -> None:
        for shot in self.rack.shots:
            if not self.comes_next(shot):
                return
            self.advance(shot)
        ends = self.rack.claimed and not self.rack.reason  # the result line says that the rack was decided
        if ends and not self.sift(lambda line: line.decided) and self.strict:
            self.diverges_at = len(self.rack.shots)
        if not self.rack.reason and self.rack.result != "replay" and not any(line.decided for line in self.lines):
            self.report("rack-unfinished", None)

    def comes_next(self, shot: Shot) -> bool:
        """What the next shot tells of the worlds: decided, shooter, balls named. False: the replay stops before it."""
        before = shot.number - 1
        if not self.sift(lambda line: not line.decided):
            self.report("play-after-end", shot.number)
            self.diverges_at = before if self.strict else None
            return False
        if not self.sift(lambda line: line.state.player == shot.player):
            self.report("wrong-shooter", shot.number)
            if self.strict and before:
                self.diverges_at = before
                return False
        for ball in sorted(shot.named):
            if not self.sift(lambda line, ball=ball: ball in line.state.table):  # type: ignore[misc]
                self.report("ball-not-on-table", shot.number, detail=str(ball))
        return True

    def advance(self, shot: Shot) -> None:
        later = [s for s in self.rack.shots if s.number > shot.number]
        named = frozenset[int]().union(*(s.named for s in later), *(_chosen(s) for s in (shot, *later)))
        setting = Setting(
            self.options,
            not self.strict and self.match.tag("Calls") == "recorded",
            shot.number == len(self.rack.shots) and self.rack.claimed != shot.player,
        )
        lines = []
        for line in self.lines:

            def run(world: World, line: Line = line) -> tuple[World, Outcome]:
                facts = Facts(world, shot, line.state.table, line.state.lying, named)
                return play(line.state, facts, setting)

            for _, (world, outcome) in explore(line.world, run):
                lines.append(Line(world, outcome.after, (*line.shots, outcome)))
                if len(lines) > BOUND:
                    raise TooManyWorldsError(f"more than {BOUND} worlds at shot {shot.number}")
        self.lines, self.played = lines, shot.number
        for token in choices(
            shot
        ):  # each is an event of its own: a token that nobody may write is ignored, not the rest
            if not self.sift(lambda line, token=token: token not in line.shots[-1].illegal):  # type: ignore[misc]
                self.report("illegal-choice", shot.number, detail=token)

    def outcomes(self, shot: Shot) -> list[Outcome]:
        """What the shot led to in each world left; nothing for a shot that is not judged."""
        return [line.shots[shot.number - 1] for line in self.lines] if shot.number <= self.played else []

    def end(self, line: Line) -> tuple[str | None, str | None]:
        """Winner and reason of the rack in a world."""
        if line.decided:
            return line.shots[-1].decides, line.shots[-1].reason
        if self.diverges_at is not None:
            return None, None
        if self.rack.reason:
            return self.rack.result, self.rack.reason
        return None, "stalemate" if self.rack.result == "replay" else None


def _chosen(shot: Shot) -> frozenset[int]:
    """The balls that the cell `choice` names."""
    numbers = [t.partition(":")[2] for t in shot.choice if t.startswith(("take:", "back:"))]
    return frozenset(int(b) for text in numbers for b in text.split(","))


def replay_rack(match: Match, rack: Rack, options: Options) -> Replayed:
    if not rack.shots:
        return _without_shots(rack)
    replay = Replay(match, rack, options, [Line(World(), State(rack.breaker))])
    replay.run()
    _common_discrepancies(replay)
    ends = [replay.end(line) for line in replay.lines]
    listed = rack.shots[: replay.diverges_at] if replay.diverges_at is not None else rack.shots
    shots = [shot_document(shot, replay.outcomes(shot)) for shot in listed]
    turns = _turns_on(replay.lines, [winner for winner, _ in ends], rack.number)
    return Replayed(rack, sorted(set(ends), key=str), shots, replay.found, turns, replay.diverges_at)


def _without_shots(rack: Rack) -> Replayed:
    """The shots were lost: anything may have happened, unless the result line says how the rack ended."""
    if rack.reason or rack.result == "replay":
        return Replayed(rack, [(rack.claimed, rack.reason or "stalemate")], [], [], [])
    ends: list[tuple[str | None, str | None]] = [("A", None), ("B", None)]
    if not rack.claimed:
        ends.append((None, None))
    return Replayed(rack, ends, [], [], [{"rack": rack.number, "shot": None, "fact": "shots"}])


def _common_discrepancies(replay: Replay) -> None:
    """What holds in every world that is left."""
    calls_count = not replay.strict and replay.match.tag("Calls") == "recorded"
    for shot in replay.rack.shots[: replay.played] if calls_count else ():
        outcomes = replay.outcomes(shot)
        silent = frozenset.intersection(*(o.observed - o.effective for o in outcomes))
        wrong = frozenset.intersection(*(unsupported(frozenset(shot.called), o.observed) for o in outcomes))
        for code in in_order(silent):
            replay.report("not-called", shot.number, code)
        for code in in_order(wrong):
            replay.report("call-unsupported", shot.number, code)
    judged = replay.rack.result == "replay" and replay.diverges_at is None
    if judged and all(_visits(replay, line) < 6 for line in replay.lines):
        replay.report("stalemate-early", None)


def _visits(replay: Replay, line: Line) -> int:
    """Visits completed: ended by the rules, or by another player's shot."""
    players = [shot.player for shot in replay.rack.shots]
    return sum(
        not outcome.continues or (n + 1 < len(line.shots) and players[n] != players[n + 1])
        for n, outcome in enumerate(line.shots)
    )


def _turns_on(lines: Sequence[Line], winners: Sequence[str | None], rack: int) -> list[Json]:
    """The cells for which two worlds, filled alike elsewhere, give different winners: every pair is looked at."""
    cells = sorted({cell for line in lines for cell in line.world.fills})
    # Many worlds share the answers of a cell: each set of answers gets a number, and two are compared once.
    answers: dict[frozenset[Any], int] = {}
    by_winner: dict[str | None, list[list[int]]] = {winner: [] for winner in winners}
    for line, winner in zip(lines, winners, strict=True):
        given = [frozenset(line.world.fills.get(cell, {}).items()) for cell in cells]
        by_winner[winner].append([answers.setdefault(g, len(answers)) for g in given])
    texts = [dict(a) for a in answers]

    @cache
    def agree(n: int, a: int, b: int) -> bool:
        return alike(cells[n], texts[a], texts[b])

    pairs = list(combinations(sorted(by_winner, key=str), 2))
    if sum(len(by_winner[a]) * len(by_winner[b]) for a, b in pairs) > PAIRS:
        raise TooManyWorldsError(f"more than {PAIRS} pairs of worlds in rack {rack}")
    found: set[Cell] = set()
    for a, b in pairs:
        for one, two in product(by_winner[a], by_winner[b]):
            apart = [n for n, (x, y) in enumerate(zip(one, two, strict=True)) if x != y and not agree(n, x, y)]
            assert apart, "a filling with two winners"
            if len(apart) == 1:
                found.add(cells[apart[0]])
    order = sorted(found, key=lambda cell: (cell[0], CELL_ORDER.index(cell[1])))
    return [{"rack": rack, "shot": shot, "fact": fact} for shot, fact in order]
