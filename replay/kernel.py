"""The rules in bulk: the functions of this folder, compiled, in one pass over the columns of whole racks.

Nothing is written here a second time. The modules named in `SOURCES` are plain Python; Numba compiles their functions
as they stand. Compiled code is kept on disk under a hash of their text, since Numba's own cache does not notice a
change in a helper of another module.
"""

import hashlib
import inspect
import sys
from collections.abc import Callable
from functools import cache
from itertools import starmap
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt
import polars as pl

from ingest.schema import FACTS
from replay import (
    articles,
    calls,
    fills,
    match,
    outcome,
    pockets,
    rack,
    records,
    results,
    rights,
    summary,
    turns_on,
    worlds,
)
from replay.records import Shot
from replay.rulesets import Rules
from replay.summary import ShotSummary, most_visits, summarise_rack, summarise_shot
from replay.worlds import REPLAY, Ending, replay_rack

SOURCES: Final[tuple[ModuleType, ...]] = (
    records,
    articles,
    calls,
    rights,
    pockets,
    outcome,
    results,
    fills,
    worlds,
    summary,
)
"""Every module whose functions are compiled."""

LIMIT: Final = 4096
"""The most edges of one shot in bulk; a rack that needs more is replayed in plain Python, which has no bound."""

Ints = npt.NDArray[np.int64]
wide: Final[Any] = np.int64


class Columns(NamedTuple):
    """Whole racks as columns. Facts have one value a shot; the other arrays one a rack, `starts` one more."""

    facts: Shot  # of arrays
    starts: Ints  # the first shot of each rack, then the number of shots
    breakers: Ints
    endings: Ints  # kinds of `replay.worlds.Ending`
    players: Ints
    rules: Ints  # racks x fields of Rules


class Replayed(NamedTuple):
    """What the bulk run says: one row a shot, one row a rack, one row a parting of log and rules."""

    shots: Ints  # shots x (fields of ShotSummary, then whether it was judged)
    racks: Ints  # racks x RACK_COLUMNS
    partings: Ints  # partings x (rack, shot from 0, code, what)


# The columns of `Replayed.racks`.
WINNERS: Final = 0  # as `replay.summary.RackSummary`
REASON: Final = 1
VISITS: Final = 2  # the most that were complete in a world; only where a stalemate was declared
REDO: Final = 3  # 1: the rack was too much for the bulk run and is left to the plain one
RACK_COLUMNS: Final = 4


def shot_at(facts: Any, i: int) -> Shot:
    """The record of one shot from the columns, in the width of the rules' integers. Compiled only."""
    return Shot(
        wide(facts.shooter[i]),
        wide(facts.path_state[i]),
        wide(facts.crossed[i]),
        wide(facts.early[i]),
        wide(facts.first[i]),
        wide(facts.rails[i]),
        wide(facts.cushion[i]),
        wide(facts.mouth[i]),
        wide(facts.touched[i]),
        wide(facts.view_code[i]),
        wide(facts.result_known[i]),
        wide(facts.fell[i]),
        wide(facts.fell_order[i]),
        wide(facts.pockets[i]),
        wide(facts.off[i]),
        wide(facts.cue[i]),
        wide(facts.seen_codes[i]),
        wide(facts.called_codes[i]),
        wide(facts.choices[i]),
        wide(facts.take_ball[i]),
        wide(facts.back[i]),
        wide(facts.pocket_a[i]),
        wide(facts.pocket_b[i]),
    )


def replay_one(
    log: list[Shot],
    r: int,
    start: int,
    breaker: int,
    ending: Ending,
    rules: Rules,
    shots: Ints,
    racks: Ints,
    partings: list[tuple[int, int, int, int]],
) -> None:
    """Replay rack `r`, whose first shot is row `start`, and write down what it says."""
    found = replay_rack(log, breaker, ending, rules, True, LIMIT)
    if found.too_many == 1 or found.conflict == 1:
        racks[r, REDO] = 1
        return
    whole = summarise_rack(found, ending)
    racks[r, WINNERS] = whole.winners
    racks[r, REASON] = whole.reason
    racks[r, VISITS] = most_visits(found, log) if ending.kind == REPLAY else 0
    for k in range(found.judged):
        put(shots[start + k], summarise_shot(found, k))
    for parting in found.partings:
        partings.append((r, parting.shot, parting.code, parting.what))


def replay_racks(columns: Columns, shots: Ints, racks: Ints) -> list[tuple[int, int, int, int]]:
    """Replay racks in order, fill in the rows of `shots` and `racks`, and answer the partings. Compiled only."""
    partings = [(0, 0, 0, 0) for _ in range(0)]  # so that the compiler knows what it holds
    for r in range(len(columns.breakers)):
        start, stop = columns.starts[r], columns.starts[r + 1]
        if start == stop:
            continue
        log = [shot_at(columns.facts, i) for i in range(start, stop)]
        row = columns.rules[r]
        rules = Rules(row[0], row[1], row[2], row[3], row[4])
        ending = Ending(columns.endings[r], columns.players[r])
        replay_one(log, r, start, columns.breakers[r], ending, rules, shots, racks, partings)
    return partings


def replay_plainly(columns: Columns, shots: Ints, racks: Ints) -> list[tuple[int, int, int, int]]:
    """The same without compiling, for a few racks. The rules get Python integers: those of NumPy are narrow."""
    partings: list[tuple[int, int, int, int]] = []
    facts = [column.tolist() for column in columns.facts]  # type: ignore[attr-defined]
    logs = list(starmap(Shot, zip(*facts, strict=True)))
    starts = columns.starts.tolist()
    told = starmap(Rules, columns.rules.tolist())
    endings = map(Ending, columns.endings.tolist(), columns.players.tolist())
    for r, (breaker, ending, rules) in enumerate(zip(columns.breakers.tolist(), endings, told, strict=True)):
        log = logs[starts[r] : starts[r + 1]]
        if log:
            replay_one(log, r, starts[r], breaker, ending, rules, shots, racks, partings)
    return partings


def put(row: Ints, values: ShotSummary) -> None:
    """Write the values of a shot into its row."""
    row[0] = values.phase
    row[1] = values.start
    row[2] = values.observed
    row[3] = values.effective
    row[4] = values.fell
    row[5] = values.own
    row[6] = values.continues
    row[7] = values.decides
    row[8] = values.group_a
    row[9] = values.group_b
    row[10] = values.fouls_a
    row[11] = values.fouls_b
    row[12] = values.pocket_a
    row[13] = values.pocket_b
    row[14] = values.next_player
    row[15] = values.next_start
    row[16] = values.open
    row[17] = values.not_called
    row[18] = values.unsupported
    row[19] = 1


@cache
def engine_hash() -> str:
    """A hash of the text of the rules: verdicts made by another text are replayed anew."""
    digest = hashlib.sha256()
    for module in (*SOURCES, match, rack, turns_on, sys.modules[__name__]):
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()[:16]


@cache
def compiled(cache_folder: Path) -> Callable[[Columns, Ints, Ints], list[tuple[int, int, int, int]]]:
    """`replay_racks`, compiled; from `cache_folder` where it was compiled before."""
    import numba
    from numba.extending import register_jitable

    folder = cache_folder / f"engine-{engine_hash()}"
    folder.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    for module in SOURCES:
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                register_jitable(function)
    for function in (shot_at, put, replay_one):
        register_jitable(function)
    return cast(
        "Callable[[Columns, Ints, Ints], list[tuple[int, int, int, int]]]",
        numba.njit(nogil=True, cache=True)(replay_racks),
    )


def replay_columns(columns: Columns, cache_folder: Path | None) -> Replayed:
    """Replay whole racks: compiled, with the compiled code kept in `cache_folder`, or plain where that is None."""
    racks = np.zeros((len(columns.breakers), RACK_COLUMNS), dtype=np.int64)
    shots = np.zeros((int(columns.starts[-1]), len(ShotSummary._fields) + 1), dtype=np.int64)
    run = replay_plainly if cache_folder is None else compiled(cache_folder)
    return Replayed(shots, racks, np.array(run(columns, shots, racks), dtype=np.int64).reshape(-1, 4))


def facts_of(shots: pl.DataFrame) -> Shot:
    """The decoded columns of the table `shots` as arrays, in the order of the record."""
    return Shot(*(shots[column].to_numpy() for column in FACTS))  # type: ignore[arg-type]
