"""A rate as it is always shown: the figure, its 95 % interval, what it was counted from. Never a bare percentage."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from analytics.metrics import Metric, metric
from dashboard.markup import Html, join, lines, small
from wording import NOTHING, _, number, percent

Rate = Mapping[str, Any]
"""A row of `analytics.frames.PLAYER_RATES` or `CODE_RATES`."""


def figure(unit: str, share: float | None) -> str:
    """A share in its unit: `66,7 %`, or per hundred shots `8,1`."""
    if share is None:
        return NOTHING
    return percent(share) if unit == "percent" else number(100 * share, 1)


def interval(unit: str, rate: Rate) -> str:
    """The 95 % interval, such as `48,8–80,8 %`; nothing known is a dash."""
    if not rate["n"]:
        return NOTHING
    return f"{number(100 * rate['low'], 1)}–{figure(unit, rate['high'])}"


def counted(rate: Rate) -> str:
    """From what the figure was counted: `20 of 30`."""
    return _("{k} of {n}").format(k=number(rate["k"]), n=number(rate["n"]))


def cell(rate: Rate, unit: str | None = None) -> Html:
    """The figure over its interval and count."""
    unit = unit or metric(rate["metric"]).unit
    if not rate["n"]:
        return join((NOTHING, small(_("no data"))), " ")
    return lines((join((figure(unit, rate["rate"]), small(counted(rate))), " "), small(interval(unit, rate))))


def by_person(rates: pl.DataFrame) -> dict[str | None, dict[str, Rate]]:
    """The rates of each person (None = all together) by the metric's code, in the order of the frame."""
    found: dict[str | None, dict[str, Rate]] = {}
    for row in rates.iter_rows(named=True):
        found.setdefault(row["person"], {})[row["metric"]] = row
    return found


def left_out(rates: Mapping[str, Rate], metrics: tuple[Metric, ...]) -> str:
    """How many racks each metric had to leave out because the log lacks a fact it needs; nothing where none did."""
    told = [f"{_(row.wording)} {number(rates[row.code]['left_out'])}" for row in metrics if rates[row.code]["left_out"]]
    text = _("Racks left out because their log lacks a fact that the figure needs: {list}.")
    return text.format(list="; ".join(told)) if told else ""
