"""What the last ingest did: its row accounting, as the store keeps it."""

import datetime as dt
import json
from dataclasses import dataclass
from typing import Final

from analytics.warehouse import TABLES, Warehouse

_LAST: Final = "SELECT * FROM runs WHERE command = 'ingest' ORDER BY version DESC LIMIT 1"


@dataclass(frozen=True)
class Ingest:
    """The counts of one ingest: read = new + unchanged + revised + quarantined (matches); unreadable (files).

    `time` is in UTC; `version` is the version of the store that the run made.
    """

    version: int
    time: dt.datetime
    read: int
    new: int
    unchanged: int
    revised: int
    quarantined: int
    unreadable: int


def last_ingest(warehouse: Warehouse) -> Ingest | None:
    """The newest ingest that changed the store, or None where there was none."""
    found = warehouse.query(_LAST, {}, TABLES["runs"])
    if found.is_empty():
        return None
    row = found.row(0, named=True)
    return Ingest(row["version"], row["time"], **json.loads(row["counts"]))
