"""Figures from one version of the store: matches with their verdicts, and rates that carry their n and interval.

Everything here runs without Streamlit and hands out typed frames (`analytics.frames`) or small dataclasses. SQL stands
in this folder only.
"""

from analytics.filters import PENDING, Filters
from analytics.match import MatchDetail, match_detail
from analytics.matches import Choices, Overview, choices, matches, overview
from analytics.metrics import METRICS, Metric
from analytics.rates import breaks_by_player, fouls_by_code, fouls_by_player
from analytics.runs import Ingest, last_ingest
from analytics.warehouse import Snapshot, Warehouse

__all__ = [
    "METRICS",
    "PENDING",
    "Choices",
    "Filters",
    "Ingest",
    "MatchDetail",
    "Metric",
    "Overview",
    "Snapshot",
    "Warehouse",
    "breaks_by_player",
    "choices",
    "fouls_by_code",
    "fouls_by_player",
    "last_ingest",
    "match_detail",
    "matches",
    "overview",
]
