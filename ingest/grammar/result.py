"""The cell `result`: what fell into which pocket and what left the table, in order.

Plain functions over bytes and ints, so that Numba can compile the same text that runs in plain Python.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ingest.grammar.errors import ALONE, BALL, FINE, JOINED, POCKET, RESULT_TOKEN, TWICE
from ingest.grammar.path import QUESTION, SPACE, ball_at, is_digit
from ingest.vocabulary import CUE_CAME_BACK, CUE_OFF, CUE_POCKETED, POCKET_UNKNOWN

CUE, OFF, BACK, H, S, F, L, R = b"c^~HSFLR"


class ResultFacts(NamedTuple):
    """The decoded result (the columns of `schema.FACTS` of these names), its error and where in the cell it stands."""

    result_known: int
    fell: int
    fell_order: int
    pockets: int
    off: int
    cue: int
    error: int
    at: int


def pocket_at(buf: Sequence[int], i: int, stop: int) -> tuple[int, int]:
    """The number of the pocket whose name starts at `i` and where it ends; 0 if it is no pocket."""
    if i < stop and buf[i] == QUESTION:
        return POCKET_UNKNOWN, i + 1
    if i + 1 >= stop or (buf[i + 1] != L and buf[i + 1] != R):
        return 0, i
    side = 1 if buf[i + 1] == L else 2
    if buf[i] == H:
        return side, i + 2
    if buf[i] == S:
        return 2 + side, i + 2
    if buf[i] == F:
        return 4 + side, i + 2
    return 0, i


def wrong_result(error: int, at: int) -> ResultFacts:
    """No facts, only the error and its place."""
    return ResultFacts(0, 0, 0, 0, 0, 0, error, at)


def read_result(buf: Sequence[int], start: int, stop: int) -> ResultFacts:
    """Decode the result in `buf[start:stop]`, which holds no white space but spaces; empty = nothing fell or left."""
    known = 1
    fell = fell_order = pockets = off = cue = 0
    count = tokens = 0
    ended = False
    i = start
    while True:
        while i < stop and buf[i] == SPACE:
            i += 1
        if i == stop:
            break
        at = i
        if ended:
            return wrong_result(ALONE, at - start)
        if buf[i] == QUESTION:
            if tokens > 0:
                return wrong_result(ALONE, at - start)
            i += 1
            known = 0
            ended = True
        elif buf[i] == CUE:
            i += 1
            if i < stop and buf[i] == BACK:
                happened = CUE_CAME_BACK
                i += 1
            elif i < stop and buf[i] == OFF:
                happened = CUE_OFF
                i += 1
            else:
                pocket, i = pocket_at(buf, i, stop)
                if pocket == 0:
                    return wrong_result(POCKET, at - start)
                happened = CUE_POCKETED
                pockets |= pocket
            if cue != 0 and not (cue == CUE_CAME_BACK and happened == CUE_POCKETED):
                return wrong_result(TWICE, at - start)
            cue |= happened
        elif is_digit(buf[i]):
            ball, i = ball_at(buf, i, stop)
            if ball < 0:
                return wrong_result(BALL, at - start)
            if (fell | off) & (1 << ball):
                return wrong_result(TWICE, at - start)
            if i < stop and buf[i] == OFF:
                off |= 1 << ball
                i += 1
            else:
                pocket, i = pocket_at(buf, i, stop)
                if pocket == 0:
                    return wrong_result(POCKET, at - start)
                fell |= 1 << ball
                fell_order |= ball << (4 * count)
                pockets |= pocket << (3 * ball)
                count += 1
        else:
            return wrong_result(RESULT_TOKEN, at - start)
        if i < stop and buf[i] != SPACE:
            return wrong_result(JOINED, at - start)
        tokens += 1
    return ResultFacts(known, fell, fell_order, pockets, off, cue, FINE, 0)
