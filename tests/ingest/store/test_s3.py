"""The same store in a bucket: moto's S3 server, on this machine only."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from urllib.request import Request, urlopen

import polars as pl
import pytest

from ingest.job import ingest, withdraw
from ingest.store import Conflict, Run, Store
from tests.ingest.logs import BROKEN, LEAGUE
from tests.ingest.store.rows import add, held, racks
from wording import UserError


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """A server with one bucket, in a process of its own, ended after the tests of this file."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            until = time.monotonic() + 60
            while not _answers(port):
                assert server.poll() is None
                assert time.monotonic() < until
                time.sleep(0.05)
            urlopen(Request(f"http://127.0.0.1:{port}/liga", method="PUT")).close()
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def options(endpoint: str) -> dict[str, str]:
    return {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "eu-central-1",
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ALLOW_HTTP": "true",
    }


@pytest.fixture
def store(options: dict[str, str], request: pytest.FixtureRequest) -> Store:
    return Store(f"s3://liga/{request.node.name}", options)


def test_versions_conflicts_and_vacuum(store: Store) -> None:
    assert (store.version, store.exists) == (0, False)
    for i in range(10):  # past a merge of small files
        add(store, f"M{i}")
    with store.begin() as first, store.begin() as second:
        first.remove_matches(["M0"])
        second.add("racks", racks("N"), "2026")
        assert first.commit(Run("first")) == 11
        with pytest.raises(Conflict):
            second.commit(Run("second"))
    before = [held(store, version) for version in range(12)]
    assert before[10].keys() - before[11].keys() == {"M0"}
    store.place.write("racks/2026/orphan.parquet", b"PAR1")
    store.place.write("sources/ab.zst", b"x")
    # The second run had written a file of the catalogue before its commit was refused.
    removed = store.vacuum(timedelta(seconds=-5))
    assert {"racks/2026/orphan.parquet", "sources/ab.zst"} <= set(removed)
    assert all(name.startswith("catalogue/") for name in set(removed) - {"racks/2026/orphan.parquet", "sources/ab.zst"})
    assert [held(store, version) for version in range(12)] == before
    assert store.check() == []
    assert all(url.startswith("s3://liga/") for url in store.at().files("racks"))


def test_the_league_goes_in_and_comes_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ingest([LEAGUE[0], BROKEN], store).total.new == 26 + 7
    assert not ingest([LEAGUE[0]], store).changed
    withdraw(store, "2026-L1-002")
    assert [store.at(version).rows("matches") for version in (1, 2)] == [33, 32]
    source = store.at().read("matches", match="2026-L1-003")["source"][0]
    assert "2026-L1-003" in store.source_text(source)
    # The environment can say where the bucket is, as it does for other tools.
    for name, value in store.place.options.items():
        monkeypatch.setenv(name, value)
    assert Store(store.address).at().scan("shots").select(pl.len()).collect().item() > 1000


def test_a_source_that_is_gone_is_told(store: Store) -> None:
    key = store.keep_source(b"a log")
    assert store.source_bytes(key) == b"a log"
    store.place.delete(f"sources/{key}.zst")
    with pytest.raises(UserError, match=key):
        store.source_bytes(key)


def test_a_bucket_that_is_not_there_is_told(options: dict[str, str]) -> None:
    store = Store("s3://nikjer/store", options)
    with pytest.raises(UserError, match="s3://nikjer/store"):
        ingest([LEAGUE[2]], store)
