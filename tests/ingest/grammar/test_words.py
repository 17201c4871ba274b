"""The cells `seen`, `called` and `choice`: a case is a line."""

import pytest

from ingest import vocabulary as v
from ingest.grammar import errors
from ingest.grammar.words import read_called, read_choice, read_seen


def mask(*words: str) -> int:
    return sum(1 << v.VIOLATIONS.index(word) for word in words)


@pytest.mark.parametrize(
    ("text", "spelled", "words"),
    [
        ("jump-masse", "jump-masse", ["jump-masse"]),
        ("double-hit, jump-masse", "jump-masse double-hit", ["jump-masse", "double-hit"]),
        ("double-hit,touched-ball", "touched-ball double-hit", ["touched-ball", "double-hit"]),
        ("not-with-tip not-with-tip", "not-with-tip", ["not-with-tip"]),
    ],
)
def test_codes_that_were_seen(text: str, spelled: str, words: list[str]) -> None:
    assert read_seen(text) == (spelled, mask(*words), errors.FINE, 0)


@pytest.mark.parametrize("code", v.VIOLATIONS)
def test_every_code_may_be_called_and_only_some_seen(code: str) -> None:
    assert read_called(code) == (code, mask(code), errors.FINE, 0)
    assert (read_seen(code).error == errors.FINE) == (code in v.SEEN)


@pytest.mark.parametrize(("text", "at"), [("fowl", 0), ("foul Missed", 5), ("missed;foul", 0), ("missed, ?", 8)])
def test_what_is_no_code(text: str, at: int) -> None:
    assert read_called(text) == ("", 0, errors.CALLED, at)


@pytest.mark.parametrize(
    ("text", "spelled", "facts"),
    [
        # choices, take_ball, back, pocket_a, pocket_b
        ("solids", "solids", (v.CHOSE_SOLIDS, 0, 0, 0, 0)),
        ("stripes", "stripes", (v.CHOSE_STRIPES, 0, 0, 0, 0)),
        ("repeat", "repeat", (v.CHOSE_REPEAT, 0, 0, 0, 0)),
        ("accept,leave", "accept leave", (v.CHOSE_ACCEPT | v.CHOSE_LEAVE, 0, 0, 0, 0)),
        ("take", "take", (v.CHOSE_TAKE, 0, 0, 0, 0)),
        ("take:10", "take:10", (v.CHOSE_TAKE, 10, 0, 0, 0)),
        ("back:12,5", "back:5,12", (v.CHOSE_BACK, 0, 1 << 5 | 1 << 12, 0, 0)),
        ("back:5,12,take", "take back:5,12", (v.CHOSE_TAKE | v.CHOSE_BACK, 0, 1 << 5 | 1 << 12, 0, 0)),
        ("back:3 accept", "accept back:3", (v.CHOSE_ACCEPT | v.CHOSE_BACK, 0, 1 << 3, 0, 0)),
        ("down", "down", (v.CHOSE_DOWN, 0, 0, 0, 0)),
        ("pocket:A:HL", "pocket:A:HL", (0, 0, 0, 1, 0)),
        ("pocket:B:FR, pocket:A:SL", "pocket:A:SL pocket:B:FR", (0, 0, 0, 3, 6)),
    ],
)
def test_sound_choices(text: str, spelled: str, facts: tuple[int, ...]) -> None:
    assert read_choice(text) == (spelled, *facts, errors.FINE, 0)


@pytest.mark.parametrize(
    ("text", "error", "at"),
    [
        ("Solids", errors.CHOICE, 0),
        ("solids:1", errors.CHOICE, 0),
        ("back", errors.CHOICE, 0),
        ("back:", errors.CHOICE, 0),
        ("back:16", errors.CHOICE, 0),
        ("back:05", errors.CHOICE, 0),
        ("take:", errors.CHOICE, 0),
        ("take:0", errors.CHOICE, 0),
        ("take:10,12", errors.CHOICE, 0),  # the comma before a digit does not end the token
        ("take pocket:C:FL", errors.CHOICE, 5),
        ("pocket:A:?", errors.CHOICE, 0),
        ("pocket:FL", errors.CHOICE, 0),
        ("take take:10", errors.CHOICE_TWICE, 5),
        ("back:5,5", errors.CHOICE_TWICE, 0),
        ("pocket:A:FL pocket:A:FR", errors.CHOICE_TWICE, 12),
        ("solids stripes", errors.CHOICE_CONTRADICTS, 7),
        ("take:3,leave", errors.CHOICE_CONTRADICTS, 7),
        ("accept repeat", errors.CHOICE_CONTRADICTS, 7),
        ("down back:5", errors.CHOICE_CONTRADICTS, 5),
    ],
)
def test_wrong_choices(text: str, error: int, at: int) -> None:
    found = read_choice(text)
    assert (errors.code(found.error), found.at) == (errors.code(error), at)
