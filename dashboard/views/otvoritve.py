"""Otvoritve: breaks per player, each figure with its interval."""

import streamlit as st

from analytics.matches import choices
from analytics.metrics import of_family
from analytics.rates import breaks_by_player
from dashboard import filters, player_rates, rates
from dashboard.addresses import title
from dashboard.source import opened
from wording import _

METRICS = of_family("breaks")

warehouse = opened("otvoritve")
st.title(title("otvoritve"))
wanted = filters.chosen(choices(warehouse))
found = breaks_by_player(warehouse, wanted)
if found.filter(found["person"].is_not_null()).is_empty():
    st.info(_("No replayed rack fits these filters."), icon=":material/filter_alt_off:")
    st.stop()
player_rates.chart_of(found, METRICS)
st.subheader(_("Breaks by player"))
player_rates.how_to_read()
st.html(player_rates.table_of(_("Breaks by player"), found, METRICS))
st.caption(rates.left_out(rates.by_person(found)[None], METRICS))
