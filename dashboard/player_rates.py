"""The table of a family of metrics: a row a player, a column a metric, all players together on top."""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from analytics.metrics import Metric
from dashboard import charts, rates
from dashboard.filters import one
from dashboard.markup import Column, Content, Html, Row, lines, small, table
from wording import _


def table_of(caption: str, found: pl.DataFrame, metrics: Sequence[Metric]) -> Html:
    """The rates of every player, and of all together."""
    columns = (
        Column(_("Player"), "o-main"),
        *(Column(_(metric.wording), "o-rate", help=_(metric.definition)) for metric in metrics),
    )
    rows = (
        Row(
            (_name(person, of_person), *(rates.cell(of_person[metric.code]) for metric in metrics)),
            kind=None if person else "o-total",
        )
        for person, of_person in rates.by_person(found).items()
    )
    return table(caption, columns, rows)


def _name(person: str | None, of_person: dict[str, rates.Rate]) -> Content:
    if person is None:
        return _("All together")
    first = next(iter(of_person.values()))
    return lines((first["name"], small(first["club"])))


def chart_of(found: pl.DataFrame, metrics: Sequence[Metric]) -> None:
    """A chart of one metric, chosen by a control whose choice stands in the address."""
    by_code = {metric.code: metric for metric in metrics}
    code = one("metric", _("Figure"), list(by_code), lambda code: _(by_code[code].wording))
    people = rates.by_person(found)
    named = [(str(next(iter(row.values()))["name"]), row[code]) for person, row in people.items() if person]
    together = _("The dashed line is all players together.")
    st.caption(f"{_(by_code[code].definition)} {together}")
    if any(rate["n"] for _name, rate in named):
        alt_text = _("{figure} of each player with its 95% interval; the table below says the same.")
        st.altair_chart(
            charts.rates(by_code[code], named, people[None][code]),
            alt=alt_text.format(figure=_(by_code[code].wording)),
        )
    else:
        st.info(_("No log here holds what this figure needs."))


def how_to_read() -> None:
    """What the small print of a figure means, in plain words."""
    st.caption(
        _(
            "Under each figure stand its 95% interval and what it was counted from. Few racks make a wide interval: "
            "two figures whose intervals overlap widely are not really different. Walkovers, stalemates and racks "
            "after the end of a match do not count."
        )
    )
