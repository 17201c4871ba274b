"""Serving: which port, this machine only, a clean end."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard.server import free_port
from tests.dashboard.stores import unused_port
from wording import UserError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_refused_with_what_to_do(taken: int) -> None:
    with pytest.raises(UserError, match=rf"Port {taken} is taken.*--port {taken + 1}"):
        free_port(taken)


def test_a_free_port_is_taken_as_asked_and_found_where_none_was(taken: int) -> None:
    assert free_port(None) != taken
    port = unused_port()
    assert free_port(port) == port


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_command_prints_its_address_serves_this_machine_and_ends_cleanly(league_url: str, stop: int) -> None:
    command = [sys.executable, "-m", "osmica", "--lang", "en", "dashboard", "--no-browser", "--store", league_url]
    command += ["--port", str(unused_port())]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        try:
            assert child.stdout is not None
            told = child.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+", told)
            assert address, told + (child.stderr.read() if child.poll() is not None and child.stderr else "")
            with urllib.request.urlopen(f"{address[0]}/_stcore/health", timeout=20) as answer:
                assert answer.read() == b"ok"
            child.send_signal(stop)
            rest, errors = child.communicate(timeout=30)
        finally:
            child.kill()
    assert (child.returncode, rest.splitlines()[-1]) == (0, "The dashboard has ended.")
    assert "Traceback" not in errors
