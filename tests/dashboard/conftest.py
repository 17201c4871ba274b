"""The hand-made league as a store, and the dashboard run over it without a browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import source
from tests.analytics.small import small_league
from tests.dashboard.stores import publish

APP = Path(__file__).parents[2] / "dashboard" / "app.py"

Open = Callable[..., AppTest]


@pytest.fixture(scope="session")
def league_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store that holds the hand-made league."""
    url = tmp_path_factory.mktemp("store")
    publish(small_league(tmp_path_factory.mktemp("league")), url)
    return str(url)


@pytest.fixture
def open_page(league_url: str, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Run a page: `open_page("tekma", match="M1", lang="en")`; over another store with `store=`."""
    source.forget()

    def run(page: str = "tekme", /, store: str | Path = league_url, **address: str | list[str]) -> AppTest:
        monkeypatch.setenv("OSMICA_STORE", str(store))
        app = AppTest.from_file(str(APP), default_timeout=30)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()  # the frame first: it is what makes the pages known
        if page != "tekme":
            app.switch_page(f"views/{page}.py").run()
        assert not app.exception, app.exception[0].message
        return app

    return run
