"""The matches of a store with their verdicts, and what there is to choose from."""

from dataclasses import dataclass
from typing import Final

import polars as pl

from analytics.filters import PENDING, Filters
from analytics.frames import MATCH_ROWS
from analytics.warehouse import Warehouse

VERDICTS: Final = ("contradicted", "undetermined", "unclaimed", "confirmed", PENDING)
"""In the order in which they ask for attention."""

_MATCHES: Final = """
SELECT m.*, coalesce(d.n, 0) AS discrepancies
FROM (SELECT * FROM match_facts WHERE {where} ORDER BY date DESC, match DESC LIMIT $limit OFFSET $offset) m
LEFT JOIN (SELECT match, count(*) AS n FROM verdict_discrepancies GROUP BY match) d
       ON d.match = m.match AND m.replayed
ORDER BY m.date DESC, m.match DESC
"""

_COUNTS: Final = """
SELECT verdict, count(*) AS matches, sum(rack_count) AS racks, sum(shot_count) AS shots
FROM match_facts WHERE {where} GROUP BY verdict
"""

_PLAYERS: Final = """
SELECT p.* FROM persons p
WHERE p.person IN (SELECT a FROM matches UNION SELECT b FROM matches)
ORDER BY p.name COLLATE sl, p.club COLLATE sl, p.person
"""


@dataclass(frozen=True)
class Overview:
    """What the chosen part of the store holds. `verdicts` maps each of `VERDICTS` to its number of matches."""

    version: int
    matches: int
    racks: int
    shots: int
    verdicts: dict[str, int]


@dataclass(frozen=True)
class Person:
    """A player: key, id where there is one, name and club."""

    person: str
    id: str | None
    name: str
    club: str | None


@dataclass(frozen=True)
class Choices:
    """What the filters offer: newest season first, competitions and players as Slovene sorts them.

    A competition is "" where a match names none.
    """

    seasons: tuple[str, ...]
    competitions: tuple[str, ...]
    players: tuple[Person, ...]


def matches(
    warehouse: Warehouse, filters: Filters | None = None, *, limit: int = 1_000_000, offset: int = 0
) -> pl.DataFrame:
    """The matches, newest first. Columns: `frames.MATCH_ROWS`."""
    where, parameters = (filters or Filters()).where()
    parameters |= {"limit": limit, "offset": offset}
    return warehouse.query(_MATCHES.format(where=where), parameters, MATCH_ROWS)


def overview(warehouse: Warehouse, filters: Filters | None = None) -> Overview:
    """Totals over the chosen matches."""
    where, parameters = (filters or Filters()).where()
    columns = pl.Schema({"verdict": pl.String, "matches": pl.Int64, "racks": pl.Int64, "shots": pl.Int64})
    rows = warehouse.query(_COUNTS.format(where=where), parameters, columns)
    found = dict(zip(rows["verdict"], rows["matches"], strict=True))
    return Overview(
        version=warehouse.version,
        matches=int(rows["matches"].sum()),
        racks=int(rows["racks"].sum()),
        shots=int(rows["shots"].sum()),
        verdicts={verdict: found.get(verdict, 0) for verdict in VERDICTS},
    )


def choices(warehouse: Warehouse) -> Choices:
    """Seasons, competitions and players of the store."""
    word = pl.Schema({"word": pl.String})
    seasons = "SELECT DISTINCT season AS word FROM matches ORDER BY word DESC"
    competitions = "SELECT DISTINCT coalesce(competition, '') AS word FROM matches ORDER BY word COLLATE sl"
    person = pl.Schema({"person": pl.String, "id": pl.String, "name": pl.String, "club": pl.String})
    return Choices(
        seasons=tuple(warehouse.query(seasons, {}, word)["word"]),
        competitions=tuple(warehouse.query(competitions, {}, word)["word"]),
        players=tuple(Person(*row) for row in warehouse.query(_PLAYERS, {}, person).rows()),
    )
