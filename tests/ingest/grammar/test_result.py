"""The cell `result`: a case is a line."""

import pytest

from ingest.grammar import errors
from ingest.grammar.result import ResultFacts, read_result
from ingest.vocabulary import CUE_CAME_BACK, CUE_OFF, CUE_POCKETED, POCKETS


def result(text: str) -> ResultFacts:
    return read_result(text.encode(), 0, len(text.encode()))


def bits(*balls: int) -> int:
    return sum(1 << ball for ball in balls)


def into(**pockets: int) -> int:
    """Three bits a ball: `b3=5` is ball 3 in pocket 5 (FL), `c=1` the cue ball in pocket 1 (HL)."""
    return sum(pocket << 3 * (0 if ball == "c" else int(ball[1:])) for ball, pocket in pockets.items())


SOUND = [
    # text, known, fell, order (the first ball in the lowest four bits), pockets, off, cue
    ("", 1, 0, 0, 0, 0, 0),
    ("?", 0, 0, 0, 0, 0, 0),
    ("3FL", 1, bits(3), 0x3, into(b3=5), 0, 0),
    ("12?", 1, bits(12), 0xC, into(b12=7), 0, 0),
    ("15HR 1SL 8FR", 1, bits(1, 8, 15), 0x81F, into(b15=2, b1=3, b8=6), 0, 0),
    ("5^", 1, 0, 0, 0, bits(5), 0),
    ("5^ 6^ 7SR", 1, bits(7), 0x7, into(b7=4), bits(5, 6), 0),
    ("cHL", 1, 0, 0, into(c=1), 0, CUE_POCKETED),
    ("c?", 1, 0, 0, into(c=7), 0, CUE_POCKETED),
    ("c^", 1, 0, 0, 0, 0, CUE_OFF),
    ("c~", 1, 0, 0, 0, 0, CUE_CAME_BACK),
    ("c~ 4FL cSR", 1, bits(4), 0x4, into(b4=5, c=4), 0, CUE_CAME_BACK | CUE_POCKETED),
]


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case[0])
def test_sound_results(case: tuple[object, ...]) -> None:
    assert result(str(case[0])) == (*case[1:], errors.FINE, 0)


def test_every_pocket_and_every_ball_fit() -> None:
    for ball in range(1, 16):
        for number, pocket in enumerate(POCKETS, start=1):
            assert result(f"{ball}{pocket}").pockets == number << 3 * ball
    everything = result(" ".join(f"{ball}FR" for ball in range(15, 0, -1)))
    assert everything.error == errors.FINE
    assert everything.fell_order == 0x123456789ABCDEF < 2**63


WRONG = [
    ("3", errors.POCKET, 0),
    ("3XX", errors.POCKET, 0),
    ("3fl", errors.POCKET, 0),
    ("3F", errors.POCKET, 0),
    ("3LF", errors.POCKET, 0),
    ("c", errors.POCKET, 0),
    ("cXL", errors.POCKET, 0),
    ("3~", errors.POCKET, 0),  # only the cue ball comes back by itself
    ("16FL", errors.BALL, 0),
    ("0FL", errors.BALL, 0),
    ("07FL", errors.BALL, 0),
    ("2HL 2HR", errors.TWICE, 4),
    ("2HL 2^", errors.TWICE, 4),
    ("cHL cHR", errors.TWICE, 4),
    ("cHL c~", errors.TWICE, 4),
    ("c~ c~", errors.TWICE, 3),
    ("c~ c^", errors.TWICE, 3),
    ("c~ cHL cHL", errors.TWICE, 7),
    ("? 3FL", errors.ALONE, 2),
    ("3FL ?", errors.ALONE, 4),
    ("FL", errors.RESULT_TOKEN, 0),
    ("C", errors.RESULT_TOKEN, 0),
    ("3FL, 4FL", errors.JOINED, 0),
    ("3FL4FL", errors.JOINED, 0),
    ("5^^", errors.JOINED, 0),
]


@pytest.mark.parametrize(("text", "error", "at"), WRONG)
def test_wrong_results(text: str, error: int, at: int) -> None:
    found = result(text)
    assert (errors.code(found.error), found.at) == (errors.code(error), at)
    assert not any(found[:-2])
