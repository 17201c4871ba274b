"""The rules in bulk: the functions of this folder, compiled, in one pass over the columns of whole racks.

Nothing is written here a second time. The modules named in `SOURCES` are plain Python; Numba compiles their functions as they
stand. Compiled code is kept on disk under a hash of their text, since Numba's own cache does not notice a change in a
helper of another module.
"""

import hashlib
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from ingest.schema import FACTS
from replay import articles, calls, fills, outcome, pockets, records, results, rights, summary, worlds
from replay.records import Shot
from replay.rulesets import Rules
from replay.summary import ShotSummary, summarise_rack, summarise_shot
from replay.worlds import Ending, replay_rack

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
    racks: Ints  # racks x RACK_FIELDS
    partings: Ints  # partings x (rack, shot from 0, code, what)


RACK_FIELDS: Final = ("winners", "reason", "over", "judged", "diverged", "redo")
"""`redo`: 1 where the rack was too much for the bulk run and is left to the plain one."""


def shot_at(facts: Any, i: int) -> Shot:
    """The record of one shot from the columns."""
    return Shot(
        np.int64(facts.shooter[i]),
        np.int64(facts.path_state[i]),
        np.int64(facts.crossed[i]),
        np.int64(facts.early[i]),
        np.int64(facts.first[i]),
        np.int64(facts.rails[i]),
        np.int64(facts.cushion[i]),
        np.int64(facts.mouth[i]),
        np.int64(facts.touched[i]),
        np.int64(facts.view_code[i]),
        np.int64(facts.result_known[i]),
        np.int64(facts.fell[i]),
        np.int64(facts.fell_order[i]),
        np.int64(facts.pockets[i]),
        np.int64(facts.off[i]),
        np.int64(facts.cue[i]),
        np.int64(facts.seen_codes[i]),
        np.int64(facts.called_codes[i]),
        np.int64(facts.choices[i]),
        np.int64(facts.take_ball[i]),
        np.int64(facts.back[i]),
        np.int64(facts.pocket_a[i]),
        np.int64(facts.pocket_b[i]),
    )


def replay_racks(columns: Columns, shots: Ints, racks: Ints, limit: int) -> list[tuple[int, int, int, int]]:
    """Replay racks in order, fill in the rows of `shots` and `racks`, and answer the partings."""
    partings = [(0, 0, 0, 0) for _ in range(0)]
    for r in range(len(columns.breakers)):
        start, stop = columns.starts[r], columns.starts[r + 1]
        log = [shot_at(columns.facts, i) for i in range(start, stop)]
        if len(log) == 0:
            continue
        row = columns.rules[r]
        told = Rules(int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]))
        ending = Ending(int(columns.endings[r]), int(columns.players[r]))
        found = replay_rack(log, int(columns.breakers[r]), ending, told, True, limit)
        if found.too_many == 1 or found.conflict == 1:
            racks[r, 5] = 1
            continue
        whole = summarise_rack(found, ending)
        racks[r, 0] = whole.winners
        racks[r, 1] = whole.reason
        racks[r, 2] = whole.over
        racks[r, 3] = found.judged
        racks[r, 4] = found.diverged
        for k in range(found.judged):
            put(shots[start + k], summarise_shot(found, k))
        for parting in found.partings:
            partings.append((r, parting.shot, parting.code, parting.what))
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
    for module in (*SOURCES, __import__("replay.kernel", fromlist=["kernel"])):
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()[:16]


@cache
def compiled(cache_folder: Path) -> Callable[[Columns, Ints, Ints, int], list[tuple[int, int, int, int]]]:
    """`replay_racks`, compiled; from `cache_folder` where it was compiled before."""
    import numba
    from numba.extending import register_jitable

    folder = cache_folder / f"engine-{engine_hash()}"
    folder.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(folder)
    for module in SOURCES:
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                register_jitable(function)
    register_jitable(shot_at)
    register_jitable(put)
    return numba.njit(nogil=True, cache=True)(replay_racks)


def replay_columns(columns: Columns, cache_folder: Path) -> Replayed:
    """Replay whole racks in bulk, releasing the interpreter lock while it runs."""
    racks = np.zeros((len(columns.breakers), len(RACK_FIELDS)), dtype=np.int64)
    shots = np.zeros((int(columns.starts[-1]), len(ShotSummary._fields) + 1), dtype=np.int64)
    found = compiled(cache_folder)(columns, shots, racks, LIMIT)
    return Replayed(shots, racks, np.array(found, dtype=np.int64).reshape(-1, 4))


def facts_of(shots: pl.DataFrame) -> Shot:
    """The decoded columns of the table `shots` as arrays, in the order of the record."""
    return Shot(*(shots[column].to_numpy() for column in FACTS))  # type: ignore[arg-type]
