"""A real browser over a really served dashboard. Skipped, with the reason, only where the machine has no Chromium."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.analytics.small import small_league
from tests.dashboard.stores import publish, unused_port

ROOT = Path(__file__).parents[2]


@dataclass
class Visit:
    """A page of the browser, and everything it asked for or complained about."""

    page: Page
    base: str
    hosts: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, address: str) -> None:
        """Go to an address of the dashboard and wait until the page stands."""
        self.page.goto(f"{self.base}/{address}")
        self.page.wait_for_selector("h1")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"}:
            self.hosts.add(parts.hostname or url)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = os.environ.get("OSMICA_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.skip("no Chromium on this machine: apt-get install chromium, or name one in OSMICA_CHROMIUM")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The hand-made league, served by the command; its address."""
    store = tmp_path_factory.mktemp("store")
    publish(small_league(tmp_path_factory.mktemp("league")), store)
    command = [sys.executable, "-m", "osmica", "dashboard", "--no-browser", "--store", str(store)]
    command += ["--port", str(unused_port())]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        try:
            assert child.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+", child.stdout.readline())
            assert address, "the dashboard did not start"
            yield address[0]
        finally:
            child.terminate()
            child.wait(timeout=30)


@pytest.fixture
def visit(browser: Browser, served: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A fresh visitor; `request.param` is the width of the window in pixels. Nothing may leave this machine."""
    width = getattr(request, "param", 1280)
    context = browser.new_context(viewport={"width": width, "height": 900}, locale="sl-SI")
    context.set_default_timeout(30_000)
    visitor = Visit(context.new_page(), served)
    yield visitor
    context.close()
    assert visitor.hosts == {"127.0.0.1"}
    assert visitor.complaints == []
