"""Prekrški: fouls per player and by code, called and not called."""

from typing import Any

import streamlit as st

from analytics.matches import choices
from analytics.metrics import of_family
from analytics.rates import fouls_by_code, fouls_by_player
from dashboard import filters, player_rates, rates
from dashboard.addresses import title
from dashboard.markup import Column, Html, Row, lines, small, table, tag
from dashboard.source import opened
from dashboard.words import article
from replay.phrases import violation_text
from wording import _, number

METRICS = of_family("fouls")


def code_row(row: dict[str, Any]) -> Row:
    """A violation: how often it counted, was seen, was not called, was called without support."""
    kind = _("loss of rack") if row["kind"] == "loss" else _("foul")
    return Row(
        (
            lines((violation_text(row["code"]), small(tag("code", row["code"])))),
            article(row["article"]),
            kind,
            number(row["k"]),
            rates.cell(row, "per 100 shots"),
            *(number(row[name]) for name in ("seen", "not_called", "unsupported")),
        )
    )


def codes(rows: list[dict[str, Any]]) -> Html:
    """The table of violations that occurred, the most frequent first."""
    columns = (
        Column(_("Violation"), "o-main"),
        Column(_("Article"), "o-keep"),
        Column(_("Kind"), "o-keep"),
        Column(_("Counted"), "o-num", _("Shots on which it counts by the rules.")),
        Column(_("Per 100 shots"), "o-rate"),
        Column(_("Seen"), "o-num", _("Shots on which the log shows it, in matches whose log records calls.")),
        Column(_("Not called"), "o-num", _("Of those seen: nobody pointed it out, so it does not count (art. 18).")),
        Column(_("Called without support"), "o-num", _("Called and it stands, but the facts do not show it.")),
    )
    ordered = sorted(rows, key=lambda row: -(row["k"] or 0))
    return table(_("Violations by code"), columns, (code_row(row) for row in ordered))


warehouse = opened("prekrski")
st.title(title("prekrski"))
wanted = filters.chosen(choices(warehouse))
found = fouls_by_player(warehouse, wanted)
if found.filter(found["person"].is_not_null()).is_empty():
    st.info(_("No replayed rack fits these filters."), icon=":material/filter_alt_off:")
    st.stop()
player_rates.chart_of(found, METRICS)
st.subheader(_("Fouls by player"))
player_rates.how_to_read()
st.html(player_rates.table_of(_("Fouls by player"), found, METRICS))
st.caption(rates.left_out(rates.by_person(found)[None], METRICS))
st.subheader(_("Violations by code"))
st.caption(_("A violation that was not pointed out before play went on counts as not committed (art. 18, note)."))
by_code = fouls_by_code(warehouse, wanted).to_dicts()
st.html(codes([row for row in by_code if row["k"] or row["seen"] or row["unsupported"]]))
