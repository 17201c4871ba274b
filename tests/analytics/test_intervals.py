"""The Wilson interval against values worked out by hand.

low, high = (k + z²/2 ∓ z·sqrt(k(n - k)/n + z²/4)) / (n + z²),   z = 1.959964, z² = 3.841459
"""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.intervals import wilson, wilson_columns

BY_HAND = [
    # Nothing seen: (0 + 1.920729 ∓ z·sqrt(0.960365)) / 3.841459 = (1.920729 ∓ 1.920729) / 3.841459
    (0, 0, 0.0, 1.0),
    # 3 of 4: sqrt(3·1/4 + 0.960365) = sqrt(1.710365) = 1.307809; times z = 2.563259
    # (4.920729 ∓ 2.563259) / 7.841459 = 2.357470 / 7.841459 and 7.483988 / 7.841459
    (3, 4, 0.300642, 0.954413),
    # 0 of 10: z·sqrt(0.960365) = 1.920729; 0 / 13.841459 and 3.841459 / 13.841459
    (0, 10, 0.0, 0.277533),
    # 10 of 10 is the mirror image of 0 of 10: 1 - 0.277533
    (10, 10, 0.722467, 1.0),
    # 50 of 100: sqrt(25 + 0.960365) = 5.095131; times z = 9.986274
    # (51.920729 ∓ 9.986274) / 103.841459 = 41.934455 / 103.841459 and 61.907003 / 103.841459
    (50, 100, 0.403832, 0.596168),
    # 1 of 3: sqrt(2/3 + 0.960365) = sqrt(1.627031) = 1.275551; times z = 2.500035
    # (2.920729 ∓ 2.500035) / 6.841459 = 0.420694 / 6.841459 and 5.420764 / 6.841459
    (1, 3, 0.061492, 0.792340),
]


@pytest.mark.parametrize(("k", "n", "low", "high"), BY_HAND)
def test_by_hand(k: int, n: int, low: float, high: float) -> None:
    assert wilson(k, n) == pytest.approx((low, high), abs=2e-6)


def test_ends_are_exact() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert [wilson(0, n)[0] for n in range(1, 200)] == [0.0] * 199
    assert [wilson(n, n)[1] for n in range(1, 200)] == [1.0] * 199


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3), (1, 0)])
def test_what_is_no_share_is_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="not a share"):
        wilson(k, n)


@given(st.integers(0, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_holds_the_rate_and_grows_with_it(share: tuple[int, int]) -> None:
    k, n = share
    low, high = wilson(k, n)
    assert 0 <= low <= high <= 1
    if n:
        assert low <= k / n <= high
    if k < n:
        assert wilson(k + 1, n) > (low, high)


@given(st.lists(st.integers(0, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1))
def test_columns_say_the_same(shares: list[tuple[int, int]]) -> None:
    frame = pl.DataFrame(shares, schema={"k": pl.Int64, "n": pl.Int64}, orient="row")
    low, high = wilson_columns(pl.col("k"), pl.col("n"))
    found = frame.select(low=low, high=high).rows()
    assert found == [pytest.approx(wilson(k, n), abs=1e-15) for k, n in shares]
