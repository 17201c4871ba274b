"""The verdict tables: what a replay says, as columns. `null` = not known, none, or different between the worlds left.

One row a match, a rack, a shot, a discrepancy, an open fact. Every row leads back to the log by match, rack and shot
(the log's tables hold the source line). Masks of codes hold bit `i` for `ingest.vocabulary.VIOLATIONS[i]`; masks of
balls hold bit `b` for ball `b`.
"""

from typing import Final

import polars as pl

VERDICT_MATCHES: Final = pl.Schema(
    {
        "match": pl.String,
        "ruleset": pl.String,
        "winner": pl.String,  # A, B or null
        "score_a": pl.Int32,
        "score_b": pl.Int32,
        "claimed_winner": pl.String,
        "claimed_a": pl.Int32,
        "claimed_b": pl.Int32,
        "verdict": pl.String,  # confirmed, contradicted, undetermined, unclaimed
        "status": pl.String,
        "content": pl.String,  # the log this was made from
        "engine": pl.String,  # hash of the rules' sources, ruleset and switches
    }
)

VERDICT_RACKS: Final = pl.Schema(
    {
        "match": pl.String,
        "rack": pl.Int16,
        "breaker": pl.String,
        "winner": pl.String,
        "reason": pl.String,  # a violation code, black, black-on-break, concession, forfeit, stalemate
        "claimed": pl.String,
        "verdict": pl.String,
        "diverges_at": pl.Int16,  # strict mode only
        "shots": pl.Int16,
        "scores": pl.Boolean,  # counts in the score: not a stalemate, not after the end of the match
    }
)

VERDICT_SHOTS: Final = pl.Schema(
    {
        "match": pl.String(),
        "rack": pl.Int16(),
        "shot": pl.Int16(),
        "player": pl.String(),
        "phase": pl.String(),  # break, open, groups, black
        "from": pl.String(),  # break, start, lies
        "observed": pl.Int32(),  # mask of codes
        "called": pl.Int32(),
        "effective": pl.Int32(),
        "pocketed": pl.Int64(),  # object balls in order, four bits each, the first in the lowest bits
        "own_pocketed": pl.Int32(),  # mask of balls
        "continues": pl.Boolean(),
        "decides": pl.String(),  # A, B or null
        "group_a": pl.String(),  # solids, stripes or null
        "group_b": pl.String(),
        "fouls_a": pl.Int16(),
        "fouls_b": pl.Int16(),
        "black_pocket_a": pl.String(),  # a pocket, "choice" or null
        "black_pocket_b": pl.String(),
        "next_player": pl.String(),
        "next_from": pl.String(),
        "open": pl.List(pl.String()),  # dotted names of the values that differ between worlds
        "judged": pl.Boolean(),  # false for shots after the one that decided the rack
    }
)

VERDICT_DISCREPANCIES: Final = pl.Schema(
    {
        "match": pl.String,
        "rack": pl.Int16,
        "shot": pl.Int16,
        "code": pl.String,
        "violation": pl.String,
        "ball": pl.Int8,  # ball-not-on-table: which
        "choice": pl.String,  # illegal-choice: which
    }
)

VERDICT_TURNS_ON: Final = pl.Schema(
    {
        "match": pl.String,
        "rack": pl.Int16,
        "shot": pl.Int16,
        "fact": pl.String,  # the cell: path, view, result, choice; or shots
    }
)
