"""From the canonical tables to the records that the rules look at, for one match at a time."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from ingest.schema import FACTS
from ingest.vocabulary import PLAYERS
from replay.match import Header
from replay.rack import RackLog
from replay.records import NOBODY, Shot
from replay.worlds import CONCESSION, FORFEIT, NO_CLAIM, PLAIN, REPLAY, Ending


class MatchLog(NamedTuple):
    """A match as the log has it, with where it was read."""

    match: str
    ruleset: str
    calls_recorded: bool
    header: Header
    racks: list[RackLog]
    source: dict[str, Any]  # file, sheet, line, sha256, content


def player(name: str | None) -> int | None:
    """The number of a player: 0 for A, 1 for B."""
    return None if name is None else PLAYERS.index(name)


def ending(result: str | None, reason: str | None) -> Ending:
    """The end of a rack as its result line has it (`log-format.md`)."""
    if result is None:
        return Ending(NO_CLAIM, NOBODY)
    if result == "replay":
        return Ending(REPLAY, NOBODY)
    kind = {None: PLAIN, "concession": CONCESSION, "forfeit": FORFEIT}[reason]
    return Ending(kind, PLAYERS.index(result))


def header(row: dict[str, Any]) -> Header:
    """The header of a match from its row in the table `matches`."""
    claimed = None if row["claimed_a"] is None else (row["claimed_a"], row["claimed_b"])
    return Header(row["race_to"], row["break_rule"], row["status"], claimed, player(row["claimed_winner"]))


def match_logs(matches: pl.DataFrame, racks: pl.DataFrame, shots: pl.DataFrame) -> Iterator[MatchLog]:
    """The matches in the order of the table `matches`, each with its racks and shots in order."""
    shots_of: dict[tuple[str, int], list[Shot]] = {}
    ordered = shots.sort("match", "rack", "shot", maintain_order=True)
    for match, rack, *facts in ordered.select("match", "rack", *FACTS).iter_rows():
        shots_of.setdefault((match, rack), []).append(Shot(*facts))
    racks_of: dict[str, list[RackLog]] = {}
    for row in racks.sort("match", "rack").iter_rows(named=True):
        log = RackLog(
            row["rack"],
            PLAYERS.index(row["breaker"]),
            ending(row["result"], row["reason"]),
            shots_of.get((row["match"], row["rack"]), []),
        )
        racks_of.setdefault(row["match"], []).append(log)
    for row in matches.iter_rows(named=True):
        source = {"file": row["file"], "sheet": row["sheet"], "line": row["line"]}
        source |= {"sha256": row["source"], "content": row["content"]}
        yield MatchLog(
            row["match"], row["rules"], row["calls_recorded"], header(row), racks_of.get(row["match"], []), source
        )
