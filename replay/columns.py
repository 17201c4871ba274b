"""From the canonical tables to the arrays of the bulk replay, and back to the verdict tables: whole columns at a
time."""

from collections.abc import Mapping
from typing import Final

import numpy as np
import polars as pl

from ingest.vocabulary import PLAYERS, POCKETS
from ingest.vocabulary import VIOLATIONS as CODES
from replay.kernel import Columns, Ints, facts_of
from replay.match import DISCREPANCIES
from replay.phrases import CHOICES
from replay.rulesets import Rules
from replay.schema import VERDICT_DISCREPANCIES, VERDICT_SHOTS
from replay.summary import CHOICE_DUE, FIELDS, GROUPS, PHASES, STARTS, ShotSummary
from replay.worlds import BALL_NOT_ON_TABLE, CONCESSION, FORFEIT, ILLEGAL_CHOICE, NO_CLAIM, PLAIN, REPLAY

ENDING_KINDS: Final = {"concession": CONCESSION, "forfeit": FORFEIT}


def rack_order(racks: pl.DataFrame, shots: pl.DataFrame) -> pl.DataFrame:
    """The racks in order with the number of their shots (`count`). Both tables are sorted by match and rack.

    Raises:
        ValueError: shots of a rack that is not there; the store's tables do not belong together.
    """
    counts = shots.group_by("match", "rack", maintain_order=True).len("count")
    joined = racks.join(counts, on=["match", "rack"], how="left", maintain_order="left")
    joined = joined.with_columns(pl.col("count").fill_null(0).cast(pl.Int64))
    if joined["count"].sum() != shots.height:
        raise ValueError("shots without their rack")
    return joined


def to_columns(racks: pl.DataFrame, shots: pl.DataFrame, told: Mapping[str, Rules]) -> Columns:
    """The arrays of the bulk replay. `racks` as `rack_order` gives it; `told`: match to its rules."""
    starts = np.zeros(racks.height + 1, dtype=np.int64)
    np.cumsum(racks["count"].to_numpy(), out=starts[1:])
    kind = (
        pl.when(pl.col("result").is_null())
        .then(NO_CLAIM)
        .when(pl.col("result") == "replay")
        .then(REPLAY)
        .otherwise(pl.col("reason").replace_strict(ENDING_KINDS, default=PLAIN, return_dtype=pl.Int64))
    )
    number = {name: i for i, name in enumerate(PLAYERS)}
    decoded = racks.select(
        pl.col("breaker").replace_strict(number, return_dtype=pl.Int64),
        kind.cast(pl.Int64).alias("kind"),
        pl.col("result").replace_strict(number, default=-1, return_dtype=pl.Int64).fill_null(-1).alias("player"),
    )
    rules = np.array([told[match] for match in racks["match"]], dtype=np.int64).reshape(-1, len(Rules._fields))
    return Columns(
        facts_of(shots),
        starts,
        decoded["breaker"].to_numpy(),
        decoded["kind"].to_numpy(),
        decoded["player"].to_numpy(),
        rules,
    )


def names(column: str, words: tuple[str, ...] | list[str], first: int = 0) -> pl.Expr:
    """Numbers from `first` on as words; any other number is null."""
    return pl.col(column).replace_strict(
        {first + i: word for i, word in enumerate(words)}, default=None, return_dtype=pl.String
    )


def unless_open(expression: pl.Expr, field: str) -> pl.Expr:
    """The value where all worlds share it, else null."""
    bit = 1 << FIELDS.index(field)
    return pl.when(pl.col("open_mask") & bit == 0).then(expression)


def open_lists() -> pl.Expr:
    """The names of the values that differ between worlds."""
    parts = [pl.when(pl.col("open_mask") & (1 << bit) != 0).then(pl.lit(field)) for bit, field in enumerate(FIELDS)]
    return pl.concat_list(parts).list.drop_nulls()


def verdict_shots(shots: pl.DataFrame, rows: Ints) -> pl.DataFrame:
    """The table `verdict_shots` for the shots in order and the rows that the bulk replay filled in."""
    fields = [*ShotSummary._fields, "judged"]
    fields[fields.index("open")] = "open_mask"
    summary = pl.DataFrame({f"s_{name}" if name != "open_mask" else name: rows[:, i] for i, name in enumerate(fields)})
    both = shots.select("match", "rack", "shot", "player", "called_codes", "fell_order", "result_known").hstack(summary)
    pockets = dict(enumerate(POCKETS, 1)) | {CHOICE_DUE: "choice"}
    # A ball that only the worlds know of is one ball, or its order is open: its number is its order.
    single = {1 << ball: ball for ball in range(1, 16)}
    order = (
        pl.when(pl.col("result_known") == 1)
        .then(pl.col("fell_order"))
        .otherwise(pl.col("s_fell").replace_strict(single, default=0, return_dtype=pl.Int64))
    )
    next_open = pl.col("open_mask") & (1 << FIELDS.index("next")) != 0
    values = {
        "phase": unless_open(names("s_phase", PHASES), "phase"),
        "from": unless_open(names("s_start", STARTS), "from"),
        "observed": unless_open(pl.col("s_observed"), "observed"),
        "effective": unless_open(pl.col("s_effective"), "effective"),
        "pocketed": unless_open(order, "pocketed"),
        "own_pocketed": unless_open(pl.col("s_own"), "own_pocketed"),
        "continues": unless_open(pl.col("s_continues").cast(pl.Boolean), "continues"),
        "decides": unless_open(names("s_decides", PLAYERS), "decides"),
        "group_a": unless_open(names("s_group_a", GROUPS, 1), "groups.A"),
        "group_b": unless_open(names("s_group_b", GROUPS, 1), "groups.B"),
        "fouls_a": unless_open(pl.col("s_fouls_a"), "fouls.A"),
        "fouls_b": unless_open(pl.col("s_fouls_b"), "fouls.B"),
        "black_pocket_a": unless_open(
            pl.col("s_pocket_a").replace_strict(pockets, default=None, return_dtype=pl.String), "black_pocket.A"
        ),
        "black_pocket_b": unless_open(
            pl.col("s_pocket_b").replace_strict(pockets, default=None, return_dtype=pl.String), "black_pocket.B"
        ),
        "next_player": unless_open(pl.when(~next_open).then(names("s_next_player", PLAYERS)), "next.player"),
        "next_from": unless_open(pl.when(~next_open).then(names("s_next_start", STARTS)), "next.from"),
    }
    judged = pl.col("s_judged") == 1
    return both.select(
        "match",
        "rack",
        "shot",
        "player",
        *(pl.when(judged).then(value).alias(name) for name, value in values.items()),
        pl.col("called_codes").alias("called"),
        pl.when(judged).then(open_lists()).otherwise(pl.lit([], dtype=pl.List(pl.String))).alias("open"),
        judged.alias("judged"),
    ).select(pl.col(name).cast(dtype) for name, dtype in VERDICT_SHOTS.items())


def code_discrepancies(shots: pl.DataFrame, rows: Ints) -> pl.DataFrame:
    """The discrepancies `not-called` and `call-unsupported`, one row for each code of each shot."""
    parts = [VERDICT_DISCREPANCIES.to_frame()]
    for code, field in (("not-called", "not_called"), ("call-unsupported", "unsupported")):
        mask = rows[:, ShotSummary._fields.index(field)]
        told = shots.select("match", "rack", "shot").with_columns(pl.Series("mask", mask)).filter(pl.col("mask") != 0)
        parts += [
            discrepancies(told.filter(pl.col("mask") & (1 << bit) != 0), code, violation=violation)
            for bit, violation in enumerate(CODES)
        ]
    return pl.concat(parts)


def discrepancies(places: pl.DataFrame, code: str, violation: str | None = None) -> pl.DataFrame:
    """Rows of one code at the given places (match, rack, shot)."""
    return places.select(
        pl.col("match"),
        pl.col("rack").cast(pl.Int16),
        pl.col("shot").cast(pl.Int16),
        pl.lit(code).alias("code"),
        pl.lit(violation, dtype=pl.String).alias("violation"),
        pl.lit(None, dtype=pl.Int8).alias("ball"),
        pl.lit(None, dtype=pl.String).alias("choice"),
    )


def parting_discrepancies(racks: pl.DataFrame, partings: Ints) -> pl.DataFrame:
    """The discrepancies that the replay of the racks met, from (rack index, shot from 0, code, what)."""
    table = pl.DataFrame(partings, schema=["index", "at", "code", "what"])
    places = racks.select("match", "rack").with_row_index("index").with_columns(pl.col("index").cast(pl.Int64))
    return (
        table.join(places, on="index", maintain_order="left")
        .with_columns(
            pl.when(pl.col("at") >= 0).then(pl.col("at") + 1).alias("shot"),
            pl.when(pl.col("code") == BALL_NOT_ON_TABLE).then(pl.col("what")).alias("ball"),
            pl.when(pl.col("code") == ILLEGAL_CHOICE)
            .then(pl.col("what").replace_strict(CHOICES, default=None, return_dtype=pl.String))
            .alias("choice"),
            names("code", DISCREPANCIES).alias("code"),
            pl.lit(None, dtype=pl.String).alias("violation"),
        )
        .select(pl.col(name).cast(dtype) for name, dtype in VERDICT_DISCREPANCIES.items())
    )
