"""The cells that hold words: codes in `seen` and `called`, tokens in `choice`. Few different texts, so plain Python."""

import re
from typing import Final, NamedTuple

from ingest import vocabulary as v
from ingest.grammar.errors import CALLED, CHOICE, CHOICE_CONTRADICTS, CHOICE_TWICE, FINE, SEEN

_BIT: Final = {word: 1 << i for i, word in enumerate(v.VIOLATIONS)}
_BETWEEN: Final = re.compile(r" +|,(?![0-9])")  # a comma before a digit belongs to `back`
_BALL: Final = re.compile(r"[1-9]|1[0-5]")
_FLAGS: Final = {
    "solids": v.CHOSE_SOLIDS,
    "stripes": v.CHOSE_STRIPES,
    "repeat": v.CHOSE_REPEAT,
    "accept": v.CHOSE_ACCEPT,
    "take": v.CHOSE_TAKE,
    "leave": v.CHOSE_LEAVE,
    "back": v.CHOSE_BACK,
    "down": v.CHOSE_DOWN,
}
_CONTRADICT: Final = (
    v.CHOSE_SOLIDS | v.CHOSE_STRIPES,
    v.CHOSE_REPEAT | v.CHOSE_ACCEPT,
    v.CHOSE_TAKE | v.CHOSE_LEAVE,
    v.CHOSE_BACK | v.CHOSE_DOWN,
)


class CodesFacts(NamedTuple):
    """A mask of codes, their canonical spelling (table order, each once), the error and where in the cell it stands."""

    text: str
    codes: int
    error: int
    at: int


class ChoiceFacts(NamedTuple):
    """The decoded choice (the columns of `schema.FACTS` of these names), its canonical spelling, error and place."""

    text: str
    choices: int
    take_ball: int
    back: int
    pocket_a: int
    pocket_b: int
    error: int
    at: int


def read_seen(text: str) -> CodesFacts:
    """Decode the cell `seen`: only codes that no other cell shows."""
    return _codes(text, frozenset(v.SEEN), SEEN)


def read_called(text: str) -> CodesFacts:
    """Decode the cell `called`: any code, or `foul`."""
    return _codes(text, frozenset(v.VIOLATIONS), CALLED)


def read_choice(text: str) -> ChoiceFacts:
    """Decode the cell `choice`. Each choice stands once, and no two of them contradict one another."""
    flags = take = back = 0
    pockets = {"A": 0, "B": 0}
    for at, token in _tokens(text):
        word, colon, rest = token.partition(":")
        flag = _FLAGS.get(word, 0)
        if word == "pocket":
            player, _, pocket = rest.partition(":")
            if player not in pockets or pocket not in v.POCKETS:
                return _wrong(CHOICE, at)
            if pockets[player]:
                return _wrong(CHOICE_TWICE, at)
            pockets[player] = v.POCKETS.index(pocket) + 1
            continue
        if not flag or (colon and word not in ("take", "back")) or (word == "back" and not colon):
            return _wrong(CHOICE, at)
        if flags & flag:
            return _wrong(CHOICE_TWICE, at)
        flags |= flag
        if any(flags & both == both for both in _CONTRADICT):
            return _wrong(CHOICE_CONTRADICTS, at)
        if colon:
            balls = rest.split(",")
            if not all(_BALL.fullmatch(ball) for ball in balls) or (word == "take" and len(balls) > 1):
                return _wrong(CHOICE, at)
            if len(set(balls)) < len(balls):
                return _wrong(CHOICE_TWICE, at)
            if word == "take":
                take = int(rest)
            else:
                back = sum(1 << int(ball) for ball in balls)
    return ChoiceFacts(_spelling(flags, take, back, pockets), flags, take, back, pockets["A"], pockets["B"], FINE, 0)


def _tokens(text: str) -> list[tuple[int, str]]:
    found = []
    start = 0
    for gap in [*_BETWEEN.finditer(text), None]:
        stop = gap.start() if gap else len(text)
        if stop > start:
            found.append((start, text[start:stop]))
        start = gap.end() if gap else stop
    return found


def _codes(text: str, allowed: frozenset[str], error: int) -> CodesFacts:
    mask = 0
    for at, token in _tokens(text):
        if token not in allowed:
            return CodesFacts("", 0, error, at)
        mask |= _BIT[token]
    return CodesFacts(" ".join(word for word, bit in _BIT.items() if mask & bit), mask, FINE, 0)


def _wrong(error: int, at: int) -> ChoiceFacts:
    return ChoiceFacts("", 0, 0, 0, 0, 0, error, at)


def _spelling(flags: int, take: int, back: int, pockets: dict[str, int]) -> str:
    words = [word for word, flag in _FLAGS.items() if flags & flag]
    if take:
        words[words.index("take")] = f"take:{take}"
    if back:
        words[words.index("back")] = "back:" + ",".join(str(ball) for ball in v.BALLS if back >> ball & 1)
    words += [f"pocket:{player}:{v.POCKETS[number - 1]}" for player, number in pockets.items() if number]
    return " ".join(words)
