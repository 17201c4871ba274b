"""The verdicts of a store in a few lines for a terminal: how many of each, and why the others do not stand."""

from collections.abc import Sequence
from typing import Any, Final

import polars as pl

from analytics.filters import PENDING
from analytics.frames import MATCH_ROWS
from analytics.matches import overview
from analytics.warehouse import Warehouse
from replay.phrases import FACT_TEXTS, VERDICT_TEXTS, detail, reason_text
from wording import N_, NOTHING, _, date_text, ngettext, number

LISTED: Final = 25
"""How many matches are named; the rest are only counted."""

_NAMES: Final = VERDICT_TEXTS | {PENDING: N_("not replayed yet")}

_DOUBTFUL: Final = """
SELECT m.*, 0 AS discrepancies FROM match_facts m WHERE verdict IN ('contradicted', 'undetermined')
ORDER BY verdict, date, match
"""

_RACKS: Final = """
SELECT v.match, v.rack, v.claimed, v.winner, v.reason, v.verdict
FROM verdict_racks v JOIN match_facts m ON m.match = v.match AND m.replayed
WHERE m.verdict IN ('contradicted', 'undetermined') AND v.verdict IN ('contradicted', 'undetermined')
ORDER BY v.match, v.rack
"""
_RACK_ROWS: Final = pl.Schema(
    {
        "match": pl.String,
        "rack": pl.Int32,
        "claimed": pl.String,
        "winner": pl.String,
        "reason": pl.String,
        "verdict": pl.String,
    }
)

_FACTS: Final = """
SELECT t.match, t.rack, t.shot, t.fact
FROM verdict_turns_on t JOIN match_facts m ON m.match = t.match AND m.replayed
ORDER BY t.match, t.rack, t.shot NULLS FIRST
"""
_FACT_ROWS: Final = pl.Schema({"match": pl.String, "rack": pl.Int32, "shot": pl.Int32, "fact": pl.String})


_WHOLE: Final = """
SELECT d.match, d.code FROM verdict_discrepancies d JOIN match_facts m ON m.match = d.match AND m.replayed
WHERE d.rack IS NULL ORDER BY d.match
"""
_WHOLE_ROWS: Final = pl.Schema({"match": pl.String, "code": pl.String})


def verdict_lines(warehouse: Warehouse) -> list[str]:
    """A line for each verdict with its number of matches, then each match that is contradicted or undetermined."""
    totals = overview(warehouse)
    heading = ngettext("Verdicts on {n} match:", "Verdicts on {n} matches:", totals.matches)
    width = max(len(_(name)) for name in _NAMES.values())
    lines = [heading.format(n=number(totals.matches))]
    lines += [
        f"  {_(_NAMES[verdict]):<{width}} {number(n):>6}"
        for verdict, n in totals.verdicts.items()
        if n or verdict != PENDING
    ]
    doubtful = warehouse.query(_DOUBTFUL, {}, MATCH_ROWS)
    racks = warehouse.query(_RACKS, {}, _RACK_ROWS).rows_by_key("match", named=True)
    facts = warehouse.query(_FACTS, {}, _FACT_ROWS).rows_by_key(("match", "rack"), named=True)
    whole = warehouse.query(_WHOLE, {}, _WHOLE_ROWS).rows_by_key("match")
    for row in doubtful.head(LISTED).iter_rows(named=True):
        match = row["match"]
        lines += ["", _match_line(row)]
        lines += [f"    {_rack_line(rack, facts.get((match, rack['rack']), []))}" for rack in racks.get(match, [])]
        if match not in racks:
            lines += [f"    {detail(code, None, 0)}" for (code,) in whole.get(match, [])]
    if (more := len(doubtful) - LISTED) > 0:
        rest = ngettext("… and {n} more match; see the dashboard.", "… and {n} more matches; see the dashboard.", more)
        lines += ["", rest.format(n=number(more))]
    return lines


def _match_line(row: dict[str, Any]) -> str:
    return _("{match}, {date}, {a} – {b}: {verdict}; claimed {claimed}, replayed {derived}").format(
        match=row["match"],
        date=date_text(row["date"]),
        a=row["a_name"],
        b=row["b_name"],
        verdict=_(_NAMES[row["verdict"]]),
        claimed=_score(row["claimed_a"], row["claimed_b"]),
        derived=_score(row["score_a"], row["score_b"]),
    )


def _score(a: int | None, b: int | None) -> str:
    return NOTHING if a is None else f"{a} : {b}"


def _rack_line(rack: dict[str, Any], facts: Sequence[dict[str, Any]]) -> str:
    claimed = rack["claimed"] or NOTHING
    if rack["winner"] is None:
        text = _("rack {rack}: claimed for {claimed}; the log leaves it open, it turns on {facts}")
        return text.format(rack=rack["rack"], claimed=claimed, facts=_facts_text(facts))
    text = _("rack {rack}: claimed for {claimed}; by the replay {winner} wins it: {why}")
    return text.format(rack=rack["rack"], claimed=claimed, winner=rack["winner"], why=reason_text(rack["reason"]))


def _facts_text(facts: Sequence[dict[str, Any]]) -> str:
    """`shot 7 (view), shot 9 (path)`, or what is missing of the rack as a whole."""
    if not facts:
        return NOTHING
    return ", ".join(
        _(FACT_TEXTS[fact["fact"]])
        if fact["shot"] is None
        else _("shot {shot} ({fact})").format(shot=fact["shot"], fact=_(FACT_TEXTS[fact["fact"]]))
        for fact in facts
    )
