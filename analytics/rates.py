"""Breaks and fouls per player: the metrics of a family counted over the store, each rate with its n and interval."""

from collections.abc import Sequence
from typing import Final

import polars as pl

from analytics.filters import Filters
from analytics.frames import CODE_RATES, PLAYER_RATES
from analytics.intervals import wilson_columns
from analytics.metrics import Metric, of_family
from analytics.warehouse import Warehouse

_VIEWS: Final = {"rack": "rack_facts", "shot": "shot_facts"}

_PERSON: Final = pl.Schema(
    {"person": pl.String, "id": pl.String, "name": pl.String, "club": pl.String, "position": pl.Int64}
)

_PER_PLAYER: Final = """
WITH counted AS (
    SELECT person, {sums}
    FROM {view} WHERE person IS NOT NULL AND {where}
    GROUP BY GROUPING SETS ((person), ())
)
SELECT c.*, p.id, p.name, p.club,
       row_number() OVER (ORDER BY c.person IS NOT NULL, p.name COLLATE sl, c.person) AS position
FROM counted c LEFT JOIN persons p USING (person)
"""

_PER_CODE: Final = """
WITH shots_of AS (SELECT * FROM shot_facts WHERE {where}),
total AS (SELECT count(*) AS n FROM shots_of WHERE all_ruled),
reported AS (
    SELECT v.violation, count(*) FILTER (v.code = 'not-called') AS not_called,
           count(*) FILTER (v.code = 'call-unsupported') AS unsupported
    FROM verdict_discrepancies v JOIN shots_of s ON s.match = v.match AND s.rack = v.rack AND s.shot = v.shot
    WHERE s.all_seen AND s.all_ruled
    GROUP BY v.violation
),
counted AS (
    SELECT c.code, count(*) FILTER (s.all_ruled AND (s.ruled >> c.bit) & 1 = 1) AS k,
           count(*) FILTER (s.calls_recorded AND s.all_seen AND s.all_ruled AND (s.seen >> c.bit) & 1 = 1) AS seen
    FROM shots_of s JOIN violations c ON ((coalesce(s.seen, 0) | coalesce(s.ruled, 0)) >> c.bit) & 1 = 1
    GROUP BY c.code
)
SELECT c.code, c.article, c.kind, coalesce(k, 0) AS k, n, coalesce(seen, 0) AS seen,
       coalesce(not_called, 0) AS not_called, coalesce(unsupported, 0) AS unsupported
FROM violations c CROSS JOIN total LEFT JOIN counted USING (code) LEFT JOIN reported ON reported.violation = c.code
ORDER BY c.bit
"""


def breaks_by_player(warehouse: Warehouse, filters: Filters | None = None) -> pl.DataFrame:
    """Every metric of the family *breaks* for every player with a break, and for all together (`person` null).

    Columns: `frames.PLAYER_RATES`, sorted by name as Slovene sorts, all together first, metrics in the order of the
    registry. `n` counts racks.
    """
    return _by_player(warehouse, of_family("breaks"), filters or Filters())


def fouls_by_player(warehouse: Warehouse, filters: Filters | None = None) -> pl.DataFrame:
    """Every metric of the family *fouls* for every player with a shot, and for all together (`person` null).

    Columns: `frames.PLAYER_RATES`. `n` counts shots, or violations seen (metric `foul-uncalled`).
    """
    return _by_player(warehouse, of_family("fouls"), filters or Filters())


def fouls_by_code(warehouse: Warehouse, filters: Filters | None = None) -> pl.DataFrame:
    """Every violation of the table: how often it counted, was seen, was not called, and was called without support.

    Columns: `frames.CODE_RATES`. `k` of `n` shots (of racks whose rulings are all known) had the code as effective;
    `seen`, `not_called` and `unsupported` are of the racks of the metric `foul-uncalled`, so that they add up to it.
    """
    where, parameters = (filters or Filters()).where(of_person=True)
    columns = pl.Schema({name: kind for name, kind in CODE_RATES.items() if name not in {"rate", "low", "high"}})
    return _with_rates(warehouse.query(_PER_CODE.format(where=where), parameters, columns)).select(CODE_RATES.names())


def _by_player(warehouse: Warehouse, metrics: Sequence[Metric], filters: Filters) -> pl.DataFrame:
    """All metrics in one pass over the view of their (common) grain; then one row a player and metric."""
    (view,) = {_VIEWS[metric.grain] for metric in metrics}
    where, parameters = filters.where(of_person=True)
    counts = pl.Schema({f"{name} {metric.code}": pl.Int64() for metric in metrics for name in ("k", "n", "left_out")})
    sums = ",\n".join(_sums(metric) for metric in metrics)
    wide = warehouse.query(
        _PER_PLAYER.format(sums=sums, view=view, where=where),
        parameters,
        pl.Schema([*_PERSON.items(), *counts.items()]),
    )
    parts = [
        wide.select(
            *_PERSON,
            pl.lit(order).alias("order"),
            pl.lit(metric.code).alias("metric"),
            *(pl.col(f"{name} {metric.code}").alias(name) for name in ("k", "n", "left_out")),
        )
        for order, metric in enumerate(metrics)
    ]
    rows = _with_rates(pl.concat(parts)).sort("position", "order")
    return rows.select(pl.col(name).cast(kind) for name, kind in PLAYER_RATES.items())


def _sums(metric: Metric) -> str:
    holds = f"coalesce({metric.needs}, false)"
    return f"""
        coalesce(sum(({metric.numerator})::INTEGER) FILTER (({metric.counts}) AND {holds}), 0) AS "k {metric.code}",
        coalesce(sum(({metric.denominator})::INTEGER) FILTER (({metric.counts}) AND {holds}), 0) AS "n {metric.code}",
        count(DISTINCT (match, rack)) FILTER (({metric.counts}) AND NOT {holds}) AS "left_out {metric.code}"
    """


def _with_rates(rows: pl.DataFrame) -> pl.DataFrame:
    low, high = wilson_columns(pl.col("k"), pl.col("n"))
    return rows.with_columns(
        rate=pl.when(pl.col("n") > 0).then(pl.col("k") / pl.col("n")),
        low=low,
        high=high,
    )
