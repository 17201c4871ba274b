"""The engine against a second reading of the rulings, written apart from it: the same document, value by value."""

from functools import cache
from random import Random
from typing import Any

import pytest

from replay.audit import Options
from tests.reference.__main__ import audit as reference
from tests.reference.compare import report
from tests.reference.random_logs import random_log
from tests.reference.worlds import TooManyWorldsError
from tests.replay.judging import judge_all, readable

READINGS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("as-called", ()),
    ("strict", ()),
    ("as-called", (("scratch", "neither"), ("indirect-choice", "any-single"))),
    ("strict", (("break-scratch", "open"),)),
)
COMPLETE = range(200)
BLANKED = range(1000, 1060)


@cache
def random_texts(blanks: bool) -> dict[str, str]:
    """The random logs by match id."""
    seeds = BLANKED if blanks else COMPLETE
    return readable({f"R-{seed}": random_log(Random(seed), f"R-{seed}", blanks) for seed in seeds})


@pytest.mark.parametrize(("mode", "switches"), READINGS)
def test_complete_logs(mode: str, switches: tuple[tuple[str, str], ...]) -> None:
    texts = random_texts(blanks=False)
    assert len(texts) > 0.9 * len(COMPLETE)
    options = Options(mode=mode, changes=dict(switches))  # type: ignore[arg-type]
    found = judge_all(list(texts.values()), options)
    for match, text in texts.items():
        theirs = {"matches": [found[match]]}
        assert report(text, reference(text, mode, dict(switches)), theirs) == ""


def test_logs_with_blanks() -> None:
    texts = random_texts(blanks=True)
    found = judge_all(list(texts.values()))
    compared = 0
    for match, text in texts.items():
        ours = bounded(text)
        if ours is None:
            continue
        compared += 1
        assert report(text, ours, {"matches": [found[match]]}) == ""
    assert compared > len(texts) / 2


def bounded(text: str) -> dict[str, Any] | None:
    """The reference's document; None where too much is open for it."""
    try:
        return reference(text)
    except TooManyWorldsError:
        return None
