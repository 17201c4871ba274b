"""Every rule case of `tests/cases` gets the ruling that was worked out for it by hand."""

from functools import cache
from typing import Any

import pytest

from replay.audit import Options
from tests.reference import cases
from tests.replay.judging import judge_all

ALL = list(cases.load())


@cache
def documents(mode: str, switches: tuple[tuple[str, str], ...]) -> dict[str, dict[str, Any]]:
    """All cases of one mode and setting, read from one file."""
    texts = [case.text() for case in ALL if (case.mode, tuple(sorted(case.switches.items()))) == (mode, switches)]
    return judge_all(texts, Options(mode=mode, changes=dict(switches)))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_case(case: cases.Case) -> None:
    found = documents(case.mode, tuple(sorted(case.switches.items())))
    assert case.wrong({"matches": list(found.values()), "quarantined": []}) == []
