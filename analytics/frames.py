"""The columns and types of every frame that analytics hands out. `null` = not known, not claimed or none."""

from collections.abc import Mapping
from typing import Final

import polars as pl
from polars.datatypes import DataTypeClass

from replay.schema import VERDICT_DISCREPANCIES, VERDICT_TURNS_ON

MATCH_ROWS: Final = pl.Schema(
    {
        "match": pl.String,
        "date": pl.Date,
        "season": pl.String,
        "competition": pl.String,
        "round": pl.String,
        "a": pl.String,  # keys of persons
        "b": pl.String,
        "a_name": pl.String,
        "b_name": pl.String,
        "a_club": pl.String,
        "b_club": pl.String,
        "status": pl.String,
        "claimed_a": pl.Int32,
        "claimed_b": pl.Int32,
        "claimed_winner": pl.String,  # A or B
        "score_a": pl.Int32,  # derived
        "score_b": pl.Int32,
        "winner": pl.String,  # derived
        "verdict": pl.String,  # confirmed, contradicted, undetermined, unclaimed or filters.PENDING
        "discrepancies": pl.Int32,
        "rack_count": pl.Int32,
        "shot_count": pl.Int32,
    }
)

PLAYER_RATES: Final = pl.Schema(
    {
        "person": pl.String,  # null: all players together
        "id": pl.String,
        "name": pl.String,
        "club": pl.String,
        "metric": pl.String,  # metrics.Metric.code
        "k": pl.Int64,
        "n": pl.Int64,
        "rate": pl.Float64,  # k / n as a share; null for n = 0
        "low": pl.Float64,  # 95 % Wilson interval; 0 and 1 for n = 0
        "high": pl.Float64,
        "left_out": pl.Int64,  # racks whose log lacks a fact that the metric needs
    }
)

CODE_RATES: Final = pl.Schema(
    {
        "code": pl.String,
        "article": pl.String,
        "kind": pl.String,  # foul or loss
        "k": pl.Int64,  # shots with this code effective
        "n": pl.Int64,  # shots
        "rate": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "seen": pl.Int64,  # the next three: as the metric foul-uncalled counts
        "not_called": pl.Int64,
        "unsupported": pl.Int64,
    }
)

RACK_ROWS: Final = pl.Schema(
    {
        "rack": pl.Int16,
        "breaker": pl.String,
        "winner": pl.String,
        "claimed": pl.String,
        "reason": pl.String,
        "verdict": pl.String,
        "scores": pl.Boolean,
        "shots": pl.Int16,  # as many as the log holds
        "wins_a": pl.Int32,  # racks known to be won after this one
        "wins_b": pl.Int32,
        "open_racks": pl.Int32,  # racks so far whose winner is not known
        "note": pl.String,
        "line": pl.Int32,
    }
)

_SHOT: Final[Mapping[str, pl.DataType | DataTypeClass]] = {
    "rack": pl.Int16,
    "shot": pl.Int16,
    "player": pl.String,
    # As written in the log.
    "path": pl.String,
    "intent": pl.String,
    "view": pl.String,
    "result": pl.String,
    "seen": pl.String,
    "choice": pl.String,
    "time": pl.String,
    "note": pl.String,
    "line": pl.Int32,
    # What the replay makes of it; null throughout where the match was not replayed.
    "phase": pl.String,
    "from": pl.String,
    "observed": pl.List(pl.String),  # codes; null where open
    "called": pl.List(pl.String),
    "effective": pl.List(pl.String),
    "own_pocketed": pl.Int32,
    "continues": pl.Boolean,
    "decides": pl.String,
    "group_a": pl.String,
    "group_b": pl.String,
    "fouls_a": pl.Int16,
    "fouls_b": pl.Int16,
    "black_pocket_a": pl.String,
    "black_pocket_b": pl.String,
    "next_player": pl.String,
    "next_from": pl.String,
    "open": pl.List(pl.String),
    "judged": pl.Boolean,
}
SHOT_ROWS: Final = pl.Schema(_SHOT)

DISCREPANCY_ROWS: Final = pl.Schema(
    [*((name, kind) for name, kind in VERDICT_DISCREPANCIES.items() if name != "match"), ("line", pl.Int32)]
)

TURNS_ON_ROWS: Final = pl.Schema((name, kind) for name, kind in VERDICT_TURNS_ON.items() if name != "match")
