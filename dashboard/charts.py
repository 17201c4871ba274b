"""Charts: a point for each figure with its 95 % interval drawn. The table beside a chart says the same for those who
cannot see it. Text in a chart is written here, so numbers stand as the language writes them.
"""

from collections.abc import Sequence
from typing import Final

import altair as alt

from analytics.metrics import Metric
from dashboard.rates import Rate, counted, figure, interval
from wording import _, language

_COLOUR: Final = "#3b7dd8"
"""Readable on light and dark, and told apart by shape and not by colour anyway."""
_ROW: Final = 24
_AXIS: Final = 90
"""Pixels of a row and of the axis with its title below them; Streamlit fits both into the height."""


def rates(metric: Metric, named: Sequence[tuple[str, Rate]], overall: Rate) -> alt.LayerChart:
    """A row a player: the figure as a point, its interval as a line, all players together as a dashed rule."""
    values = [
        {
            "name": name,
            "rate": rate["rate"],
            "low": rate["low"],
            "high": rate["high"],
            "figure": figure(metric.unit, rate["rate"]),
            "interval": interval(metric.unit, rate),
            "counted": counted(rate),
        }
        for name, rate in named
        if rate["n"]
    ]
    x = alt.X("rate:Q", title=_(metric.wording), axis=_axis(metric), scale=alt.Scale(domainMin=0, nice=True, zero=True))
    y = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=220, labelOverlap=False))
    tips = [
        alt.Tooltip("name:N", title=_("Player")),
        alt.Tooltip("figure:N", title=_(metric.wording)),
        alt.Tooltip("interval:N", title=_("95% interval")),
        alt.Tooltip("counted:N", title=_("Counted")),
    ]
    base = alt.Chart(alt.InlineData(values=values))
    line = alt.X("low:Q", title=_(metric.wording), axis=_axis(metric))
    layers = [
        base.mark_rule(color=_COLOUR, opacity=0.6, strokeWidth=2).encode(x=line, x2="high:Q", y=y, tooltip=tips),
        base.mark_point(color=_COLOUR, filled=True, size=70, opacity=1).encode(x=x, y=y, tooltip=tips),
    ]
    if overall["n"]:
        together = alt.Chart(alt.InlineData(values=[{"rate": overall["rate"]}]))
        layers.insert(0, together.mark_rule(color="#808495", strokeDash=[4, 4]).encode(x="rate:Q"))
    return alt.LayerChart(layer=layers).properties(height=_ROW * len(values) + _AXIS)


def _axis(metric: Metric) -> alt.Axis:
    percent = "'\u00a0%'" if language() == "sl" else "'%'"
    share = "round(datum.value * 1000) / 10"
    text = f"replace(toString({share}), '.', ',')" if language() == "sl" else f"toString({share})"
    return alt.Axis(labelExpr=f"{text} + {percent}" if metric.unit == "percent" else text, tickCount=6)
