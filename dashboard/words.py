"""The closed vocabularies of logs and verdicts as a reader knows them, in the language spoken here.

What the replay itself says (violations, discrepancies, reasons, verdicts) is worded in `replay.phrases`.
"""

from typing import Final

from analytics.filters import PENDING
from dashboard.markup import Html, join, tag
from replay.phrases import VERDICT_TEXTS
from wording import N_, NOTHING, _, number, pgettext

_MARKS: Final = {"confirmed": "✓", "contradicted": "✗", "undetermined": "?", "unclaimed": "–", PENDING: "…"}

_PHASES: Final = {
    "break": N_("break"),
    "open": N_("free choice"),
    "groups": N_("own group"),
    "black": N_("on the black"),
}
_POCKETS: Final = {
    "HL": N_("head left"),
    "HR": N_("head right"),
    "SL": N_("side left"),
    "SR": N_("side right"),
    "FL": N_("foot left"),
    "FR": N_("foot right"),
    "?": N_("pocket not recorded"),
    "choice": N_("still to be chosen"),
}
_GROUPS: Final = {"solids": N_("solids"), "stripes": N_("stripes")}
_BREAK_RULES: Final = {
    "loser": N_("the loser of the rack before breaks"),
    "alternate": N_("the players break in turn"),
    "winner": N_("the winner of the rack before breaks"),
    "trailing": N_("whoever has fewer racks breaks"),
}
_OPEN: Final = {
    "phase": N_("phase"),
    "from": N_("where the cue ball was played from"),
    "observed": N_("which violations there were"),
    "effective": N_("which violations count"),
    "pocketed": N_("which balls fell"),
    "own_pocketed": N_("which own balls fell"),
    "continues": N_("whether the visit goes on"),
    "decides": N_("whether the rack is decided"),
    "groups.A": N_("the groups"),
    "groups.B": N_("the groups"),
    "fouls.A": N_("the foul count of {a}"),
    "fouls.B": N_("the foul count of {b}"),
    "black_pocket.A": N_("the pocket for the black of {a}"),
    "black_pocket.B": N_("the pocket for the black of {b}"),
    "next.player": N_("who plays next"),
    "next.from": N_("where the next shot is played from"),
    "next": N_("whether play goes on"),
}


def verdict(code: str) -> str:
    """A verdict, or that there is none yet."""
    return _(VERDICT_TEXTS[code]) if code in VERDICT_TEXTS else pgettext("verdict", "not replayed yet")


def badge(code: str) -> Html:
    """A verdict as a badge: in words, with a mark, and only then in colour."""
    return tag("span", tag("b", _MARKS[code], aria_hidden="true"), f" {verdict(code)}", class_=f"o-badge o-{code}")


def score(a: int | None, b: int | None) -> str:
    """A score as `3 : 2`; a dash where it is not known."""
    return NOTHING if a is None or b is None else f"{number(a)} : {number(b)}"


def round_name(text: str | None) -> str | None:
    """A round: its name, or its number with the word."""
    return _("round {number}").format(number=text) if text and text.isdecimal() else text


def phase(code: str) -> str:
    """The phase a shot was played in."""
    return _(_PHASES[code])


def pocket(code: str) -> str:
    """A pocket by its place, as seen from the head end."""
    return _(_POCKETS[code])


def group(code: str) -> str:
    """A group of balls."""
    return _(_GROUPS[code])


def break_rule(code: str) -> str:
    """Who breaks, as article 4 lets an organiser choose."""
    return _(_BREAK_RULES[code])


def open_values(names: list[str], a: str, b: str) -> str:
    """Values that the log leaves open, each once, in words."""
    return ", ".join(dict.fromkeys(_(_OPEN[name]).format(a=a, b=b) for name in names))


def article(number_: str) -> str:
    """An article of the rules by its number; the general rules of the WPA have none here."""
    return "WPA" if number_ == "WPA" else _("art. {article}").format(article=number_)


def names(a: str, b: str) -> Html:
    """The two players of a match, A first."""
    return join((a, b), " – ")
