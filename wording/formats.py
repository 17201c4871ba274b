"""Numbers and dates as the language spoken here writes them. Babel is imported only when something is formatted."""

import datetime as dt
from typing import Final

from wording.translate import Language, language

NOTHING: Final = "–"
"""What stands where a number or a date is not known."""

_LOCALES: Final[dict[Language, str]] = {"sl": "sl", "en": "en_GB"}
_DATES: Final[dict[Language, str]] = {"sl": "d. M. y", "en": "d MMM y"}
_MOMENTS: Final[dict[Language, str]] = {"sl": "d. M. y 'ob' H.mm", "en": "d MMM y, HH:mm"}


def number(x: float | None, digits: int = 0) -> str:
    """A number with exactly `digits` decimal places, thousands grouped: `1.234,5` in Slovene, `1,234.5` in English."""
    if x is None or x != x:
        return NOTHING
    from babel.numbers import format_decimal

    return str(format_decimal(x, format=_pattern(digits), locale=_LOCALES[language()]))


def percent(x: float | None, digits: int = 1) -> str:
    """A share (0.5 = one half) as a percentage: `50,0 %` with a no-break space in Slovene, `50.0%` in English."""
    if x is None or x != x:
        return NOTHING
    from babel.numbers import format_percent

    sign = "\u00a0%" if language() == "sl" else "%"
    return str(format_percent(x, format=_pattern(digits) + sign, locale=_LOCALES[language()]))


def date_text(date: dt.date | None) -> str:
    """A day: `3. 10. 2026` in Slovene, `3 Oct 2026` in English."""
    if date is None:
        return NOTHING
    from babel.dates import format_date

    return str(format_date(date, _DATES[language()], locale=_LOCALES[language()]))


def moment_text(moment: dt.datetime | None) -> str:
    """A day and a time, in the time zone that the value carries: `3. 10. 2026 ob 9.05`, `3 Oct 2026, 09:05`."""
    if moment is None:
        return NOTHING
    from babel.dates import format_datetime

    return str(format_datetime(moment, _MOMENTS[language()], tzinfo=moment.tzinfo, locale=_LOCALES[language()]))


def _pattern(digits: int) -> str:
    return "#,##0" + ("." + "0" * digits if digits else "")
