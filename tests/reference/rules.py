"""The table of violations, and what the note of art. 18 makes of it: observed and effective."""

from dataclasses import dataclass, field

from .facts import Facts
from .notation import BLACK, CODES, FOULS, LOSSES, SEEN_CODES, SOLIDS, STRIPES, other

GROUPS = {"solids": SOLIDS, "stripes": STRIPES}


@dataclass(frozen=True)
class Options:
    mode: str = "as-called"
    scratch: str = "either"
    break_scratch: str = "chooses"
    indirect_choice: str = "same-as-first"


@dataclass(frozen=True)
class Pocket:
    """The pocket in which a player must pocket the black. `where` is `None` while it is due and nobody wrote it."""

    where: str | None
    due: tuple[int, int] = (0, 0)  # since which shot; 0 = its shooter's, which is settled first, 1 = the other's
    free: frozenset[str] = frozenset()  # due: may be one of these


@dataclass(frozen=True)
class State:
    """The table before a shot. `pockets[p]` is `None` while p has balls on the table, or no group."""

    player: str
    lying: str = "break"
    table: frozenset[int] = frozenset(range(1, 16))
    groups: dict[str, str | None] = field(default_factory=lambda: {"A": None, "B": None})
    fouls: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    pockets: dict[str, Pocket | None] = field(default_factory=lambda: {"A": None, "B": None})

    def balls(self, player: str) -> frozenset[int]:
        """The balls of the player's group on the table; none while no group is chosen."""
        group = self.groups[player]
        return self.table & GROUPS[group] if group else frozenset()

    def phase(self, player: str) -> str:
        if self.lying == "break":
            return "break"
        if self.groups[player] is None:
            return "open"
        return "groups" if self.balls(player) else "black"

    def legal(self, player: str) -> frozenset[int]:
        """Legal balls: on the break and in free choice every group ball; else the own ones; none left: the black."""
        own = self.balls(player) if self.groups[player] else self.table - {BLACK}
        return own or frozenset({BLACK})


def resolve_pocket(state: State, player: str, facts: Facts) -> str | None:
    """The player's pocket, asked for where it is due and was not written; `None` where he has none."""
    pocket = state.pockets[player]
    if pocket is None or pocket.where:
        return pocket.where if pocket else None
    return str(facts.world.get((pocket.due[0], "choice"), ("pocket", player), _choices(state, player, facts)))


def _choices(state: State, player: str, facts: Facts) -> list[str]:
    """What a pocket that is due may be: not the other's (art. 17)."""
    mine, his = state.pockets[player], state.pockets[other(player)]
    assert mine is not None
    taken = his and (his.where or facts.world.known((his.due[0], "choice"), ("pocket", other(player))))
    return sorted(mine.free - {taken})


def observed(state: State, facts: Facts, options: Options, called: frozenset[str]) -> frozenset[str]:
    """Every violation that the facts show. `called` are the calls that count (for `third-foul`: "seen or called")."""
    me, he = facts.shot.player, other(facts.shot.player)
    on_break, from_start = state.lying == "break", state.lying == "start"
    legal, first, fell = state.legal(me), facts.first(), facts.fell()
    black_legal, black_fell = BLACK in legal, BLACK in fell
    seen = set(facts.shot.seen)

    if on_break and not facts.crossed():  # art. 3
        seen.add("break-short")
    if from_start and facts.line() == "short":  # art. 12
        seen.add("start-short")
    if from_start and facts.line() == "early":  # art. 12, 18.8
        seen.add("start-touched")
    if first == BLACK and not black_legal:
        if facts.rails() == 0:  # art. 18.6
            seen.add("black-first")
        if facts.rails() == 1 and state.groups[he] and not state.balls(he):  # art. 18.7
            seen.add("black-one-rail")
    opponents = state.groups[he]
    if opponents and first in GROUPS[opponents] and facts.rails() == 0:  # art. 8, 10, 14
        seen.add("opponent-first")
    if not facts.hit(legal) and (on_break or facts.view() == "v"):  # art. 8
        seen.add("missed")
    if facts.cue("fell"):  # art. 13
        no_ball, no_cushion = first == 0, not facts.cushion()
        if (no_ball or no_cushion) if options.scratch == "either" else (no_ball and no_cushion):
            seen.add("cue-pocketed")
    if facts.cue("off") or facts.cue("back"):  # art. 13
        seen.add("cue-off")
    if facts.off() - {BLACK}:  # art. 15
        seen.add("ball-off")
    if BLACK in facts.off():  # art. 15, 18.3
        seen.add("black-off")
    if black_fell and not on_break:
        if not black_legal:  # art. 18.5
            seen.add("black-early")
        if len(fell) > 1 or facts.cue("fell"):  # art. 18.2
            seen.add("black-with-other")
        any_pocket = state.groups[me] is None  # in free choice without a group ball on the table
        if black_legal and not any_pocket and facts.pockets({BLACK}) != {resolve_pocket(state, me, facts)}:
            seen.add("black-wrong-pocket")  # art. 18.4
    if black_fell and (seen & FOULS or (on_break and facts.cue("fell"))):  # art. 18.1, 5
        seen.add("black-with-foul")
    if (seen | called) & FOULS and state.fouls[me] >= 2:  # art. 18.9
        seen.add("third-foul")
    return frozenset(seen)


def effective(
    seen: frozenset[str], called: frozenset[str], by_choice: frozenset[str], ended: bool, black_fell: bool
) -> frozenset[str]:
    """What counts where calls are recorded: what was called, and what counts as called without a word.

    `by_choice`: violations whose right was used; `ended`: the last shot of a rack that its result line does not give
    to the shooter.
    """
    counts = set(called - {"foul"})
    if "foul" in called and not called - {"foul", "third-foul"}:
        counts |= (seen - {"third-foul"}) or {"foul"}
    if ended:
        counts |= seen & LOSSES
    if "third-foul" in counts:
        counts |= seen & FOULS
    counts |= (seen & by_choice) | (seen & {"black-off"})
    if black_fell and counts & FOULS:
        counts.add("black-with-foul")
    return frozenset(counts)


def in_order(codes: frozenset[str]) -> list[str]:
    return [c for c in CODES if c in codes]


def unsupported(called: frozenset[str], seen: frozenset[str]) -> frozenset[str]:
    """Calls that the facts do not bear out; what no other cell shows is itself the observation."""
    return called - seen - set(SEEN_CODES) - {"foul"}
