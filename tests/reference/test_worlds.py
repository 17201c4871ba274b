"""Worlds written out: a blank must give what all logs give together in which somebody wrote something there.

Each way to fill the blank is put down as text and replayed as a log of its own. A filling that no event of the log
speaks against stays; where there is at least one, the blanked log's rack must end as those do, and turn on the blank
if they end differently.
"""

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.reference.notation import BALLS, POCKETS, Match, Rack, read, read_shot
from tests.reference.rack import replay_rack
from tests.reference.random_logs import random_log
from tests.reference.rules import Options
from tests.reference.worlds import TooManyWorldsError

EVENTS = {"wrong-shooter", "ball-not-on-table", "play-after-end", "illegal-choice"}
BLANKS = {"path": r"^([AB]) [^(>*!=]+", "view": r"\((v|h)\)", "result": r"> [^*!=@]+"}
FEW = {"path": 4, "view": 15, "result": 2}  # balls on the table, so that there are not too many fillings


def replayed(match: Match, rack: Rack, lines: list[str]) -> tuple[set[str | None], bool, bool, list[dict[str, object]]]:
    """Winners of the worlds, whether an event spoke against every one, whether anything is open, `turns_on`."""
    shots = tuple(read_shot(n, line) for n, line in enumerate(lines, 1))
    got = replay_rack(match, Rack(rack.number, rack.breaker, shots, rack.result, rack.reason), Options())
    events = EVENTS | ({"rack-unfinished"} if rack.claimed and not rack.reason else set())
    against = any(d["code"] in events for d in got.discrepancies)
    return got.winners, against, any(shot["open"] for shot in got.shots), got.turns_on


def paths(table: frozenset[int], fell: str) -> Iterator[str]:
    """Every path that can make a difference on this table, as it would be written, for this result."""
    scratch = re.search(r"c[HSF]", fell) is not None
    moved = re.search(r"(^| )\d", fell) is not None
    rails = [[], ["-"], ["-", "-"]] + ([["_"], ["_", "_"], ["-", "_"]] if scratch else [])
    touches: list[list[str]] = [] if moved else [[]]
    for first in sorted(table):
        others = sorted(table - {first})
        further = [(), *((b,) for b in others), tuple(others)]
        touches += [["+".join(map(str, (first, *more)))] for more in dict.fromkeys(further)]
    for before, touch, after, line in product(rails, touches, ([], ["-"]), (None, 0, 1)):
        tokens = [*before, *touch, *after]
        if line is not None:
            tokens.insert(0 if line == 0 else len(before), "|")
        yield " ".join(tokens) or "."


def results(table: frozenset[int], path: str) -> Iterator[str]:
    """Every result that can follow a path."""
    balls = sorted(table) if re.search(r"\d|\.\.\.|\?", path) else []
    fates = [["", f"{b}^", *(f"{b}{pocket}" for pocket in POCKETS)] for b in balls]
    cues = ["cFL", "c~ cFL"] + ([] if "_" in path else ["", "c^", "c~"])
    for fallen in product(*fates, cues):
        text = " ".join(token for token in fallen if token)
        yield f"> {text} " if text else ""


def blanked(seed: int, cell: str) -> tuple[Match, Rack, list[str], int, frozenset[int]] | None:
    """A rack with nothing open, a shot of it that may lose the cell, and the balls on the table before that shot."""
    rng = Random(seed)
    log = random_log(rng, blanks=False)
    match = next(iter(read(log)))
    rack = rng.choice(match.racks)
    lines, heads = log.splitlines(), [n for n, line in enumerate(log.splitlines()) if line.startswith("rack")]
    start = heads[rack.number - 1] + 1
    shots = lines[start : start + len(rack.shots)]
    if not shots or replayed(match, rack, shots)[2]:
        return None
    down: frozenset[int] = frozenset()
    may = []
    for n, line in enumerate(shots):
        if re.search(BLANKS[cell], line) and len(BALLS - down) <= FEW[cell]:
            may.append((n, BALLS - down))
        down |= {f.ball for f in rack.shots[n].result or () if f.ball}
        down -= {int(b) for b in re.findall(r"\d+", "".join(re.findall(r"back:[\d,]+", line)))}
    if not may:
        return None
    n, table = rng.choice(may)
    return match, rack, shots, n, table


@pytest.mark.parametrize(("cell", "seeds", "least"), [("view", 300, 10), ("path", 60, 3), ("result", 60, 3)])
def test_a_blank_gives_what_its_fillings_give(cell: str, seeds: int, least: int) -> None:
    compared = 0
    for seed in range(seeds):
        found = blanked(seed, cell)
        if not found:
            continue
        match, rack, shots, n, table = found
        line = shots[n]
        if cell == "view":
            lines = [re.sub(BLANKS[cell], view, line) for view in ("(v)", "(h)")]
            blank = re.sub(BLANKS[cell], "", line)
        elif cell == "path":
            fell = "".join(re.findall(BLANKS["result"], line))
            lines = [re.sub(BLANKS[cell], rf"\1 {path} ", line) for path in paths(table, fell)]
            blank = re.sub(BLANKS[cell], r"\1 ? ", line)
        else:
            path = re.match(BLANKS["path"], line)
            lines = [re.sub(BLANKS[cell], result, line) for result in results(table, path[0] if path else "")]
            blank = re.sub(BLANKS[cell], "> ? ", line)
        try:
            winners, _, _, turns_on = replayed(match, rack, [*shots[:n], blank, *shots[n + 1 :]])
        except TooManyWorldsError:
            continue
        fillings = [replayed(match, rack, [*shots[:n], text, *shots[n + 1 :]]) for text in lines]
        fitting = [filling for filling in fillings if not filling[1]]
        if not fitting:
            continue
        ends = set().union(*(filling[0] for filling in fitting))
        assert winners == ends, (seed, line, blank)
        single = all(len(filling[0]) == 1 for filling in fitting)
        here = {"rack": rack.number, "shot": n + 1, "fact": cell}
        assert (here in turns_on) == (len(ends) > 1) or not single, (seed, line, blank)
        compared += 1
    assert compared >= least
