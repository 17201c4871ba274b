"""The bottom of a match's page: every rack, shot by shot. What was seen, called and ruled never share a column."""

from typing import Any

from analytics.match import Head, MatchDetail
from dashboard import shots
from dashboard.markup import Column, Content, Html, Row, html, join, lines, small, table, tag
from dashboard.match_header import name_of
from dashboard.match_racks import claim, rack_id, score_after, shot_id, winner
from dashboard.match_rulings import ruled
from dashboard.words import article, badge, group, phase, pocket
from replay.phrases import VIOLATION_OF, reason_text, violation_text
from wording import _, number

Values = dict[str, Any]
Parted = dict[tuple[int | None, int | None], list[Values]]
"""The discrepancies by rack and shot."""


def racks(detail: MatchDetail) -> Html:
    """Every rack as a part that opens; those that ask for attention (else the first) are open from the start."""
    rows = detail.racks.to_dicts()
    asking = set(detail.discrepancies["rack"]) | set(detail.turns_on["rack"])
    asking |= {row["rack"] for row in rows if row["verdict"] == "contradicted"}
    is_open = asking or {row["rack"] for row in rows[:1]}
    shots_of = detail.shots.rows_by_key("rack", named=True, include_key=True)
    parted = detail.discrepancies.rows_by_key(["rack", "shot"], named=True, include_key=True)
    return join(
        _rack(row, shots_of.get(row["rack"], []), parted, detail.head, is_open=row["rack"] in is_open) for row in rows
    )


def _rack(rack: Values, rows: list[Values], parted: Parted, head: Head, *, is_open: bool) -> Html:
    told = " · ".join(
        (
            _("broken by {player}").format(player=name_of(head, rack["breaker"])),
            _("winner: {player}").format(player=winner(rack, head)),
            _("claimed: {player}").format(player=claim(rack, head)),
        )
    )
    mark = badge(rack["verdict"]) if rack["verdict"] else None
    title = tag("summary", _("Rack {rack}").format(rack=rack["rack"]), small(told), " ", mark)
    body: list[Content] = [tag("p", small(_("note: {note}").format(note=rack["note"])))] if rack["note"] else []
    if rows:
        caption = _("Shots of rack {rack}").format(rack=rack["rack"])
        before: list[Values | None] = [None, *rows[:-1]]
        pairs = zip(rows, before, strict=True)
        told_of = (_shot(row, last, parted.get((row["rack"], row["shot"]), []), head) for row, last in pairs)
        body.append(table(caption, columns(head), told_of))
    else:
        body.append(tag("p", _("The shots of this rack were not recorded.")))
    why = reason_text(rack["reason"])
    reason = _("Reason: {reason}.").format(reason=why) if why else None
    body.append(tag("p", small(join((reason, " ", _("Score after: "), score_after(rack, ", "))))))
    return tag("details", title, *body, id=rack_id(rack["rack"]), class_="o-rack", open="" if is_open else None)


def columns(head: Head) -> tuple[Column, ...]:
    """The headings. Where the log records no calls there is no column for them."""
    called = Column(_("Called"), help=_("What the log says was pointed out before play went on."))
    return (
        Column(_("Shot"), "o-keep o-main"),
        Column(_("Player"), "o-wide"),
        Column(_("Seen"), "o-seen", help=_("What the log says happened.")),
        *((called,) if head.calls_recorded else ()),
        Column(_("Ruled"), help=_("What the rules make of it.")),
        Column(_("After the shot"), "o-wide"),
        Column(_("Line"), "o-num"),
    )


def _shot(row: Values, before: Values | None, parted: list[Values], head: Head) -> Row:
    return Row(
        (
            lines((str(row["shot"]), small(shots.time(row["time"])))),
            lines((name_of(head, row["player"]), small(_phase(row)))),
            _seen(row, head),
            *((_called(row),) if head.calls_recorded else ()),
            ruled(row, parted, head),
            _after(row, before, head),
            small(str(row["line"]) if row["line"] is not None else None),
        ),
        id=shot_id(row["rack"], row["shot"]),
        kind="o-aside" if row["judged"] is False else None,
    )


def _phase(row: Values) -> str:
    start = {"start": _("from the start position"), "break": None, "lies": None}.get(row["from"])
    return ", ".join(part for part in (phase(row["phase"]) if row["phase"] else None, start) if part)


def _seen(row: Values, head: Head) -> Html:
    # A long way may be broken after an arrow, never within a number.
    way = Html(html(shots.path(row["path"])).replace("→", "→<wbr>"))
    written = tag("span", way, title=row["path"], class_="o-way")
    codes = [violation_text(code) for code in (row["seen"] or "").replace(",", " ").split()]
    aside = "; ".join(part for part in (shots.intent(row["intent"]), shots.view(row["view"])) if part)
    chosen = shots.choices(row["choice"], head.a_name, head.b_name)
    note = _("note: {note}").format(note=row["note"]) if row["note"] else None
    return lines(
        (written, *(tag("b", text) for text in shots.result(row["result"])), *codes, *chosen, small(aside), small(note))
    )


def _called(row: Values) -> Html:
    return lines(
        violation_text(code)
        if code == "foul"
        else join((violation_text(code), small(article(VIOLATION_OF[code].article))), " ")
        for code in row["called"]
    )


def _after(row: Values, before: Values | None, head: Head) -> Html:
    """The state after the shot: foul counts always, groups and pockets for the black where they have just changed."""
    if not row["judged"]:
        return join(())
    told: list[Content] = []
    if row["group_a"] and (before is None or before["group_a"] != row["group_a"]):
        told.append(_("{player}: {group}").format(player=head.a_name, group=group(row["group_a"])))
        told.append(_("{player}: {group}").format(player=head.b_name, group=group(row["group_b"])))
    for side in ("a", "b"):
        place = row[f"black_pocket_{side}"]
        if place and not row["decides"] and (before is None or before[f"black_pocket_{side}"] != place):
            name = name_of(head, side.upper())
            told.append(_("pocket for the black of {player}: {pocket}").format(player=name, pocket=pocket(place)))
    if row["next_from"] == "start":
        told.append(_("cue ball to the start position"))
    if row["fouls_a"] or row["fouls_b"]:
        counts = " : ".join(number(row[f"fouls_{side}"]) for side in ("a", "b"))
        told.append(small(_("fouls in a row: {counts}").format(counts=counts)))
    return lines(told)
