"""Whatever moment a run is killed at, the store is at the version before or after; runs side by side lose nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from ingest.job import ingest
from ingest.store import Store
from tests.ingest.logs import LEAGUE, kos

ROOT = Path(__file__).parents[2]
KILLS = 16

# The command as a user starts it, but with its imports done when it says so, so that kills fall into its work.
READY = """
import sys
import ingest.job, ingest.summary, osmica, deltalake, pyarrow.fs, ingest.readers.kos
print("ready", flush=True)
sys.stdin.readline()
sys.exit(osmica.run(sys.argv[1:]))
"""


@contextmanager
def started(store: Store, *paths: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`osmica ingest`, waiting to be let go; ended at the latest when the test is done with it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OSMICA_LANG": "en"}
    command = [sys.executable, "-c", READY, "ingest", "--store", store.address, *map(str, paths)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def let_go(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == b"ready\n"
    process.stdin.write(b"\n")
    process.stdin.flush()


def tables(store: Store, version: int) -> dict[str, int]:
    """Every table of a version, read whole: how many rows."""
    snapshot = store.at(version)
    return {name: snapshot.read(name).height for name in snapshot.table_names}


@pytest.fixture
def logs() -> list[Path]:
    """A match day of the league with two matches, and one in another format with eight."""
    return [LEAGUE[0] / "2026-05-09-pokal-polfinale.kos", LEAGUE[2]]


def test_killed_at_any_moment_the_store_is_whole_and_the_run_can_be_done_again(
    tmp_path: Path, logs: list[Path]
) -> None:
    store = Store(tmp_path / "whole")
    with started(store, *logs) as process:
        let_go(process)
        began = time.monotonic()
        assert process.wait() == 0
        duration = time.monotonic() - began
    expected = tables(store, 1)
    assert expected["matches"] == 10

    def fresh(kill: int) -> Store:
        store = Store(tmp_path / f"store{kill}")
        ingest([first_log(tmp_path)], store)
        return store

    store = fresh(-1)
    before = tables(store, 1)
    ended = []
    for kill in range(KILLS):
        with started(store, *logs) as process:
            let_go(process)
            time.sleep(duration * 1.1 * kill / KILLS)
            process.kill()
            ended.append(process.wait())
        assert store.check() == []
        assert tables(store, 1) == before
        matches = store.at().rows("matches")
        assert (store.version, matches) in [(1, before["matches"]), (2, before["matches"] + expected["matches"])]
        if store.version == 2:  # it got through; the next one starts before it again
            store = fresh(kill)
    assert ended.count(-signal.SIGKILL) >= KILLS // 3

    with started(store, *logs) as process:
        let_go(process)
        assert process.communicate()[1] == b""
        assert process.returncode == 0
    assert tables(store, 2)["shots"] == before["shots"] + expected["shots"]
    store.vacuum(timedelta(0))  # what the killed runs left
    assert store.check() == []


def first_log(folder: Path) -> Path:
    path = folder / "first.kos"
    path.write_text(kos("X1"), "utf-8")
    return path


def test_runs_side_by_side_all_get_in(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    with ExitStack() as stack:
        processes = []
        for i in range(3):
            path = tmp_path / f"{i}.kos"
            path.write_text(kos(f"M{i}") + "\n" + kos("shared"), "utf-8")
            processes.append(stack.enter_context(started(store, path)))
        for process in processes:
            let_go(process)
        told = [(*process.communicate(), process.returncode) for process in processes]
    assert [code for _out, _err, code in told] == [0] * 3, told
    assert sorted(store.at().read("matches")["match"]) == ["M0", "M1", "M2", "shared"]
    assert (store.version, store.at().rows("shots")) == (3, 4)
    assert store.check() == []


def test_readers_during_a_write_see_the_old_or_the_new_version(tmp_path: Path, logs: list[Path]) -> None:
    store = Store(tmp_path / "store")
    ingest([first_log(tmp_path)], store)
    versions = {1: tables(store, 1)}
    seen = []
    with started(store, *logs) as process:
        let_go(process)
        while process.poll() is None:
            snapshot = store.at()
            seen.append((snapshot.version, {name: snapshot.read(name).height for name in snapshot.table_names}))
        assert process.returncode == 0
    versions[2] = tables(store, 2)
    assert seen[0][0] == 1
    assert all(rows == versions[version] for version, rows in seen)
