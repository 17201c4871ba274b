"""The cell `path`: what the cue ball did, in time order.

Plain functions over bytes and ints, so that Numba can compile the same text that runs in plain Python.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ingest.grammar.errors import ALONE, BALL, ENDS_NOTHING, FINE, JOINED, LAST, TOKEN
from ingest.vocabulary import PATH_COMPLETE, PATH_OPEN, PATH_UNKNOWN

SPACE, PLUS, DASH, DOT, ZERO, NINE, QUESTION, UNDERSCORE, BAR = b" +-.09?_|"


class PathFacts(NamedTuple):
    """The decoded path (the columns of `schema.FACTS` of these names), its error and where in the cell that stands."""

    path_state: int
    crossed: int
    early: int
    first: int
    rails: int
    cushion: int
    mouth: int
    touched: int
    error: int
    at: int


def is_digit(character: int) -> bool:
    """Whether the byte is one of 0 to 9."""
    return ZERO <= character <= NINE


def ball_at(buf: Sequence[int], i: int, stop: int) -> tuple[int, int]:
    """The ball whose number starts at `i` and where its digits end; ball -1 if they are no ball."""
    start = i
    ball = 0
    while i < stop and is_digit(buf[i]):
        if ball < 100:
            ball = ball * 10 + (buf[i] - ZERO)
        i += 1
    if i == start or buf[start] == ZERO or ball > 15:
        return -1, i
    return ball, i


def wrong_path(error: int, at: int) -> PathFacts:
    """No facts, only the error and its place."""
    return PathFacts(0, 0, 0, 0, 0, 0, 0, 0, error, at)


def read_path(buf: Sequence[int], start: int, stop: int) -> PathFacts:
    """Decode the path in `buf[start:stop]`: one that is not empty and holds no white space but spaces."""
    state = PATH_COMPLETE
    crossed = early = first = rails = cushion = mouth = touched = 0
    tokens = 0
    ended = FINE  # the error of whatever follows a token that must be the last
    i = start
    while True:
        while i < stop and buf[i] == SPACE:
            i += 1
        if i == stop:
            break
        at = i
        if ended != FINE:
            return wrong_path(ended, at - start)
        token = buf[i]
        i += 1
        if token == BAR:
            crossed = 1
        elif token in (DASH, UNDERSCORE):
            if token == DASH:
                cushion = 1
            else:
                mouth = 1
            if crossed == 0:
                early = 1
            if first == 0 and rails < 3:
                rails += 1
        elif is_digit(token):
            i = at
            while True:
                ball, i = ball_at(buf, i, stop)
                if ball < 0:
                    return wrong_path(BALL, at - start)
                if first == 0:
                    first = ball
                touched |= 1 << ball
                if i == stop or buf[i] != PLUS:
                    break
                i += 1
            if crossed == 0:
                early = 1
        elif token == DOT and i + 1 < stop and buf[i] == DOT and buf[i + 1] == DOT:
            if tokens == 0:
                return wrong_path(ENDS_NOTHING, at - start)
            i += 2
            state = PATH_OPEN
            ended = LAST
        elif token in (DOT, QUESTION):
            if tokens > 0:
                return wrong_path(ALONE, at - start)
            if token == QUESTION:
                state = PATH_UNKNOWN
            ended = ALONE
        else:
            return wrong_path(TOKEN, at - start)
        if i < stop and buf[i] != SPACE:
            return wrong_path(JOINED, at - start)
        tokens += 1
    return PathFacts(state, crossed, early, first, rails, cushion, mouth, touched, FINE, 0)
