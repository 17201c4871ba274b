"""What the rules make of a shot, in the cell of a table: each violation and whether it counts, and what follows."""

from collections.abc import Sequence
from typing import Any, Final

from analytics.match import Head
from dashboard.markup import Content, Html, join, lines, small, tag
from dashboard.match_header import name_of
from dashboard.match_racks import discrepancy
from dashboard.words import article, open_values
from replay.phrases import VIOLATION_OF, violation_text
from wording import _

Values = dict[str, Any]

_OF_A_VIOLATION: Final = frozenset({"not-called", "call-unsupported"})
"""Discrepancies that are told with their violation; the others stand on a line of their own."""


def ruled(row: Values, parted: Sequence[Values], head: Head) -> Html:
    """The ruling of a shot. `parted` are the discrepancies placed on it (`frames.DISCREPANCY_ROWS`)."""
    if row["judged"] is None:
        return small(_("not replayed yet"))
    told: list[Content] = [] if row["judged"] else [small(_("after the end of the rack, not judged"))]
    told += _violations(row, parted)
    told += [
        join((_mark(_("discrepancy"), "o-doubt"), " ", discrepancy(each, row, head)))
        for each in parted
        if each["code"] not in _OF_A_VIOLATION
    ]
    if row["decides"]:
        told.append(tag("b", _("{player} wins the rack").format(player=name_of(head, row["decides"]))))
    elif row["continues"]:
        told.append(_("plays on"))
    elif row["next_player"]:
        told.append(_("next: {player}").format(player=name_of(head, row["next_player"])))
    if row["open"]:
        told.append(small(_("open: {values}").format(values=open_values(row["open"], head.a_name, head.b_name))))
    return lines(told)


def _violations(row: Values, parted: Sequence[Values]) -> list[Content]:
    """Every violation seen, counted or reported, in the order of the table of violations."""
    reported = {code: {each["violation"] for each in parted if each["code"] == code} for code in _OF_A_VIOLATION}
    effective = set(row["effective"] or ())
    codes = effective | set(row["observed"] or ()) | reported["not-called"]
    return [
        _violation(
            code,
            counts=None if row["effective"] is None and code not in reported["not-called"] else code in effective,
            supported=code not in reported["call-unsupported"],
        )
        for code in VIOLATION_OF
        if code in codes
    ]


def _violation(code: str, *, counts: bool | None, supported: bool) -> Html:
    """A violation with its article; `counts` None: that is open."""
    if counts is None:
        mark = _mark(_("perhaps"), "o-doubt")
    elif not counts:
        mark = _mark(_("not called, does not count"), "o-aside")
    else:
        mark = _mark(_("loss of rack") if VIOLATION_OF[code].kind == "loss" else _("foul"), "o-counts")
    doubt = None if supported else small(_("called; the facts do not show it"))
    return join((mark, violation_text(code), small(article(VIOLATION_OF[code].article)), doubt), " ")


def _mark(word: str, kind: str) -> Html:
    return tag("span", word, class_=f"o-badge {kind}")
