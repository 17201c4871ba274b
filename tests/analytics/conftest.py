"""The hand-made league, once for all tests of this folder."""

from pathlib import Path

import pytest

from analytics.warehouse import Warehouse
from tests.analytics.small import small_league


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    folder: Path = tmp_path_factory.mktemp("league")
    return Warehouse(small_league(folder))
