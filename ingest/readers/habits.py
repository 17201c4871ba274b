"""What spreadsheets do to cells: put right where the original is certain, recognised and named where it is not."""

from typing import Final, NamedTuple

import polars as pl

from wording import N_

_SLOVENE_DAY: Final = (
    r"^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})\.?(?:\s+(?:ob\s+)?(\d{1,2})[:.](\d\d)(?:[:.](\d\d(?:[.,]\d+)?))?)?$"
)
_MIDNIGHT: Final = r"^(\d{4}-\d\d-\d\d)[ T]00:00:00(?:\.0+)?$"
MOMENT_CELL: Final = r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
"""How the cell of a date comes out of a workbook."""
_LIKE_A_DAY: Final = (
    r"(?i)^\d{1,2}\.\s*\d{1,2}\.(?:\s*\d{2,4}\.?)?$|^\d{1,2}\.\s*\d{1,2}\.?\s*\d{4}$"
    r"|^\d{1,2}[./ -]*(?:jan|feb|mar|apr|maj|may|jun|jul|avg|aug|sep|okt|oct|nov|dec)[a-z]*\.?(?:[ -]*\d{2,4})?$"
    r"|^(?:jan|feb|mar|apr|maj|may|jun|jul|avg|aug|sep|okt|oct|nov|dec)[a-z]*\.?[ -]\d{1,4}$"
    r"|^\d{4}-\d\d-\d\d(?:[ T]|$)"
)
_CLOCK_SCORE: Final = r"^0?(\d{1,2}):0?(\d{1,2})(?::00)?$"


class Spoiled(NamedTuple):
    """What Excel made of a cell: the code of the problem, what was expected, what to do."""

    code: str
    pattern: str
    expected: str
    hint: str


_AS_TEXT: Final = N_("Format the column as text (the template does) and write what was on the sheet again.")
SPOILED: Final = (
    Spoiled("excel-date", _LIKE_A_DAY, N_("text; Excel made a date of it, as it makes 3 January of 3-1"), _AS_TEXT),
    Spoiled(
        "excel-number", r"^-\d+(?:[.,]\d+)?$", N_("text; Excel made a number of it, as it makes -12 of - 12"), _AS_TEXT
    ),
    Spoiled("excel-formula", r"^=", N_("text; Excel made a formula of it, as it makes =-3+5 of - 3+5"), _AS_TEXT),
    Spoiled("excel-error", r"^#[\p{Lu}/0]+[!?]?$", N_("text; Excel could not work the cell out"), _AS_TEXT),
)
"""Tried in this order on the cells whose words are closed; what stands in any other may look like this by right."""
DATE: Final = SPOILED[0]
FORMULA: Final = SPOILED[2]
ERROR: Final = SPOILED[3]
STRAY: Final = Spoiled(
    "no-heading",
    "",
    N_("a heading above every column that is filled in"),
    N_("Put the cell where it belongs, or empty it."),
)


def day(column: str) -> pl.Expr:
    """A date as a Slovene Excel writes it (28. 02. 2026), or a date cell, in ISO; anything else as it stands."""
    text = pl.col(column)
    parts = text.str.extract_groups(_SLOVENE_DAY).struct
    slovene = pl.when(parts.field("4").is_null()).then(_iso_day(parts))
    return pl.coalesce(slovene, text.str.extract(_MIDNIGHT, 1), text).alias(column)


def moment(column: str) -> pl.Expr:
    """A duration cell as h:mm:ss(.fff), a Slovene date with time in ISO; anything else as it stands."""
    text = pl.col(column)
    short = pl.when(text.str.starts_with("1")).then(text)  # durations come as days since the end of 1899
    since = short.str.to_datetime("%Y-%m-%d %H:%M:%S%.f", strict=False, time_unit="ms") - pl.datetime(
        1899, 12, 31, time_unit="ms"
    )
    ms = pl.when((since.dt.total_milliseconds() >= 0) & (since.dt.total_days() < 366)).then(
        since.dt.total_milliseconds()
    )
    clock = pl.concat_str(
        (ms // 3_600_000).cast(pl.String),
        _two(ms // 60_000 % 60, 2),
        _two(ms // 1000 % 60, 2) + pl.when(ms % 1000 > 0).then("." + _two(ms % 1000, 3)).otherwise(pl.lit("")),
        separator=":",
    )
    parts = text.str.extract_groups(_SLOVENE_DAY).struct
    seconds = (":" + parts.field("6")).fill_null("")
    slovene = _iso_day(parts) + "T" + parts.field("4").str.zfill(2) + ":" + parts.field("5") + seconds
    return pl.coalesce(clock, slovene, text).alias(column)


def count(column: str) -> pl.Expr:
    """`3,0` and `3.0` as `3`; anything else as it stands."""
    return pl.col(column).str.replace(r"^(\d+)[.,]0+$", "$1")


def racks_won(column: str) -> pl.Expr:
    """A score that became a time of day (3:01:00 of 3:1) as `3:1`; anything else as it stands."""
    text = pl.col(column).str.replace(r"^1899-12-3[01] ", "")
    return text.str.replace(_CLOCK_SCORE, "$1:$2")


def _iso_day(parts: "pl.expr.struct.ExprStructNameSpace") -> pl.Expr:
    return pl.concat_str(parts.field("3"), parts.field("2").str.zfill(2), parts.field("1").str.zfill(2), separator="-")


def _two(number: pl.Expr, width: int) -> pl.Expr:
    return number.cast(pl.String).str.zfill(width)
