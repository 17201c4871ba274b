"""What every test stands on: English words, no store of the user's own, the same random examples in every run."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from wording import use, use_default

settings.register_profile("osmica", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("osmica")


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("OSMICA_STORE", "OSMICA_LANG"):
        monkeypatch.delenv(name, raising=False)
    use(None)
    use_default("en")
    yield
    use(None)
    use_default(None)
