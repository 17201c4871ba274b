"""The canonical tables: every column's name and type, once.

Readers fill them, the store keeps them, the replay reads them.

A cell stands here twice: as text in canonical spelling (`null` = nothing was written), which loses nothing, and decoded
into integers for the rules. No column is unsigned (the store's catalogue format has no unsigned integers).
"""

from typing import Final

import polars as pl

MATCHES: Final = pl.Schema(
    {
        "match": pl.String,  # the id, unique in one version of the store
        "date": pl.Date,
        "season": pl.String,
        "season_derived": pl.Boolean,  # no tag `Season`: the year of the date was taken
        "competition": pl.String,
        "round": pl.String,
        "fixture": pl.String,
        "venue": pl.String,
        "table": pl.String,
        "a": pl.String,  # keys into `persons`
        "b": pl.String,
        "a_club": pl.String,
        "b_club": pl.String,
        "referee": pl.String,  # key into `persons`
        "race_to": pl.Int32,
        "break_rule": pl.String,  # vocabulary.BREAK_RULES, the default filled in
        "rules": pl.String,  # the ruleset's name, the default filled in
        "calls_recorded": pl.Boolean,
        "status": pl.String,  # vocabulary.STATUSES, the default filled in
        "claimed_a": pl.Int32,  # racks, from the tag `Score`
        "claimed_b": pl.Int32,
        "claimed_winner": pl.String,  # A, B or null
        "racks": pl.Int32,
        "shots": pl.Int32,
        "revises": pl.String,  # content hash of what it replaces
        "content": pl.String,  # SHA-256 of the match in canonical notation
        "source": pl.String,  # SHA-256 of the file
        "file": pl.String,  # its name when it was read
        "sheet": pl.String,
        "line": pl.Int32,
    }
)

PERSONS: Final = pl.Schema(
    {
        "person": pl.String,  # key: the id where there is one, else a hash of name and club
        "id": pl.String,
        "name": pl.String,
        "club": pl.String,
    }
)

RACKS: Final = pl.Schema(
    {
        "match": pl.String,
        "rack": pl.Int16,
        "breaker": pl.String,  # A or B
        "result": pl.String,  # A, B, replay, or null for no claim
        "reason": pl.String,  # concession, forfeit or null
        "note": pl.String,
        "line": pl.Int32,
    }
)

TAGS: Final = pl.Schema(
    {
        "match": pl.String,
        "tag": pl.String,  # verbatim; `note` = notes on the match; `A`, `B` = a name that this match spells otherwise
        "value": pl.String,
        "line": pl.Int32,
    }
)
"""What no other table holds: tags that are not known, and notes that stand on no rack and no shot."""

CELLS: Final = pl.Schema(
    {
        "player": pl.String,
        "path": pl.String,
        "intent": pl.String,
        "view": pl.String,
        "result": pl.String,
        "seen": pl.String,
        "called": pl.String,
        "choice": pl.String,
        "time": pl.String,
        "note": pl.String,
    }
)
"""The cells of a shot in canonical spelling. `path` and `result` say `?` where they were not recorded."""

FACTS: Final = pl.Schema(
    {
        "shooter": pl.Int8,  # 0 = A, 1 = B
        "path_state": pl.Int8,  # vocabulary.PATH_*
        "crossed": pl.Int8,  # 1: a `|` is in the path
        "early": pl.Int8,  # 1: a ball or cushion (`_` too) was touched before the first `|`, or at all without one
        "first": pl.Int8,  # the first ball touched, 0 = none (so far)
        "rails": pl.Int8,  # cushions (`_` too) before the first ball, or so far; 3 = three or more
        "cushion": pl.Int8,  # 1: a `-` is in the path
        "mouth": pl.Int8,  # 1: a `_` is in the path
        "touched": pl.Int32,  # bit b: ball b is named in the path
        "view_code": pl.Int8,  # 0 not recorded, 1 v, 2 h
        "result_known": pl.Int8,  # 0: the result is `?`
        "fell": pl.Int32,  # bit b: object ball b was pocketed
        "fell_order": pl.Int64,  # those balls in order, four bits each, the first in the lowest bits
        "pockets": pl.Int64,  # three bits a ball at 3*b (b = 0 the cue ball): vocabulary.POCKETS index + 1, 7 unknown
        "off": pl.Int32,  # bit b: object ball b left the table
        "cue": pl.Int8,  # vocabulary.CUE_* flags
        "seen_codes": pl.Int32,  # bit i: vocabulary.VIOLATIONS[i]
        "called_codes": pl.Int32,
        "choices": pl.Int16,  # vocabulary.CHOSE_* flags
        "take_ball": pl.Int8,  # from `take:10`, else 0
        "back": pl.Int32,  # bit b: ball b was put back
        "pocket_a": pl.Int8,  # from `pocket:A:..`, index + 1, 0 = not written
        "pocket_b": pl.Int8,
    }
)
"""A shot's cells as integers: what the rules look at. Recorded facts, calls, choices; never what follows from them."""

SHOTS: Final = pl.Schema(
    {
        "match": pl.String(),
        "rack": pl.Int16(),
        "shot": pl.Int16(),
        **CELLS,
        **FACTS,
        "line": pl.Int32(),
    }
)
