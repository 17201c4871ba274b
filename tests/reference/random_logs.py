"""Random short logs that reach what is interesting soon: an end game after the break, fouls, calls, choices, blanks.

A light simulation guides them: each shot is drawn for the table as the reference sees it, so that racks mostly go on
sensibly; noise (a wrong shooter, a ball that is down, a right that nobody has, a wrong claim) is mixed in. The log is
valid notation whatever is drawn. `random_log` takes a `random.Random`; `logs` is the same as a Hypothesis strategy.
"""

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import strategies as st

from .facts import Facts
from .notation import BLACK, CODES, POCKETS, SEEN_CODES, SOLIDS, STRIPES, other, read_shot
from .outcome import Outcome, Setting, play
from .rules import Options, State, in_order
from .worlds import Ask, World

BREAKS = ("loser", "loser", "alternate", "winner", "trailing")
CHOICES = ("solids", "stripes", "repeat", "accept", "take", "leave", "down", "back:3", "pocket:A:FL", "pocket:B:SR")


@dataclass
class Draft:
    """A shot on its way to a line of the log."""

    player: str
    path: list[str]
    view: str = ""
    result: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    choice: list[str] = field(default_factory=list)

    def line(self) -> str:
        parts = [self.player, *self.path]
        parts += [f"({self.view})"] if self.view else []
        for mark, tokens in ((">", self.result), ("*", self.seen), ("!", self.called), ("=", self.choice)):
            parts += [mark, *tokens] if tokens else []
        return " ".join(parts)


@dataclass
class Table:
    """Draws the shots of one rack; `wild`: how often out of the ordinary; `skill`: how often a ball falls."""

    rng: Random
    calls: bool
    wild: float
    skill: float
    state: State
    shots: list[Draft] = field(default_factory=list)
    winner: str | None = None

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def shoot(self) -> None:
        """One more shot, played on by the reference as far as the drawn facts go."""
        state = self.state
        shooter = other(state.player) if self.chance(self.wild * 0.15) else state.player
        draft = self.breaking(shooter) if state.lying == "break" else self.playing(shooter)
        self.shots.append(draft)
        if self.chance(self.wild * 0.5):
            draft.seen = [self.rng.choice(SEEN_CODES)]
        outcome = self.happened(draft)
        if self.calls and (outcome.observed or self.chance(self.wild * 0.2)):
            draft.called = self.calling(outcome)
            outcome = self.happened(draft)
        if self.chance(self.wild * 0.15):
            draft.choice.append(self.rng.choice(CHOICES))
        draft.choice = list({_kind(token): token for token in draft.choice}.values())
        self.state, self.winner = outcome.after, outcome.decides

    def happened(self, draft: Draft) -> Outcome:
        """The outcome, what was due chosen at random, and written or not."""
        draft.choice = []
        world = World()
        while True:
            try:
                outcome = self.played(draft, world)
            except Ask as ask:
                chosen = self.rng.choice(ask.options)
                world = world.told(ask.cell, ask.key, chosen)
                if ask.cell[1] == "choice":
                    self.write(draft, ask.key, chosen)
            else:
                break
        for player, pocket in outcome.after.pockets.items():
            if pocket and not pocket.where and self.chance(0.6):
                his = outcome.after.pockets[other(player)]
                free = sorted(pocket.free - {his.where if his else None})
                draft.choice.append(f"pocket:{player}:{self.rng.choice(free)}")
        if self.chance(0.2):
            draft.choice = []  # chosen, and not written
        try:
            return self.played(draft, world)
        except Ask:  # written, the choice is a call, and then something else is due: leave it
            draft.choice = []
            return outcome

    def played(self, draft: Draft, world: World) -> Outcome:
        shot = read_shot(len(self.shots), draft.line())
        facts = Facts(world, shot, self.state.table, self.state.lying, frozenset())
        return play(self.state, facts, Setting(Options(), self.calls, False))[1]

    def write(self, draft: Draft, key: object, chosen: object) -> None:
        words = {"take": ("leave", "take"), "repeat": ("accept", "repeat")}
        if isinstance(key, str) and key in words:
            draft.choice.append(words[key][bool(chosen)])
        elif key == "group":
            draft.choice.append(str(chosen))
        elif isinstance(key, tuple) and key[0] == "back":
            backs = [t for t in draft.choice if t.startswith("back:")]
            if chosen:
                draft.choice = [t for t in draft.choice if t not in (*backs, "down")]
                draft.choice.append(f"{backs[0]},{key[1]}" if backs else f"back:{key[1]}")
            elif not backs and "down" not in draft.choice:
                draft.choice.append("down")

    def calling(self, outcome: Outcome) -> list[str]:
        """What was called: all, one, a bare foul, nothing, or something that was not seen."""
        observed = in_order(outcome.observed)
        if not observed or self.chance(self.wild * 0.3):
            return [self.rng.choice(CODES)]
        how = self.rng.random()
        if how < 0.45:
            return observed
        if how < 0.6:
            return [self.rng.choice(observed)]
        if how < 0.8:
            return ["foul", "third-foul"] if "third-foul" in observed and self.chance(0.5) else ["foul"]
        return []

    def falling(self, balls: list[int], p: float, pocket: str | None = None) -> list[str]:
        """Tokens for balls that fell or left the table."""
        tokens = []
        for ball in dict.fromkeys(balls):
            if self.chance(p):
                well = pocket if pocket and self.chance(0.7) else self.rng.choice(POCKETS)
                tokens.append(f"{ball}^" if self.chance(self.wild * 0.4) else f"{ball}{well}")
        return tokens

    def cue(self, p: float) -> list[str]:
        if not self.chance(p):
            return []
        token = f"c{self.rng.choice(POCKETS)}"
        return self.rng.choice([[token], [token], [token], [token], ["c^"], ["c~"], ["c~", token]])

    def breaking(self, shooter: str) -> Draft:
        path = [] if self.chance(self.wild * 0.3) else ["|"]
        if self.chance(self.wild * 0.3):
            return Draft(shooter, [*path, "-"], result=self.cue(0.3))
        first = self.rng.choice((1, 1, 1, 9, 9, 8)) if self.chance(self.wild) else 1
        path += [f"{first}+{self.rng.choice((9, 10, 2))}" if self.chance(0.5) else str(first)]
        path += ["-"] if self.chance(0.8) else []
        fell: list[int] = []
        if self.chance(0.75):  # leave few balls, so that the end game is near
            for group in (SOLIDS, STRIPES):
                left = self.rng.choice((0, 1, 1, 2, 2, 3, 7))
                fell += sorted(self.rng.sample(sorted(group), 7 - left))
            self.rng.shuffle(fell)
        elif self.chance(0.6):
            fell = self.rng.sample(sorted(SOLIDS | STRIPES), 2)
        fell += [BLACK] if self.chance(0.06) else []
        return Draft(shooter, path, result=[*self.falling(fell, 1), *self.cue(0.12)])

    def playing(self, shooter: str) -> Draft:
        state, rng = self.state, self.rng
        path = ["|"] if state.lying == "start" and not self.chance(self.wild * 0.5) else []
        path = ["-", *path] if self.chance(self.wild * 0.1) else path
        legal, table = sorted(state.legal(shooter)), sorted(state.table)
        down = sorted(frozenset(range(1, 16)) - state.table)
        touched: list[int] = []
        how = rng.random()
        if how < 0.04 + self.wild * 0.35:
            touched = [rng.choice(table)]
        elif how < 0.7 + self.skill * 0.25:
            touched = [rng.choice(legal)]
        if touched and down and self.chance(self.wild * 0.1):
            touched = [rng.choice(down)]
        path += ["-"] * rng.choice((0, 0, 0, 0, 0, 1, 1, 2))
        if touched:
            further = [b for b in table if b != BLACK or self.chance(self.wild)]
            chain = [touched[0], *rng.sample(further, min(len(further), rng.choice((0, 0, 1))))]
            touched = list(dict.fromkeys(chain))
            path.append("+".join(map(str, touched)))
            if self.chance(0.15):
                touched.append(rng.choice(further or table))
                path.append(str(touched[-1]))
            path += ["-"] if self.chance(0.6) else []
        pocket = state.pockets[shooter]
        result = self.falling(touched[:1], self.skill, pocket.where if pocket else None)
        result += self.falling([b for b in touched[1:] if b != touched[0]], self.skill * 0.4)
        if touched and self.chance(self.wild * 0.2):
            result += self.falling([b for b in table if b not in touched], 0.3)
        result += self.cue(0.08 + self.wild * 0.2)
        if result and result[-1][0] == "c" and result[-1][1] in "HSF" and self.chance(0.2):
            path.insert(rng.randrange(len(path) + 1), "_")
        seen = set(touched) & set(legal)
        view = rng.choice(("v", "v", "h")) if not seen else rng.choice(("", "", "v"))
        return Draft(shooter, path or ["."], view, result)


def _kind(token: str) -> str:
    """What a token chooses; a cell chooses a thing once."""
    pairs = {"stripes": "solids", "accept": "repeat", "leave": "take", "down": "back"}
    return token[:8] if token.startswith("pocket") else pairs.get(token.split(":")[0], token.split(":")[0])


def _blank(rng: Random, draft: Draft, few: bool) -> None:
    """Leave one cell of a shot unrecorded, or a part of it. An unknown result mostly where few balls are left."""
    falls = [n for n, token in enumerate(draft.result) if token[-1] in "LR"]
    kinds = ["path", "path"]
    kinds += ["rest"] * 2 if draft.path not in (["."], ["?"]) and draft.path[-1] != "..." else []
    kinds += ["result"] if few or rng.random() < 0.05 else []
    kinds += ["pocket"] * 3 if falls else []
    kinds += ["choice"] * 3 if draft.choice else []
    kinds += ["view"] * 4 if draft.view else []
    kind = rng.choice(kinds)
    if kind == "path":
        draft.path = ["?"]
    elif kind == "rest":
        draft.path = [*draft.path[: rng.randrange(1, len(draft.path) + 1)], "..."]
    elif kind == "result":
        draft.result = ["?"]
    elif kind == "pocket":
        n = rng.choice(falls)
        draft.result[n] = f"{draft.result[n][:-2]}?"
    elif kind == "choice":
        draft.choice = []
    else:
        draft.view = ""


def _valid(draft: Draft) -> None:
    """Undo what no valid log holds: a `_` without a cue ball in a pocket."""
    if draft.result != ["?"] and not any(t[0] == "c" and t[-1] not in "^~" for t in draft.result):
        draft.path = [t for t in draft.path if t != "_"] or ["."]
        if draft.path == ["..."]:
            draft.path = ["?"]


def random_rack(rng: Random, breaker: str, calls: bool, blanks: int) -> tuple[list[str], str | None]:
    """The lines of a rack below its head, and the winner that the simulation and the claim give."""
    table = Table(rng, calls, rng.choice((0.02, 0.1, 0.2, 0.5)), rng.choice((0.1, 0.5, 0.85)), State(breaker))
    length = rng.choice((1, 4, 9, 14, 20, 20))
    few: list[bool] = []
    while len(table.shots) < length and table.winner is None:
        few.append(len(table.state.table) <= 5)
        table.shoot()
    if table.winner and rng.random() < 0.07:
        table.shots.append(replace(table.shots[-1], player=other(table.shots[-1].player), choice=[]))
        few.append(False)
    for _ in range(blanks):
        n = max(rng.randrange(len(table.shots)), rng.randrange(len(table.shots)))
        _blank(rng, table.shots[n], few[n])
    for draft in table.shots:
        _valid(draft)
    winner = table.winner
    if winner is None and rng.random() < 0.25:
        return [*(d.line() for d in table.shots), "result replay"], None
    claimed = winner or rng.choice("AB")
    claimed = other(claimed) if rng.random() < 0.12 else claimed
    reason = rng.choice((" concession", " concession", " forfeit", ""))
    if winner and rng.random() < 0.9:
        reason = ""
    result = [f"result {claimed}{reason}"] if rng.random() < 0.88 else rng.choice((["result ?"], []))
    return [*(d.line() for d in table.shots), *result], winner or (claimed if result[:1] != ["result ?"] else None)


def random_log(rng: Random, match: str = "R-1", blanks: bool = True) -> str:
    """One match as `.kos` text. With `blanks` false every fact is recorded (choices may still be left out)."""
    race = rng.choice((1, 1, 1, 2, 2, 3))
    rule = rng.choice(BREAKS)
    calls = rng.random() < 0.6
    score = {"A": 0, "B": 0}
    breaker = rng.choice("AB")
    racks: list[str] = []
    number = 0
    while number < 4 and (race not in score.values() or rng.random() < 0.05):
        number += 1
        if rng.random() < 0.02:
            racks += [f"rack {number} {breaker}", rng.choice(("result A", "result B forfeit", "result ?"))]
            continue
        lines, winner = random_rack(rng, breaker, calls, rng.choice((0, 0, 1, 1, 2, 3)) if blanks else 0)
        racks += [f"rack {number} {breaker}", *lines]
        if winner:
            score[winner] += 1
            if lines[-1] != "result replay":
                due = {"loser": other(winner), "winner": winner, "alternate": other(breaker)}
                trailing = other(winner) if score["A"] == score["B"] else min(score, key=lambda p: score[p])
                breaker = due.get(rule, trailing)
        breaker = other(breaker) if rng.random() < 0.08 else breaker
    tags = [f'[Match "{match}"]', '[Date "2026-01-01"]', '[A "Ana"]', '[B "Boris"]', f'[RaceTo "{race}"]']
    tags += [f'[Break "{rule}"]'] if rule != "loser" else []
    tags += [f'[Calls "{"recorded" if calls else "not-recorded"}"]'] if calls or rng.random() < 0.5 else []
    tags += [f'[Status "{rng.choice(("forfeit", "abandoned"))}"]'] if rng.random() < 0.12 else []
    if rng.random() < 0.7:
        score = score if rng.random() < 0.8 else {"A": rng.randrange(race + 1), "B": rng.randrange(race + 1)}
        tags.append(f'[Score "{min(score["A"], race)}-{min(score["B"], race)}"]')
    if rng.random() < 0.7:
        ahead = "A" if score["A"] >= score["B"] else "B"
        tags.append(f'[Winner "{ahead if rng.random() < 0.85 else other(ahead)}"]')
    return "\n".join([*tags, "", *racks]) + "\n"


def logs(blanks: bool = True) -> st.SearchStrategy[str]:
    """The same logs as a Hypothesis strategy."""
    return st.randoms(use_true_random=False).map(lambda rng: random_log(rng, blanks=blanks))
