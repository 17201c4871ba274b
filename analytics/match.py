"""One match: what was claimed, what the replay derives, and every rack and shot behind it."""

import datetime as dt
from dataclasses import dataclass, fields
from typing import Final

import polars as pl

from analytics.frames import DISCREPANCY_ROWS, RACK_ROWS, SHOT_ROWS, TURNS_ON_ROWS
from analytics.warehouse import Warehouse

_HEAD: Final = "SELECT * FROM match_facts WHERE match = $match"

_RACKS: Final = """
SELECT r.* EXCLUDE (reason), v.winner, v.verdict, v.scores, v.reason, r.result AS claimed,
       (SELECT count(*) FROM shots s WHERE s.match = r.match AND s.rack = r.rack) AS shots,
       count(*) FILTER (v.winner = 'A' AND v.scores) OVER so_far AS wins_a,
       count(*) FILTER (v.winner = 'B' AND v.scores) OVER so_far AS wins_b,
       count(*) FILTER (v.winner IS NULL AND v.scores IS NOT false) OVER so_far AS open_racks
FROM racks r
JOIN match_facts m ON m.match = r.match
LEFT JOIN verdict_racks v ON v.match = r.match AND v.rack = r.rack AND m.replayed
WHERE r.match = $match
WINDOW so_far AS (ORDER BY r.rack)
ORDER BY r.rack
"""

_SHOTS: Final = """
SELECT s.*, v.* EXCLUDE (match, rack, shot, player, observed, called, effective),
       CASE WHEN v.observed IS NOT NULL THEN codes(v.observed) END AS observed,
       codes(s.called_codes) AS called,
       CASE WHEN v.effective IS NOT NULL THEN codes(v.effective) END AS effective
FROM (SELECT * EXCLUDE (called) FROM shots WHERE match = $match) s
JOIN match_facts m ON m.match = s.match
LEFT JOIN verdict_shots v ON v.match = s.match AND v.rack = s.rack AND v.shot = s.shot AND m.replayed
ORDER BY s.rack, s.shot
"""

_DISCREPANCIES: Final = """
SELECT d.*, coalesce(s.line, r.line) AS line
FROM verdict_discrepancies d
JOIN match_facts m ON m.match = d.match AND m.replayed
LEFT JOIN racks r ON r.match = d.match AND r.rack = d.rack
LEFT JOIN shots s ON s.match = d.match AND s.rack = d.rack AND s.shot = d.shot
WHERE d.match = $match
ORDER BY d.rack NULLS FIRST, d.shot NULLS FIRST
"""

_TURNS_ON: Final = """
SELECT t.* FROM verdict_turns_on t JOIN match_facts m ON m.match = t.match AND m.replayed
WHERE t.match = $match ORDER BY rack, shot NULLS FIRST
"""


@dataclass(frozen=True)
class Head:
    """The header of a match, its claims, and its verdict (`filters.PENDING` where it was not replayed).

    `file`, `sheet` and `line` say where it was read; `source` and `content` are the SHA-256 of file and match.
    """

    match: str
    date: dt.date
    season: str
    competition: str | None
    round: str | None
    fixture: str | None
    venue: str | None
    table: str | None
    a: str
    b: str
    a_name: str
    b_name: str
    a_club: str | None
    b_club: str | None
    referee_name: str | None
    race_to: int
    break_rule: str
    rules: str
    calls_recorded: bool
    status: str
    claimed_a: int | None
    claimed_b: int | None
    claimed_winner: str | None
    score_a: int | None
    score_b: int | None
    winner: str | None
    verdict: str
    engine: str | None
    rack_count: int
    shot_count: int
    source: str
    content: str
    file: str
    sheet: str | None
    line: int | None


@dataclass(frozen=True)
class MatchDetail:
    """A match and what belongs to it. Columns of the frames, in order: `RACK_ROWS`, `SHOT_ROWS`, `DISCREPANCY_ROWS`,
    `TURNS_ON_ROWS` of `analytics.frames`.
    """

    head: Head
    racks: pl.DataFrame
    shots: pl.DataFrame
    discrepancies: pl.DataFrame
    turns_on: pl.DataFrame


def match_detail(warehouse: Warehouse, match: str) -> MatchDetail | None:
    """Everything known of a match, or None where the store holds no match of that id."""
    chosen = {"match": match}
    found = warehouse.query(_HEAD, chosen, _HEAD_COLUMNS)
    if found.is_empty():
        return None
    return MatchDetail(
        head=Head(**found.row(0, named=True)),
        racks=warehouse.query(_RACKS, chosen, RACK_ROWS),
        shots=warehouse.query(_SHOTS, chosen, SHOT_ROWS),
        discrepancies=warehouse.query(_DISCREPANCIES, chosen, DISCREPANCY_ROWS),
        turns_on=warehouse.query(_TURNS_ON, chosen, TURNS_ON_ROWS),
    )


_TYPES: Final = {"date": pl.Date, "calls_recorded": pl.Boolean}
_INTEGERS: Final = frozenset(
    {"race_to", "claimed_a", "claimed_b", "score_a", "score_b", "rack_count", "shot_count", "line"}
)
_HEAD_COLUMNS: Final = pl.Schema(
    {field.name: _TYPES.get(field.name, pl.Int32 if field.name in _INTEGERS else pl.String) for field in fields(Head)}
)
