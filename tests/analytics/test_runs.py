"""The row accounting of the last ingest."""

import datetime as dt

import pytest

from analytics.runs import Ingest, last_ingest
from analytics.warehouse import Warehouse
from tests.analytics.small import SmallStore


def test_the_newest_ingest_counts_not_the_newest_run(league: Warehouse) -> None:
    time = dt.datetime(2026, 3, 2, 18, 5, tzinfo=dt.UTC)
    assert last_ingest(league) == Ingest(6, time, read=6, new=4, unchanged=0, revised=1, quarantined=1, unreadable=1)


def test_none_yet(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert last_ingest(Warehouse(SmallStore(tmp_path_factory.mktemp("empty")))) is None
