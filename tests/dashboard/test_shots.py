"""The cells of a log in words, and every code of the vocabularies worded in both languages."""

import pytest

from dashboard import shots, words
from ingest.vocabulary import BREAK_RULES, INTENTS, POCKETS
from replay.summary import FIELDS
from wording import Language, use


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (None, "path not recorded"),
        ("?", "path not recorded"),
        (".", "touched nothing"),
        ("| 1+9+5 - -", "centre line, 1→9→5, 2 cushions"),
        ("- 3 -", "cushion, 3, cushion"),
        ("3 3 _", "3, 3, cushion at the pocket"),
        ("12 ...", "12, … (the rest was not recorded)"),
    ],
)
def test_paths(path: str | None, said: str) -> None:
    assert shots.path(path) == said


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (None, []),
        ("?", ["what fell was not recorded"]),
        ("3FL 12? cHL", ["pocketed: 3 (foot left), 12 (pocket not recorded), cue ball (head left)"]),
        ("5^ 1SR", ["pocketed: 1 (side right)", "off the table: 5"]),
        ("c^", ["off the table: cue ball"]),
        ("c~", ["left the table and came back: cue ball"]),
    ],
)
def test_results(result: str | None, said: list[str]) -> None:
    assert shots.result(result) == said


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (None, []),
        ("stripes", ["takes the stripes"]),
        ("take:10 pocket:B:SR", ["takes ball 10 off the table", "pocket for the black of Bor: side right"]),
        ("back:5,12, leave", ["put back on the table: 5, 12", "leaves the ball that was hit where it is"]),
    ],
)
def test_choices(choice: str | None, said: list[str]) -> None:
    assert shots.choices(choice, "Ana", "Bor") == said


@pytest.mark.parametrize("language", ["sl", "en"])
def test_every_word_of_the_vocabularies_is_said(language: Language) -> None:
    use(language)
    said = [
        *(words.pocket(code) for code in (*POCKETS, "?", "choice")),
        *(words.break_rule(code) for code in BREAK_RULES),
        *(words.phase(code) for code in ("break", "open", "groups", "black")),
        *(words.open_values([name], "Ana", "Bor") for name in FIELDS),
        *(shots.intent(code) for code in INTENTS),
        *(shots.view(code) for code in ("v", "h")),
        *(words.verdict(code) for code in ("confirmed", "contradicted", "undetermined", "unclaimed", "pending")),
    ]
    assert all(said)
    assert not any("{" in word for word in said if word)


def test_values_open_for_both_players_are_said_once_where_they_are_one() -> None:
    assert words.open_values(["groups.A", "groups.B", "fouls.B"], "Ana", "Bor") == "the groups, the foul count of Bor"


def test_an_unknown_score_is_a_dash() -> None:
    assert words.score(None, 2) == "–"
    assert words.score(3, 0) == "3 : 0"


@pytest.mark.parametrize(
    ("time", "said"),
    [(None, None), ("0:03:22", "0:03:22"), ("2026-02-14T11:01:37", "11:01:37")],
)
def test_times(time: str | None, said: str | None) -> None:
    assert shots.time(time) == said
