"""What a page or a report is narrowed to, and the SQL condition that says so."""

from dataclasses import dataclass
from typing import Final

PENDING: Final = "pending"
"""Stands for a match that was read but not yet replayed, where a verdict would stand."""


@dataclass(frozen=True)
class Filters:
    """Which matches count. An empty tuple means all. `players` holds keys of persons, `verdicts` may hold `PENDING`."""

    seasons: tuple[str, ...] = ()
    competitions: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()

    def where(self, *, of_person: bool = False) -> tuple[str, dict[str, object]]:
        """A condition over the columns of `match_facts`, and its parameters.

        With `of_person` the rows belong to one player each (column `person`), and only the chosen ones stay; otherwise
        a match stays when one of its two sides was chosen.
        """
        player = "list_contains($players, person)" if of_person else "list_has_any($players, [a, b])"
        wanted = {
            "seasons": (self.seasons, "list_contains($seasons, season)"),
            "competitions": (self.competitions, "list_contains($competitions, coalesce(competition, ''))"),
            "players": (self.players, player),
            "verdicts": (self.verdicts, "list_contains($verdicts, verdict)"),
        }
        used = {name: condition for name, (values, condition) in wanted.items() if values}
        return " AND ".join(used.values()) or "true", {name: list(wanted[name][0]) for name in used}
