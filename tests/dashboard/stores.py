"""The hand-made league of `tests.analytics.small`, published as a real store, and a port to serve it on."""

import socket
from pathlib import Path

from analytics.warehouse import TABLES
from ingest.store import Change, Run, Store, per_match
from tests.analytics.small import SmallStore


def unused_port() -> int:
    """A port that nobody listens on; the system gives another one each time, so that tests side by side do not meet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def publish(league: SmallStore, url: str | Path, run: Run | None = None) -> Store:
    """Write every table in one run on top of the newest version.

    The runs of the league are written as rows of the table, so that their counts are the ones to be shown; the run that
    writes them calls itself `replay`, unless another is given.
    """
    verdicts = [per_match(name, columns) for name, columns in TABLES.items() if name.startswith("verdict_")]
    store = Store(url, tables=verdicts)
    changes = [
        Change(name, season="2026" if store.tables[name].seasonal else "", add=league.frame(name))
        for name in TABLES
        if league.rows[name]
    ]
    store.write(store.version, changes, run or Run("replay", {}))
    return store
