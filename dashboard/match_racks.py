"""The middle of a match's page: the score as it developed, the discrepancies, the open facts."""

from typing import Any

import polars as pl

from analytics.match import Head, MatchDetail
from dashboard import shots
from dashboard.markup import Column, Content, Html, Row, anchor, join, lines, small, table, tag
from dashboard.match_header import name_of
from dashboard.words import article, badge
from replay.phrases import (
    DISCREPANCY_ARTICLES,
    DISCREPANCY_TEXTS,
    FACT_TEXTS,
    VIOLATION_OF,
    reason_text,
    violation_text,
)
from wording import NOTHING, _, ngettext, number

Values = dict[str, Any]


def rack_id(rack: int) -> str:
    """The target of links to a rack."""
    return f"rack-{rack}"


def shot_id(rack: int, shot: int) -> str:
    """The target of links to a shot."""
    return f"shot-{rack}-{shot}"


def where(rack: int | None, shot: int | None) -> Html:
    """A rack or a shot, as a link to it on the page; the whole match where there is none."""
    if rack is None:
        return tag("span", _("the whole match"))
    if shot is None:
        return anchor(f"#{rack_id(rack)}", _("rack {rack}").format(rack=rack))
    return anchor(f"#{shot_id(rack, shot)}", _("rack {rack}, shot {shot}").format(rack=rack, shot=shot))


def progress(detail: MatchDetail) -> Html:
    """Rack by rack: who broke, who won and why, what was claimed, the score after it."""
    columns = (
        Column(_("Rack"), "o-main"),
        Column(_("Broke")),
        Column(_("Won by the rules")),
        Column(_("Why")),
        Column(_("Claimed")),
        Column(_("Score after"), "o-keep"),
        Column(_("Verdict")),
        Column(_("Shots"), "o-num"),
    )
    return table(_("The score as it developed"), columns, (_rack(row, detail.head) for row in detail.racks.to_dicts()))


def _rack(row: Values, head: Head) -> Row:
    aside = row["scores"] is False
    return Row(
        (
            anchor(f"#{rack_id(row['rack'])}", str(row["rack"])),
            name_of(head, row["breaker"]),
            winner(row, head),
            reason_text(row["reason"]),
            claim(row, head),
            score_after(row),
            badge(row["verdict"]) if row["verdict"] else NOTHING,
            number(row["shots"]),
        ),
        kind="o-aside" if aside else None,
    )


def winner(row: Values, head: Head) -> str:
    """Who won a rack by the rules, or that it is open."""
    if row["verdict"] is None:
        return NOTHING
    if row["reason"] == "stalemate":
        return _("nobody")
    return name_of(head, row["winner"]) or _("open")


def claim(row: Values, head: Head) -> str:
    """Who won a rack by its result line."""
    if row["claimed"] == "replay":
        return _("to be played again")
    return name_of(head, row["claimed"]) or NOTHING


def score_after(row: Values, between: str | None = None) -> Html:
    """The score after a rack, with the racks still open; each on a line of its own unless `between` joins them."""
    told: list[Content] = [f"{number(row['wins_a'])} : {number(row['wins_b'])}"]
    if row["open_racks"]:
        still = ngettext("+ {n} open", "+ {n} open", row["open_racks"])
        told.append(small(still.format(n=number(row["open_racks"]))))
    if row["scores"] is False:
        told.append(small(_("does not score")))
    return lines(told) if between is None else join(told, between)


def discrepancies(detail: MatchDetail) -> Html:
    """Where the log and the rules part, each with its article in our own words, and its line in the source."""
    written = {(row["rack"], row["shot"]): row for row in detail.shots.to_dicts()}
    columns = (
        Column(_("Where"), "o-keep o-main"),
        Column(_("What")),
        Column(_("Article"), "o-keep"),
        Column(_("Line"), "o-num"),
    )
    rows = (
        Row(
            (
                where(row["rack"], row["shot"]),
                discrepancy(row, written.get((row["rack"], row["shot"])), detail.head),
                _article(row),
                str(row["line"]) if row["line"] is not None else "",
            )
        )
        for row in detail.discrepancies.to_dicts()
    )
    return table(_("Discrepancies"), columns, rows)


def discrepancy(row: Values, shot: Values | None, head: Head) -> str:
    """A discrepancy in a sentence. An illegal choice is quoted from the shot on which it was written."""
    what = str(row["ball"] or "")
    if row["code"] == "illegal-choice":
        what = "; ".join(shots.choices(shot["choice"] if shot else None, head.a_name, head.b_name))
    violation = violation_text(row["violation"]) if row["violation"] else ""
    return _(DISCREPANCY_TEXTS[row["code"]]).format(what=what, violation=violation)


def _article(row: Values) -> str:
    own = DISCREPANCY_ARTICLES[row["code"]]
    if not row["violation"]:
        return article(own)
    return f"{article(VIOLATION_OF[row['violation']].article)}; {article(own)}"


def turns_on(rows: pl.DataFrame) -> Html:
    """The facts that nobody recorded and on which the winner turns."""
    told = (tag("li", where(row["rack"], row["shot"]), ": ", _(FACT_TEXTS[row["fact"]])) for row in rows.to_dicts())
    return tag("ul", *told, class_="o-links")
