"""Numbers and dates as people in Slovenia and in Britain write them."""

import datetime as dt

import pytest

from wording import Language, date_text, moment_text, number, percent, use

NARROW = "\u00a0"
DAY = dt.date(2026, 10, 3)
MOMENT = dt.datetime(2026, 10, 3, 9, 5, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("speak", "x", "digits", "expected"),
    [
        ("sl", 1234.56, 1, "1.234,6"),
        ("en", 1234.56, 1, "1,234.6"),
        ("sl", 46, 0, "46"),
        ("sl", 6568, 0, "6.568"),
        ("sl", -0.5, 2, "-0,50"),
        ("sl", 2.0, 0, "2"),
        ("sl", None, 0, "–"),
        ("sl", float("nan"), 1, "–"),
    ],
)
def test_numbers(speak: Language, x: float | None, digits: int, expected: str) -> None:
    use(speak)
    assert number(x, digits) == expected.replace("-", minus(number(-1, 0)))


@pytest.mark.parametrize(
    ("speak", "x", "digits", "expected"),
    [
        ("sl", 0.1234, 1, f"12,3{NARROW}%"),
        ("en", 0.1234, 1, "12.3%"),
        ("sl", 1.0, 0, f"100{NARROW}%"),
        ("sl", None, 1, "–"),
    ],
)
def test_shares(speak: Language, x: float | None, digits: int, expected: str) -> None:
    use(speak)
    assert percent(x, digits) == expected


@pytest.mark.parametrize(("speak", "expected"), [("sl", "3. 10. 2026"), ("en", "3 Oct 2026")])
def test_days(speak: Language, expected: str) -> None:
    use(speak)
    assert date_text(DAY) == expected
    assert date_text(None) == "–"


@pytest.mark.parametrize(("speak", "expected"), [("sl", "3. 10. 2026 ob 9.05"), ("en", "3 Oct 2026, 09:05")])
def test_moments(speak: Language, expected: str) -> None:
    use(speak)
    assert moment_text(MOMENT) == expected
    assert moment_text(None) == "–"


def minus(of_minus_one: str) -> str:
    """The sign itself may be a hyphen or a true minus, as the locale data have it."""
    return of_minus_one[0]
