"""The top of a match's page: who, where and when; what was claimed and what follows; the verdict in a sentence."""

import re

from analytics.filters import PENDING
from analytics.match import Head, MatchDetail
from dashboard.markup import Column, Content, Html, Row, html, join, lines, small, table, tag
from dashboard.words import badge, break_rule, round_name, score, verdict
from wording import NOTHING, _, date_text, ngettext, number


def name_of(head: Head, side: str | None) -> str | None:
    """The player on a side, by name."""
    return {"A": head.a_name, "B": head.b_name}.get(side or "")


def subtitle(head: Head) -> str:
    """Competition, round, day and place."""
    place = (
        head.venue
        if head.table is None
        else _("{venue}, table {table}").format(venue=head.venue or NOTHING, table=head.table)
    )
    return " · ".join(part for part in (head.competition, round_name(head.round), date_text(head.date), place) if part)


def sentence(head: Head, open_facts: int) -> str:
    """The verdict in a sentence."""
    derived = score(head.score_a, head.score_b)
    winner = name_of(head, head.winner)
    if head.verdict == PENDING:
        return _("This match has not been replayed yet, or its log was revised since. Run: osmica replay")
    if head.status == "forfeit":
        return _("A walkover: the result stands as it was claimed, there is nothing to replay.")
    if head.verdict == "confirmed":
        return _("The log bears out the claimed result.")
    if head.verdict == "contradicted":
        if winner is None:
            return _("The log contradicts the claimed result: by the rules nobody has won yet, at {score}.").format(
                score=derived
            )
        return _("The log contradicts the claimed result: by the rules it was {score}, won by {winner}.").format(
            score=derived, winner=winner
        )
    if head.verdict == "undetermined":
        if not open_facts:
            return _("The log does not settle the result: it ends before the match does.")
        turns = ngettext(
            "The log does not settle the result: it turns on {n} fact that was not recorded.",
            "The log does not settle the result: it turns on {n} facts that were not recorded.",
            open_facts,
        )
        return turns.format(n=number(open_facts))
    if winner is None:
        return _("Nobody claimed a result, and the log names no winner.")
    return _("Nobody claimed a result. By the rules it was {score}, won by {winner}.").format(
        score=derived, winner=winner
    )


def verdict_box(detail: MatchDetail) -> Html:
    """The verdict as a badge and a sentence."""
    head = detail.head
    said = sentence(head, detail.turns_on.height)
    return tag(
        "div", badge(head.verdict), " ", said, class_=f"o-verdict o-{head.verdict}", aria_label=verdict(head.verdict)
    )


def claims(head: Head) -> Html:
    """What was claimed beside what follows from the shots."""
    rows = (
        Row((_("Claimed in the log's header"), *_side(head, head.claimed_a, head.claimed_b, head.claimed_winner))),
        Row((_("By the shots and the rules"), *_side(head, head.score_a, head.score_b, head.winner))),
    )
    columns = (Column("", "o-main"), Column(_("Score"), "o-keep"), Column(_("Winner")))
    return table(_("Claims against the derived result"), columns, rows)


def facts(head: Head) -> Html:
    """Everything else that the header says, and where the log is."""
    calls = _("recorded in the log") if head.calls_recorded else _("not recorded: every violation seen counts")
    source = lines(
        (
            place(head.file, head.sheet, head.line),
            small(join((_("SHA-256 of the file: "), tag("code", head.source[:16] + "…", title=head.source)))),
        )
    )
    told: tuple[tuple[str, Content], ...] = (
        (_("Match"), head.match),
        (_("Race to"), number(head.race_to)),
        (_("Break order"), break_rule(head.break_rule)),
        (_("Calls"), calls),
        (_("Referee"), head.referee_name),
        (_("Ruleset"), head.rules),
        (_("Log"), source),
    )
    return tag("dl", *(join((tag("dt", name), tag("dd", value))) for name, value in told if value), class_="o-facts")


def place(file: str, sheet: str | None, line: int | None) -> Html:
    """A place in a source file, by the file's own name; its whole path shows on pointing at it."""
    name = re.split(r"[/\\]", file)[-1]
    parts = [tag("span", name, title=file)]
    if sheet:
        parts.append(html(_("sheet {sheet}").format(sheet=sheet)))
    if line is not None:
        parts.append(html(_("line {line}").format(line=line)))
    return join(parts, ", ")


def _side(head: Head, a: int | None, b: int | None, winner: str | None) -> tuple[str, str]:
    return score(a, b), name_of(head, winner) or NOTHING
