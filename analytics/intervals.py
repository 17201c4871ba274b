"""The 95 % Wilson score interval of a share: what k in n says of the rate behind it.

Wilson, because it stays within 0 and 1, is sensible for small n and for k = 0 or k = n, and says (0, 1), nothing known,
where n = 0.
"""

import math
from collections.abc import Callable
from typing import Final, TypeVar

import polars as pl

Z: Final = 1.959963984540054
"""The normal quantile at 0.975: two-sided 95 %."""

_Number = TypeVar("_Number", float, pl.Expr)


def wilson(k: int, n: int) -> tuple[float, float]:
    """Lower and upper bound for `k` successes in `n` trials.

    Raises:
        ValueError: unless 0 <= k <= n.
    """
    if not 0 <= k <= n:
        raise ValueError(f"{k} of {n} is not a share")
    return _low(float(k), float(n), float(max(n, 1)), math.sqrt), 1 - _low(
        float(n - k), float(n), float(max(n, 1)), math.sqrt
    )


def wilson_columns(k: pl.Expr, n: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The same over columns of integers: expressions for the lower and the upper bound."""
    k, n = k.cast(pl.Float64), n.cast(pl.Float64)
    at_least_one = n.clip(lower_bound=1.0)
    return _low(k, n, at_least_one, pl.Expr.sqrt), 1 - _low(n - k, n, at_least_one, pl.Expr.sqrt)


def _low(k: _Number, n: _Number, at_least_one: _Number, sqrt: Callable[[_Number], _Number]) -> _Number:
    # The formula multiplied out by n, so that n = 0 (where k is 0 too) divides by one instead of by nothing. The upper
    # bound is the lower one of the failures: so k = 0 gives exactly 0, k = n exactly 1, and n = 0 exactly (0, 1).
    spread = sqrt(k * (n - k) / at_least_one + (Z / 2) * (Z / 2))
    return (k + Z * (Z / 2) - Z * spread) / (n + Z * Z)
