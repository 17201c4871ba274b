"""What one shot leads to in one world: the steps of the ruling "Outcome of a shot", in its order."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .facts import Facts
from .notation import BLACK, FOULS, LOSSES, POCKETS, SOLIDS, STRIPES, Shot, other
from .rules import GROUPS, Options, Pocket, State, effective, in_order, observed, resolve_pocket
from .worlds import World

DIAGONAL = {"HL": "FR", "FR": "HL", "HR": "FL", "FL": "HR", "SL": "SR", "SR": "SL"}
GIVES = {  # the choice shows that the right was used, so that the violation was pointed out
    "take": {"opponent-first"}, "leave": {"opponent-first"},
    "repeat": {"start-short", "cue-pocketed"}, "accept": {"start-short", "cue-pocketed"},
    "back": {"ball-off"}, "down": {"ball-off"},
}  # fmt: skip
ORDER = ("take", "leave", "repeat", "accept", "back", "down", "solids", "stripes", "pocket")


@dataclass(frozen=True)
class Setting:
    """What of the match and the rack bears on a shot."""

    options: Options
    calls_count: bool  # as-called, in a match with `Calls recorded`
    ended: bool  # the last shot of a rack that its result line does not give to the shooter


@dataclass(frozen=True)
class Outcome:
    observed: frozenset[str]
    effective: frozenset[str]
    phase: str
    lying: str
    continues: bool
    decides: str | None
    reason: str | None
    pocketed: tuple[int, ...]
    own_pocketed: tuple[int, ...]
    after: State  # its `player` and `lying`: who plays next, and from where (unless decided)
    illegal: frozenset[str]  # tokens of the cell `choice` to which nobody had a right


def play(state: State, facts: Facts, setting: Setting) -> tuple[World, Outcome]:
    """The outcome, and the world with what a written pocket tells of a choice that was due earlier."""
    me, he, shot = facts.shot.player, other(facts.shot.player), facts.shot
    called = frozenset(shot.called) if setting.calls_count else frozenset()
    seen = observed(state, facts, setting.options, called)
    tokens = choices(shot)

    def counting(by_choice: Iterable[str]) -> frozenset[str]:
        if not setting.calls_count:
            return seen
        return effective(seen, called, frozenset(by_choice), setting.ended, BLACK in facts.fell())

    counts = counting(())
    losses = in_order(counts & LOSSES)
    winner, reason = None, None
    if losses:  # 1
        winner, reason = he, losses[0]
    elif BLACK in facts.fell():  # 2
        winner, reason = me, "black-on-break" if state.lying == "break" else "black"
    if winner:  # groups and pockets stay; any choice is illegal
        after = replace(state, fouls=_fouls(state, me, counts))
        return facts.world, Outcome(
            seen, counts, state.phase(me), state.lying, False, winner, reason, facts.fell(),
            _own_fell(state, state, facts, counts),
            after, frozenset(tokens),
        )  # fmt: skip

    rights = _rights(state, facts, seen | counts)
    used = [t for t in tokens if t in rights or ("back" in rights and _back(t) and _back(t) <= facts.off())]
    counts = counting(code for t in used for code in GIVES[t.split(":")[0]])
    after, group_tokens = _settle_groups(state, facts, setting.options, counts, tokens)
    used += group_tokens
    continues = _continues(state, after, facts, counts)
    after = _move_balls(after, facts, _rights(state, facts, counts), used, state.lying == "break")
    again = _repeated(facts, _rights(state, facts, counts), used)
    moved = facts.cue("fell") or facts.cue("off")
    after = replace(
        after,
        player=me if continues or again else he,
        lying="start" if moved or again else "lies",  # 6, 7
        fouls=_fouls(state, me, counts),
    )
    for player in (me, he):  # 8: whoever has balls has no pocket; then the shooter's pocket is settled first
        if not after.groups[player] or after.balls(player):
            after = _with_pocket(after, player, None)
    for player in (me, he):
        after = _settle_pocket(state, after, facts, player, continues)
    world = facts.world
    dues = {player: pocket.due for player, pocket in after.pockets.items() if pocket}
    pockets = [token for token in tokens if token.startswith("pocket:")]
    for token in sorted(pockets, key=lambda t: dues.get(t.split(":")[1], (0, 0))):
        told = _write_pocket(after, replace(facts, world=world), token)
        if told:
            after, world, used = told[0], told[1], [*used, token]
    return world, Outcome(
        seen, counts, state.phase(me), state.lying, continues or again, None, None, facts.fell(),
        _own_fell(state, after, facts, counts),
        after, frozenset(tokens) - set(used),
    )  # fmt: skip


def choices(shot: Shot) -> list[str]:
    """The written choices in the order in which they bear on each other."""
    return sorted(shot.choice, key=lambda t: (ORDER.index(t.split(":")[0]), t))


def _fouls(state: State, me: str, counts: frozenset[str]) -> dict[str, int]:
    return {**state.fouls, me: state.fouls[me] + 1 if counts & FOULS else 0}


def _back(token: str) -> frozenset[int]:
    """The balls of a token `back:5,12`; none for another token."""
    return frozenset(int(b) for b in token[5:].split(",")) if token.startswith("back:") else frozenset()


def _rights(state: State, facts: Facts, codes: frozenset[str]) -> set[str]:
    """Tokens to which these violations give a right (`back`: with balls that left the table)."""
    rights, first = set(), facts.first()
    # Art. 14. A call stands whatever was touched first; only the black cannot be taken, nothing could go on without it.
    if "opponent-first" in codes and first in SOLIDS | STRIPES and first not in facts.moved():
        rights |= {"take", f"take:{first}", "leave"}
    if "start-short" in codes or ("cue-pocketed" in codes and state.lying == "start"):  # art. 12, 13
        rights |= {"repeat", "accept"}
    if facts.off() and state.lying != "break":  # art. 15
        rights |= {"back", "down"}
    return rights


def _settle_groups(
    state: State, facts: Facts, options: Options, counts: frozenset[str], tokens: list[str]
) -> tuple[State, list[str]]:
    """Step 4, and the tokens `solids`, `stripes` that are in order."""
    me, first = facts.shot.player, facts.first()
    fell = [name for name, balls in GROUPS.items() if balls & set(facts.fell())]
    group = state.groups[me]
    written = [t for t in tokens if t in GROUPS]
    if group or counts & FOULS:
        pass
    elif state.lying == "break":  # art. 6
        if fell and not (facts.cue("fell") and options.break_scratch == "open"):
            chosen = [t for t in written if t in fell]
            group = fell[0] if len(fell) == 1 else chosen[0] if chosen else None
            group = group or facts.world.get((facts.shot.number, "choice"), "group", fell)
    elif first in SOLIDS | STRIPES and facts.rails() == 0:  # art. 7
        group = "solids" if first in SOLIDS else "stripes"
    elif first in SOLIDS | STRIPES and options.indirect_choice == "same-as-first":
        group = fell[0] if len(fell) == 1 and first in GROUPS[fell[0]] else None
    elif first and options.indirect_choice == "any-single" and len(fell) == 1 and facts.rails() > 0:
        group = fell[0]
    his = {"solids": "stripes", "stripes": "solids"}[group] if group else None
    return replace(state, groups={me: group, other(me): his}), [t for t in written if t == group]


def _own_fell(state: State, after: State, facts: Facts, counts: frozenset[str]) -> tuple[int, ...]:
    """Balls of the shooter's group (on a break: group balls) pocketed without an effective foul."""
    group = after.groups[facts.shot.player]
    own = SOLIDS | STRIPES if state.lying == "break" else GROUPS[group] if group else frozenset()
    return () if counts & FOULS else tuple(b for b in facts.fell() if b in own)


def _continues(state: State, after: State, facts: Facts, counts: frozenset[str]) -> bool:
    """Step 5, art. 9."""
    return bool(_own_fell(state, after, facts, counts)) and not facts.cue("fell") and not facts.cue("off")


def _move_balls(after: State, facts: Facts, due: set[str], used: list[str], on_break: bool) -> State:
    """Step 3: what fell is down (art. 11), what was taken too (art. 14), what left the table as chosen (art. 15)."""
    cell = (facts.shot.number, "choice")
    table = after.table - facts.moved()
    taken = any(t.startswith("take") for t in used)
    if not taken and "leave" not in used and "take" in due:
        taken = facts.world.get(cell, "take", (True, False))
    if taken:
        table -= {facts.first()}
    back = frozenset[int]().union(*map(_back, used))
    if facts.off() and not on_break:
        if back:
            table |= back
        elif "down" not in used:
            table |= {b for b in sorted(facts.off()) if facts.world.get(cell, ("back", b), (True, False))}
    return replace(after, table=table)


def _repeated(facts: Facts, due: set[str], used: list[str]) -> bool:
    """Step 7."""
    if "repeat" in used or "accept" in used or "repeat" not in due:
        return "repeat" in used
    return bool(facts.world.get((facts.shot.number, "choice"), "repeat", (True, False)))


def _settle_pocket(state: State, after: State, facts: Facts, player: str, continues: bool) -> State:
    """Step 8, art. 17. `state` is before the shot; in `after` the groups and the table are those after it."""
    group = after.groups[player]
    if not group or after.balls(player) or after.pockets[player]:
        return after
    stays = continues and not facts.off() & GROUPS[group]  # a ball that left the table and stays out is as a foul
    if player == facts.shot.player and stays and state.table & GROUPS[group]:
        own = facts.pockets(GROUPS[group])
        his = resolve_pocket(after, other(player), facts)
        if his and own == {his}:
            own = frozenset({DIAGONAL[his]})
        own -= {his}
        if len(own) == 1:
            return _with_pocket(after, player, Pocket(next(iter(own))))
        return _with_pocket(after, player, Pocket(None, (facts.shot.number, 0), own))
    due = (facts.shot.number, int(player != facts.shot.player))
    return _with_pocket(after, player, Pocket(None, due, frozenset(POCKETS)))


def _with_pocket(state: State, player: str, pocket: Pocket | None) -> State:
    return replace(state, pockets={**state.pockets, player: pocket})


def _write_pocket(after: State, facts: Facts, token: str) -> tuple[State, World] | None:
    """A written pocket: the state and the world that it leaves, or `None` when it is illegal."""
    _, player, where = token.split(":")
    pocket, his = after.pockets[player], after.pockets[other(player)]
    if pocket is None or (pocket.where and pocket.where != where):
        return None
    if pocket.where:
        return after, facts.world
    key = ("pocket", player)
    cell = (pocket.due[0], "choice")
    taken = his and (his.where or facts.world.known((his.due[0], "choice"), ("pocket", other(player))))
    if where not in pocket.free or where == taken or facts.world.known(cell, key) not in (None, where):
        return None
    return _with_pocket(after, player, replace(pocket, where=where)), facts.world.told(cell, key, where)
