"""A league small enough to count by hand, as the Parquet files of a store.

Three players; Ana and Črt of BK Ilirija, Žiga of BD Direkt. Only the columns that the figures read are set, the others
hold zero or null. The rows are written as a replay would write them, but by hand: no rule is run here.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Any

import polars as pl

from analytics.warehouse import TABLES
from ingest.vocabulary import CUE_POCKETED
from replay.violations import BIT

ANA, CRT, ZIGA = "BZS-1", "BZS-2", "BZS-3"
PERSONS = (
    (ANA, ANA, "Ana Žnidar", "BK Ilirija"),
    (CRT, CRT, "Črt Šuštar", "BK Ilirija"),
    (ZIGA, ZIGA, "Žiga Cokl", "BD Direkt"),
)


@dataclass
class SmallStore:
    """Rows of every table while a store is written, then its files. Implements `analytics.Snapshot`."""

    folder: Path
    version: int = 7
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {name: [] for name in TABLES})

    def match(self, match: str, a: str, b: str, claim: tuple[int, int, str] | None, **more: Any) -> None:
        claimed = dict(zip(("claimed_a", "claimed_b", "claimed_winner"), claim or (None,) * 3, strict=True))
        row = {"match": match, "a": a, "b": b, **claimed, "season": "2026", "date": dt.date(2026, 1, 10), **more}
        default = {"race_to": 2, "break_rule": "loser", "rules": "bzs-2005", "calls_recorded": True, "status": "played"}
        default |= {"content": f"content of {match}", "source": "ab" * 32, "file": "liga.kos", "line": 1}
        self.rows["matches"].append(default | {"competition": "1. liga", "racks": 0, "shots": 0} | row)

    def verdict(self, match: str, verdict: str, score: tuple[int | None, int | None], winner: str | None) -> None:
        log = next(row for row in self.rows["matches"] if row["match"] == match)
        claims = {name: log.get(name) for name in ("claimed_a", "claimed_b", "claimed_winner", "status", "content")}
        row = {"match": match, "verdict": verdict, "score_a": score[0], "score_b": score[1], "winner": winner}
        self.rows["verdict_matches"].append({**claims, **row, "ruleset": "bzs-2005"})

    def rack(self, match: str, rack: int, breaker: str, winner: str | None, reason: str | None, **more: Any) -> None:
        claimed = more.pop("claimed", winner)
        log = {"match": match, "rack": rack, "breaker": breaker, "result": claimed, "line": 100 * rack}
        verdict = more.pop("verdict", "confirmed" if winner else "undetermined")
        ruled = {"match": match, "rack": rack, "breaker": breaker, "winner": winner, "reason": reason}
        self.rows["racks"].append(log)
        self.rows["verdict_racks"].append(ruled | {"claimed": claimed, "verdict": verdict, "scores": True} | more)
        next(row for row in self.rows["matches"] if row["match"] == match)["racks"] += 1

    def shot(
        self, match: str, rack: int, player: str, result: str = "", *, seen: Sequence[str] | None = (), **more: Any
    ) -> None:
        """The next shot of a rack. `seen` codes are what the replay observes (None = open), `ruled` what is effective
        (the same where not given), `called` what the log says was called.
        """
        shot = 1 + sum(row["match"] == match and row["rack"] == rack for row in self.rows["shots"])
        ruled, called = more.pop("ruled", seen), more.pop("called", ())
        balls = [int(token[:-2]) for token in result.split() if token[0].isdigit()]
        place = {"match": match, "rack": rack, "shot": shot}
        log = {"player": player, "path": "1 -", "result": result or None, "line": 100 * rack + shot}
        facts = {"result_known": int(result != "?"), "fell": sum(1 << ball for ball in balls)}
        facts |= {"cue": CUE_POCKETED if any(token[0] == "c" for token in result.split()) else 0}
        calls = {"called_codes": _mask(called), "called": " ".join(called) or None}
        verdict: dict[str, Any] = {
            "player": player,
            "observed": _mask(seen),
            "effective": _mask(ruled),
            "called": _mask(called),
        }
        verdict |= {"phase": "break" if shot == 1 else "groups", "judged": True, "open": []}
        self.rows["shots"].append({**place, **log, **facts, **calls, **{k: v for k, v in more.items() if k == "path"}})
        self.rows["verdict_shots"].append({**place, **verdict, **{k: v for k, v in more.items() if k != "path"}})
        next(row for row in self.rows["matches"] if row["match"] == match)["shots"] += 1

    def discrepancy(self, match: str, rack: int, shot: int | None, code: str, violation: str | None = None) -> None:
        row = {"match": match, "rack": rack, "shot": shot, "code": code, "violation": violation}
        self.rows["verdict_discrepancies"].append(row)

    def frame(self, table: str) -> pl.DataFrame:
        return frame(TABLES[table], self.rows[table])

    def files(self, table: str) -> list[str]:
        path = self.folder / f"{table}.parquet"
        if not path.exists() and self.rows[table]:
            self.frame(table).write_parquet(path)
        return [str(path)] if self.rows[table] else []

    def scan(self, table: str) -> pl.LazyFrame:
        return self.frame(table).lazy()


def frame(columns: pl.Schema, rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows as a frame of exactly these columns; integers of a log's facts that were not given are 0."""
    zero = {name: 0 for name, kind in columns.items() if kind in (pl.Int8, pl.Int64) and name != "ball"}
    return pl.DataFrame([{**dict.fromkeys(columns), **zero, **row} for row in rows], schema=columns, orient="row")


def small_league(folder: Path) -> SmallStore:
    """Five matches. Breaks and shots are counted by hand in the tests beside this file."""
    store = SmallStore(folder)
    keys = ("person", "id", "name", "club")
    store.rows["persons"] = [dict(zip(keys, person, strict=True)) for person in PERSONS]

    # M1, calls recorded. A = Ana, B = Črt. Rack 3 is a stalemate: it counts nowhere.
    store.match("M1", ANA, CRT, (2, 1, "A"), round="1", venue="BK Ilirija", referee=ZIGA)
    store.verdict("M1", "confirmed", (2, 1), "A")
    store.rack("M1", 1, "A", "A", "black")
    store.shot("M1", 1, "A", "5FL", path="| 1+9+5 -")
    store.shot("M1", 1, "B", seen=["missed"], called=["missed"])
    store.shot("M1", 1, "A", "8FL")
    store.rack("M1", 2, "B", "B", "black")
    store.shot("M1", 2, "B")
    store.shot("M1", 2, "A", seen=["missed"], ruled=[])
    store.shot("M1", 2, "B", "8FL")
    store.discrepancy("M1", 2, 2, "not-called", "missed")
    store.rack("M1", 3, "A", None, "stalemate", claimed="replay", verdict="unclaimed", scores=False)
    store.shot("M1", 3, "A", seen=["break-short"], called=["break-short"])
    store.rack("M1", 4, "A", "A", "black")
    store.shot("M1", 4, "A", seen=["break-short"], called=["break-short"])
    store.shot("M1", 4, "B", seen=["opponent-first", "ball-off"], called=["foul"])
    store.shot("M1", 4, "A", "8FL")

    # M2, calls not recorded. A = Črt, B = Žiga. One result and one ruling were not recorded; rack 3 came after the end.
    cup = {"competition": "Pokal", "date": dt.date(2026, 2, 10), "calls_recorded": False}
    store.match("M2", CRT, ZIGA, (1, 0, "A"), race_to=1, **cup)
    store.verdict("M2", "contradicted", (0, 1), "B")
    store.rack("M2", 1, "A", "B", "black", claimed="A", verdict="contradicted")
    store.shot("M2", 1, "A", "?")
    store.shot("M2", 1, "B", "8FL")
    store.discrepancy("M2", 1, None, "winner-mismatch")
    store.discrepancy("M2", 2, None, "rack-after-end")
    store.rack("M2", 2, "B", "B", "black", scores=False)
    store.shot("M2", 2, "B", "8FL")

    # M3, calls recorded. A = Žiga, B = Ana. The winner of rack 1 is open and so are two of its shots.
    store.match("M3", ZIGA, ANA, (0, 1, "B"), date=dt.date(2026, 2, 20), race_to=1)
    store.verdict("M3", "undetermined", (None, None), None)
    store.rack("M3", 1, "A", None, None, claimed="B")
    store.shot("M3", 1, "A", "3FL cFR")
    store.shot("M3", 1, "B", seen=None, ruled=[])
    store.shot("M3", 1, "B", seen=None, ruled=None, open=["effective", "observed"])
    store.rows["verdict_turns_on"].append({"match": "M3", "rack": 1, "shot": 3, "fact": "view"})

    # M4, a walkover without a rack, and M5 of the season before, whose verdict is of an earlier log.
    store.match("M4", ANA, ZIGA, (2, 0, "A"), status="forfeit", date=dt.date(2026, 3, 1))
    store.verdict("M4", "unclaimed", (0, 0), "A")
    store.match("M5", ANA, ZIGA, (1, 0, "A"), season="2025", date=dt.date(2025, 5, 5), race_to=1)
    store.verdict("M5", "contradicted", (0, 1), "B")
    store.rows["verdict_matches"][-1]["content"] = "content before its revision"
    store.rack("M5", 1, "A", "B", "black")
    store.shot("M5", 1, "A", "8FL", seen=["break-short"], called=["break-short"])
    store.discrepancy("M5", 1, None, "winner-mismatch")
    counts = {"read": 6, "new": 4, "unchanged": 0, "revised": 1, "quarantined": 1, "unreadable": 1}
    time = dt.datetime(2026, 3, 2, 18, 5, tzinfo=dt.UTC)
    first = {"run": "r1", "version": 1, "time": time - dt.timedelta(days=1), "command": "ingest", "counts": "{}"}
    store.rows["runs"].append(first)
    store.rows["runs"].append({"run": "r2", "version": 6, "time": time, "command": "ingest", "counts": dumps(counts)})
    store.rows["runs"].append({"run": "r3", "version": 7, "time": time, "command": "replay", "counts": "{}"})
    return store


def _mask(codes: Sequence[str] | None) -> int | None:
    return None if codes is None else sum(BIT[code] for code in codes)
