"""The cell `path`: a case is a line. Facts in order: state, crossed, early, first, rails, cushion, mouth, touched."""

import pytest

from ingest.grammar import errors
from ingest.grammar.path import PathFacts, read_path
from ingest.vocabulary import PATH_COMPLETE as COMPLETE
from ingest.vocabulary import PATH_OPEN as OPEN
from ingest.vocabulary import PATH_UNKNOWN as UNKNOWN


def path(text: str) -> PathFacts:
    return read_path(text.encode(), 0, len(text))


def balls(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


SOUND = [
    # text, state, crossed, early, first, rails, cushion, mouth, touched
    ("?", UNKNOWN, 0, 0, 0, 0, 0, 0, balls()),
    (".", COMPLETE, 0, 0, 0, 0, 0, 0, balls()),
    ("|", COMPLETE, 1, 0, 0, 0, 0, 0, balls()),
    ("| 3", COMPLETE, 1, 0, 3, 0, 0, 0, balls(3)),
    ("3", COMPLETE, 0, 1, 3, 0, 0, 0, balls(3)),
    ("- | 3", COMPLETE, 1, 1, 3, 1, 1, 0, balls(3)),  # the cushion came before the centre line
    ("| - 3", COMPLETE, 1, 0, 3, 1, 1, 0, balls(3)),
    ("3 | -", COMPLETE, 1, 1, 3, 0, 1, 0, balls(3)),
    ("3 - - |", COMPLETE, 1, 1, 3, 0, 1, 0, balls(3)),  # cushions after the first ball are no rails
    ("| 1+9+5 -", COMPLETE, 1, 0, 1, 0, 1, 0, balls(1, 5, 9)),
    ("- - 15", COMPLETE, 0, 1, 15, 2, 1, 0, balls(15)),
    ("- - - - 8", COMPLETE, 0, 1, 8, 3, 1, 0, balls(8)),  # three or more
    ("- - - -", COMPLETE, 0, 1, 0, 3, 1, 0, balls()),
    ("11 11", COMPLETE, 0, 1, 11, 0, 0, 0, balls(11)),  # touched twice
    ("_", COMPLETE, 0, 1, 0, 1, 0, 1, balls()),  # a mouth is a rail and comes early, but is no cushion (art. 13)
    ("| 3 _", COMPLETE, 1, 0, 3, 0, 0, 1, balls(3)),
    ("_ | - 3", COMPLETE, 1, 1, 3, 2, 1, 1, balls(3)),
    ("3 ...", OPEN, 0, 1, 3, 0, 0, 0, balls(3)),
    ("| ...", OPEN, 1, 0, 0, 0, 0, 0, balls()),
    ("- ...", OPEN, 0, 1, 0, 1, 1, 0, balls()),
    ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", COMPLETE, 0, 1, 1, 0, 0, 0, balls(*range(1, 16))),
]


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case[0])
def test_sound_paths(case: tuple[object, ...]) -> None:
    assert path(str(case[0])) == (*case[1:], errors.FINE, 0)


WRONG = [
    ("16", errors.BALL, 0),
    ("0", errors.BALL, 0),
    ("03", errors.BALL, 0),
    ("3+", errors.BALL, 0),
    ("3+16", errors.BALL, 0),
    ("- 123456789012345678901234567890", errors.BALL, 2),
    ("x", errors.TOKEN, 0),
    ("c", errors.TOKEN, 0),
    ("3 > 3HL", errors.TOKEN, 2),
    ("+3", errors.TOKEN, 0),
    ("3 č", errors.TOKEN, 2),
    ("-12", errors.JOINED, 0),
    ("3-", errors.JOINED, 0),
    ("||", errors.JOINED, 0),
    ("3+5+9x", errors.JOINED, 0),
    ("3...", errors.JOINED, 0),
    ("...", errors.ENDS_NOTHING, 0),
    ("3 ... -", errors.LAST, 6),
    ("3 ... ...", errors.LAST, 6),
    ("? 3", errors.ALONE, 2),
    ("3 ?", errors.ALONE, 2),
    (". -", errors.ALONE, 2),
    ("- .", errors.ALONE, 2),
    ("? ...", errors.ALONE, 2),
    ("..", errors.JOINED, 0),
    ("....", errors.ENDS_NOTHING, 0),
]


@pytest.mark.parametrize(("text", "error", "at"), WRONG)
def test_wrong_paths(text: str, error: int, at: int) -> None:
    found = read_path(text.encode(), 0, len(text.encode()))
    assert (errors.code(found.error), found.at) == (errors.code(error), at)
    assert not any(found[:-2])


def test_a_path_inside_a_longer_buffer() -> None:
    assert read_path(b"9 9| 3 -8 8", 3, 8) == path("| 3 -")
