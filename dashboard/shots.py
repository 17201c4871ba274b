"""The cells of a shot in readable words: what the log says was seen. Nothing is judged here."""

import re
from itertools import groupby
from typing import Final

from dashboard.words import pocket
from wording import N_, _, ngettext

_BALL: Final = re.compile(r"(c|\d+)(\^|~|\?|[HSF][LR])")
_VIEWS: Final = {"v": N_("a legal ball was in view"), "h": N_("no legal ball was in view")}
_INTENTS: Final = {"pot": N_("tried to pot"), "safety": N_("safety"), "kick": N_("kick")}
_CHOICES: Final = {
    "solids": N_("takes the solids"),
    "stripes": N_("takes the stripes"),
    "repeat": N_("asks for the shot again"),
    "accept": N_("plays on from here"),
    "take": N_("takes the ball that was hit off the table"),
    "leave": N_("leaves the ball that was hit where it is"),
    "down": N_("leaves the balls that left the table off it"),
}


def path(text: str | None) -> str:
    """What the cue ball did, in order: `| 1+9 - - ...` is `centre line, 1→9, 2 cushions, …`."""
    if text is None or text == "?":
        return _("path not recorded")
    if text == ".":
        return _("touched nothing")
    return ", ".join(_leg(token, len(list(same))) for token, same in groupby(text.split()))


def _leg(token: str, times: int) -> str:
    if token == "|":
        return _("centre line")
    if token == "-":
        return ngettext("cushion", "{n} cushions", times).format(n=times)
    if token == "_":
        return _("cushion at the pocket")
    if token == "...":
        return _("… (the rest was not recorded)")
    return ", ".join([token.replace("+", "→")] * times)


def result(text: str | None) -> list[str]:
    """What fell and what left the table, in order, a phrase for each kind; nothing where nothing did."""
    if text is None:
        return []
    if text == "?":
        return [_("what fell was not recorded")]
    parts: dict[str, list[str]] = {"fell": [], "off": [], "back": []}
    for ball, where in _BALL.findall(text):
        name = _("cue ball") if ball == "c" else ball
        kind = {"^": "off", "~": "back"}.get(where, "fell")
        parts[kind].append(f"{name} ({pocket(where)})" if kind == "fell" else name)
    wordings = {
        "fell": _("pocketed: {balls}"),
        "off": _("off the table: {balls}"),
        "back": _("left the table and came back: {balls}"),
    }
    return [wordings[kind].format(balls=", ".join(balls)) for kind, balls in parts.items() if balls]


def time(text: str | None) -> str | None:
    """When the shot was played: the time of day where the log has day and time."""
    return text.split("T")[-1] if text else None


def view(code: str | None) -> str | None:
    """Whether a legal ball could be seen."""
    return _(_VIEWS[code]) if code else None


def intent(code: str | None) -> str | None:
    """What the shooter tried."""
    return _(_INTENTS[code]) if code else None


def choices(text: str | None, a: str, b: str) -> list[str]:
    """What was chosen after the shot, a phrase for each choice. Who chose it is the rules' matter, not the log's."""
    return [_choice(token, a, b) for token in re.split(r"\s+|,(?!\d)", text or "") if token]


def _choice(token: str, a: str, b: str) -> str:
    name, _colon, rest = token.partition(":")
    if name == "pocket":
        side, _colon, place = rest.partition(":")
        return _("pocket for the black of {player}: {pocket}").format(
            player=a if side == "A" else b, pocket=pocket(place)
        )
    if name == "back":
        return _("put back on the table: {balls}").format(balls=rest.replace(",", ", "))
    if rest:
        return _("takes ball {ball} off the table").format(ball=rest)
    return _(_CHOICES[name])
