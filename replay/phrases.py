"""The words of a verdict: what each code means for a person, in the language spoken here."""

from typing import Final

from ingest.vocabulary import (
    CHOSE_ACCEPT,
    CHOSE_BACK,
    CHOSE_DOWN,
    CHOSE_LEAVE,
    CHOSE_REPEAT,
    CHOSE_SOLIDS,
    CHOSE_STRIPES,
    CHOSE_TAKE,
)
from replay.rights import CHOSE_POCKET_A, CHOSE_POCKET_B
from replay.violations import VIOLATIONS
from wording import N_, _

VIOLATION_OF: Final = {row.code: row for row in VIOLATIONS}

CHOICES: Final = {
    CHOSE_SOLIDS: "solids",
    CHOSE_STRIPES: "stripes",
    CHOSE_REPEAT: "repeat",
    CHOSE_ACCEPT: "accept",
    CHOSE_TAKE: "take",
    CHOSE_LEAVE: "leave",
    CHOSE_BACK: "back",
    CHOSE_DOWN: "down",
    CHOSE_POCKET_A: "pocket:A",
    CHOSE_POCKET_B: "pocket:B",
}

DISCREPANCY_TEXTS: Final = {
    "wrong-shooter": N_("The other player was to play this shot."),
    "wrong-breaker": N_("The other player was to break this rack."),
    "ball-not-on-table": N_("Ball {what} is named, but it was no longer on the table."),
    "play-after-end": N_("The rack was already decided; this shot and those after it do not count."),
    "rack-unfinished": N_("The log ends before the rack is decided, and nobody conceded."),
    "illegal-choice": N_("The written choice “{what}” has no right here and is ignored."),
    "not-called": N_(
        "Seen in the log, but nobody pointed it out before play went on, so it does not count: {violation}"
    ),
    "call-unsupported": N_("Called, and it stands, but the recorded facts do not show it: {violation}"),
    "winner-mismatch": N_("The result line gives the rack to the other player than the rules do."),
    "score-mismatch": N_("The racks never add up to the claimed score."),
    "match-winner-mismatch": N_("The match is claimed for the other player than the racks give."),
    "match-unfinished": N_("Nobody reaches the number of racks that the match was to be won by."),
    "rack-after-end": N_("The match was already decided; this rack and those after it do not score."),
    "stalemate-early": N_("A stalemate was declared before each player had had three visits."),
}

DISCREPANCY_ARTICLES: Final = {
    "wrong-shooter": "9",
    "wrong-breaker": "4",
    "ball-not-on-table": "11",
    "play-after-end": "17, 18",
    "rack-unfinished": "1",
    "illegal-choice": "6, 12-15, 17",
    "not-called": "18",
    "call-unsupported": "18",
    "winner-mismatch": "1, 18",
    "score-mismatch": "1",
    "match-winner-mismatch": "1",
    "match-unfinished": "1",
    "rack-after-end": "1",
    "stalemate-early": "19",
}
"""The article each discrepancy hangs on; for a violation it is the violation's own."""

REASON_TEXTS: Final = {
    "black": N_("the black was pocketed properly"),
    "black-on-break": N_("the black fell on a legal break"),
    "concession": N_("the other player conceded"),
    "forfeit": N_("the other player forfeited"),
    "stalemate": N_("stalemate, the rack is played again"),
}
REASON_ARTICLES: Final = {"black": "17", "black-on-break": "5", "stalemate": "19"}

VERDICT_TEXTS: Final = {
    "confirmed": N_("confirmed"),
    "contradicted": N_("contradicted"),
    "undetermined": N_("undetermined"),
    "unclaimed": N_("no claim"),
}

FACT_TEXTS: Final = {
    "path": N_("the path of the cue ball"),
    "view": N_("whether a legal ball was in view"),
    "result": N_("what fell, and where"),
    "choice": N_("what was chosen after the shot"),
    "shots": N_("the shots of the rack"),
}


def violation_text(code: str) -> str:
    """What the violation is, in one sentence."""
    return _(VIOLATION_OF[code].message)


def detail(code: str, violation: str | None, what: int) -> str:
    """The sentence of a discrepancy. `what`: the ball (`ball-not-on-table`) or the flag of the choice."""
    text = _(DISCREPANCY_TEXTS[code])
    shown = CHOICES.get(what, "") if code == "illegal-choice" else str(what)
    return text.format(what=shown, violation=violation_text(violation) if violation else "")


def article(code: str, violation: str | None) -> str:
    """The article that a discrepancy hangs on."""
    return VIOLATION_OF[violation].article if violation else DISCREPANCY_ARTICLES[code]


def reason_text(reason: str | None) -> str:
    """Why a rack was won, with its article."""
    if reason is None:
        return ""
    if reason in REASON_TEXTS:
        where = REASON_ARTICLES.get(reason)
        text = _(REASON_TEXTS[reason])
        return _("{text} (art. {article})").format(text=text, article=where) if where else text
    sentence = violation_text(reason).rstrip(".")
    return _("{text} (art. {article})").format(text=sentence, article=VIOLATION_OF[reason].article)
