"""What can be wrong in one cell: numbers for the tokenizers, codes for machines, words for people."""

from typing import Final

from wording import N_, _

FINE: Final = 0
TOKEN: Final = 1
BALL: Final = 2
POCKET: Final = 3
TWICE: Final = 4
ALONE: Final = 5
LAST: Final = 6
ENDS_NOTHING: Final = 7
JOINED: Final = 8
RESULT_TOKEN: Final = 9
MOUTH: Final = 10
NO_BALL: Final = 11
PLAYER: Final = 12
INTENT: Final = 13
VIEW: Final = 14
SEEN: Final = 15
CALLED: Final = 16
CHOICE: Final = 17
CHOICE_TWICE: Final = 18
CHOICE_CONTRADICTS: Final = 19
TIME: Final = 20
CONTROL: Final = 21

_ERRORS: Final[dict[int, tuple[str, str]]] = {
    TOKEN: (
        "path-token",
        N_("tokens of a path: | (centre line), - (cushion), _ (pocket mouth), balls such as 3 or 3+5"),
    ),
    BALL: ("ball", N_("a ball from 1 to 15, written without a leading zero")),
    POCKET: ("pocket", N_("a pocket: HL, HR, SL, SR, FL or FR, or ? if it was not recorded")),
    TWICE: ("ball-twice", N_("each ball once in a result (only c~ may stand before a c that then fell)")),
    ALONE: ("alone", N_("? and . stand alone in their cell")),
    LAST: ("not-last", N_("... as the last token")),
    ENDS_NOTHING: ("nothing-before", N_("at least one token before ... (a path that was not recorded at all is ?)")),
    JOINED: ("joined", N_("a space between tokens")),
    RESULT_TOKEN: (
        "result-token",
        N_("tokens of a result: 3FL, 12?, cHL (pocketed), 5^, c^ (left the table), c~ (came back)"),
    ),
    MOUTH: ("mouth", N_("_ only with the cue ball in a pocket (cHL) or a result that was not recorded (?)")),
    NO_BALL: (
        "no-ball-touched",
        N_("a touched ball in a complete path beside an object ball in the result (or ... or ?)"),
    ),
    PLAYER: ("player", N_("a player: A or B")),
    INTENT: ("intent", N_("an intent: pot, safety, kick, or nothing")),
    VIEW: ("view", N_("a view: v, h, or nothing")),
    SEEN: ("seen", N_("codes of what only the scorer saw, such as jump-masse or double-hit, in lower case")),
    CALLED: ("called", N_("codes of violations, such as missed or cue-pocketed, or foul, in lower case")),
    CHOICE: (
        "choice",
        N_(
            "choices in lower case: solids, stripes, repeat, accept, take, take:10, leave, back:5,12, down, pocket:A:FL"
        ),
    ),
    CHOICE_TWICE: ("choice-twice", N_("each choice once")),
    CHOICE_CONTRADICTS: ("choice-contradicts", N_("choices that do not contradict one another")),
    TIME: ("time", N_("a time as h:mm:ss since the start of the match, or a moment as 2026-10-03T19:30:00")),
    CONTROL: ("control-character", N_("text without control characters")),
}


def code(error: int) -> str:
    """The error's code, stable and the same in every language."""
    return _ERRORS[error][0]


def expected(error: int, token: str = "") -> str:
    """What should have stood there, in the user's language; `token` is the piece that was not understood."""
    text = _(_ERRORS[error][1])
    return _("{expected}, at “{token}”").format(expected=text, token=token) if token else text
