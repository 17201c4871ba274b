"""The replay of one rack: the frontier of worlds that the log allows, shot by shot.

A *node* is a table that some world reaches before a shot, an *edge* one way in which the shot may have gone from
there. A rack without open facts is a chain. Edges that the log rules out die; equal tables are one node. The same
loop runs plain and compiled.
"""

from typing import Final, NamedTuple

from replay.articles import observed
from replay.calls import effective, unsupported
from replay.fills import Fill, ways
from replay.outcome import Choice, steps
from replay.records import BLACK, NOBODY, Shot, Table, new_rack
from replay.rights import written
from replay.rulesets import Rules

# How the result line ends a rack.
NO_CLAIM: Final = 0
PLAIN: Final = 1
CONCESSION: Final = 2
FORFEIT: Final = 3
REPLAY: Final = 4

# Where log and rules part, in the order of the rulings: the codes of `Parting.code`.
WRONG_SHOOTER: Final = 0
BALL_NOT_ON_TABLE: Final = 2
PLAY_AFTER_END: Final = 3
RACK_UNFINISHED: Final = 4
ILLEGAL_CHOICE: Final = 5


class Ending(NamedTuple):
    """What the log says of the end of a rack: NO_CLAIM, PLAIN, ..., and the player it names (NOBODY = none)."""

    kind: int
    player: int


class Edge(NamedTuple):
    """One way in which a shot may have gone."""

    source: int  # node before the shot
    after: Table  # as the rules have it, before the log says who really plays next
    seen: int  # observed codes
    counted: int  # effective codes
    unsupported: int  # called codes that the facts do not bear out
    fell: int
    vague: int  # what is not known of the balls that fell: 0, or `replay.results.ALIKE`, `ORDER`
    own: int
    continues: int
    bad: int  # written choices without a right
    fill: Fill
    choice: Choice


class Parting(NamedTuple):
    """Log and rules part at a shot (index from 0; -1 = the rack) in every world. `what`: the ball, or the choice's
    flag."""

    shot: int
    code: int
    what: int


class Worlds(NamedTuple):
    """A rack replayed. Edges of shot k are `edges[layers[k]:layers[k + 1]]`; `targets` are the nodes they lead to."""

    nodes: list[Table]
    edges: list[Edge]
    targets: list[int]
    alive: list[int]
    layers: list[int]
    partings: list[Parting]
    judged: int  # shots judged; the rest came after the end
    diverged: int  # strict mode: 1 + index of the shot whose outcome the log did not follow, 0 = none
    too_many: int  # 1: the frontier outgrew the limit and nothing of this may be used
    conflict: int  # 1: after an unknown result there was a point at which no world fitted


def named_balls(shot: Shot) -> int:
    """The object balls that the cells of a shot name as hit, pocketed or gone."""
    return shot.touched | shot.fell | shot.off


def named_later(shots: list[Shot]) -> list[int]:
    """For every shot the balls that later shots of the rack name, and that were therefore still on the table."""
    found = [0 for _ in range(len(shots))]
    for k in range(len(shots) - 2, -1, -1):
        found[k] = found[k + 1] | named_balls(shots[k + 1])
    return found


def with_shooter(table: Table, shooter: int) -> Table:
    """The same table with that player to play."""
    return Table(
        table.on,
        shooter,
        table.start,
        table.group,
        table.fouls_a,
        table.fouls_b,
        table.pocket_a,
        table.pocket_b,
        table.due_a,
        table.due_b,
        table.winner,
        table.reason,
    )


def edges_from(
    node: int, table: Table, shot: Shot, last: bool, ending: Ending, rules: Rules, stay: int, apart: int, limit: int
) -> list[Edge]:
    """Every way in which the shot may have gone from a table; more than `limit` where there are more than that."""
    names_shooter = ending.kind in (PLAIN, CONCESSION, FORFEIT) and ending.player == table.shooter
    found = []
    for way in ways(table, shot, stay, apart, limit):
        seen = observed(table, way.facts, shot.called_codes, rules)
        counted = effective(seen, shot.called_codes, way.facts.fell & BLACK != 0, last and not names_shooter, rules)
        denied = unsupported(table, way.facts, seen, shot.called_codes, rules)
        for step in steps(table, way.facts, shot, seen, counted, rules):
            found.append(
                Edge(
                    node,
                    step.after,
                    seen,
                    step.counted,
                    denied,
                    way.facts.fell,
                    way.vague,
                    step.own,
                    step.continues,
                    step.bad,
                    way.fill,
                    step.choice,
                )
            )
    return found


def replay_rack(shots: list[Shot], breaker: int, ending: Ending, rules: Rules, lookahead: bool, limit: int) -> Worlds:
    """Replay one rack of at least one shot.

    `lookahead`: balls that the log names later are taken to have stayed on the table when a result is unknown. That is
    exact as long as some world fits at every point (`conflict` = 0); otherwise the rack has to be replayed without it.
    `limit`: the most edges of one shot, and about half of the most of all; beyond it `too_many` is set.
    """
    nodes = [with_shooter(new_rack(breaker), shots[0].shooter)]
    edges: list[Edge] = []
    targets: list[int] = []
    alive: list[int] = []
    layers = [0]
    partings: list[Parting] = []
    later = named_later(shots)
    if shots[0].shooter != breaker:
        partings.append(Parting(0, WRONG_SHOOTER, 0))
    diverged = 0
    conflict = 0
    unknown_so_far = False
    low = 0
    for k in range(len(shots)):
        shot = shots[k]
        last = k == len(shots) - 1
        start = layers[k]
        stay, apart = (later[k], 0) if lookahead else (0, later[k])
        high = len(nodes)
        for node in range(low, high):
            edges.extend(edges_from(node, nodes[node], shot, last, ending, rules, stay, apart, limit))
            if len(edges) - start > limit or len(edges) > 2 * limit + len(shots):
                return Worlds(nodes, edges, targets, alive, layers, partings, k, 0, 1, 0)
        layers.append(len(edges))
        for _ in range(start, len(edges)):
            alive.append(1)
            targets.append(-1)
        before = len(partings)
        unknown_so_far = unknown_so_far or shot.result_known == 0
        sift_choices(edges, alive, start, shot, k, partings)
        ended = False
        shooter = NOBODY
        if last:
            if ending.kind == PLAIN and not sift(edges, alive, start, DECIDED, 0):
                partings.append(Parting(-1, RACK_UNFINISHED, 0))
                diverged = k + 1 if rules.strict == 1 else 0
        else:
            following = shots[k + 1]
            if not sift(edges, alive, start, UNDECIDED, 0):
                partings.append(Parting(k + 1, PLAY_AFTER_END, 0))
                ended = True
            elif not sift(edges, alive, start, PLAYS_NEXT, following.shooter):
                partings.append(Parting(k + 1, WRONG_SHOOTER, 0))
                shooter = following.shooter
                ended = rules.strict == 1
            if not ended:
                named = named_balls(following)
                for ball in range(1, 16):
                    if named >> ball & 1 and not sift(edges, alive, start, ON_TABLE, ball):
                        partings.append(Parting(k + 1, BALL_NOT_ON_TABLE, ball))
            if ended and rules.strict == 1:
                diverged = k + 1
        if len(partings) > before and unknown_so_far:
            conflict = 1
        if last and ending.kind == NO_CLAIM and not some(edges, alive, start, DECIDED, 0):
            partings.append(Parting(-1, RACK_UNFINISHED, 0))
        low = len(nodes)
        places = {nodes[0]: 0}
        places.clear()
        for i in range(start, len(edges)):
            if alive[i] == 0:
                continue
            after = edges[i].after if shooter == NOBODY else with_shooter(edges[i].after, shooter)
            if after not in places:
                places[after] = len(nodes)
                nodes.append(after)
            targets[i] = places[after]
        if ended:
            break
    prune(edges, targets, alive, layers, len(nodes))
    return Worlds(nodes, edges, targets, alive, layers, partings, len(layers) - 1, diverged, 0, conflict)


NO_FILL: Final = Fill(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)
NO_CHOICE: Final = Choice(-1, -1, -1, -1, -1, -1)

# What an edge must be to fit.
DECIDED: Final = 0
UNDECIDED: Final = 1
PLAYS_NEXT: Final = 2
ON_TABLE: Final = 3
CHOICE_STANDS: Final = 4


def fits(edge: Edge, test: int, value: int) -> bool:
    """Whether an edge passes one test of the log."""
    if test == DECIDED:
        return edge.after.winner != NOBODY
    if test == UNDECIDED:
        return edge.after.winner == NOBODY
    if test == PLAYS_NEXT:
        return edge.after.shooter == value
    if test == ON_TABLE:
        return edge.after.on >> value & 1 == 1
    return edge.bad & value == 0


def some(edges: list[Edge], alive: list[int], start: int, test: int, value: int) -> bool:
    """Whether any living edge from `start` on fits."""
    for i in range(start, len(edges)):  # noqa: SIM110 - compiled: no generators
        if alive[i] == 1 and fits(edges[i], test, value):
            return True
    return False


def sift(edges: list[Edge], alive: list[int], start: int, test: int, value: int) -> bool:
    """If some living edges fit, the others die for good; if none fits, all stay and the answer is False."""
    if not some(edges, alive, start, test, value):
        return False
    for i in range(start, len(edges)):
        if alive[i] == 1 and not fits(edges[i], test, value):
            alive[i] = 0
    return True


def sift_choices(edges: list[Edge], alive: list[int], start: int, shot: Shot, k: int, partings: list[Parting]) -> None:
    """Every written choice drops the worlds in which it has no right; one that has it in none is reported."""
    choices = written(shot)
    for bit in range(10):
        flag = 1 << bit
        if choices & flag and not sift(edges, alive, start, CHOICE_STANDS, flag):
            partings.append(Parting(k, ILLEGAL_CHOICE, flag))


def prune(edges: list[Edge], targets: list[int], alive: list[int], layers: list[int], nodes: int) -> None:
    """Let die what leads nowhere: edges to tables from which every way was ruled out later."""
    goes_on = [0 for _ in range(nodes)]
    for k in range(len(layers) - 2, -1, -1):
        for i in range(layers[k], layers[k + 1]):
            if alive[i] == 1 and k < len(layers) - 2 and goes_on[targets[i]] == 0:
                alive[i] = 0
            if alive[i] == 1:
                goes_on[edges[i].source] = 1
