"""The replay of a store: the same verdicts as the audit, and only what changed is replayed."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ingest.gathering import gather
from ingest.job import ingest
from ingest.reading import read_paths
from ingest.store import Run, open_store
from replay.audit import Options, audit
from replay.document import balls, in_order
from replay.job import VERDICT_TABLES, engine_of, replay
from replay.logs import match_logs
from replay.violations import codes
from tests.replay.judging import log

LEAGUE = Path(__file__).parents[2] / "data" / "league-2026"
PARTS = [LEAGUE / part for part in ("kos", "csv", "xlsx", "jsonl")]

# One match of every kind: decided, open, lost shots, a stalemate, a forfeit, unknown results, play after the end.
ODD = [
    log("rack 1 A\nA | 1+9 - > 8FL\nresult A", name="won", tags='[Score "1-0"]  [Winner "A"]'),
    log("rack 1 A\nA | 1+9 - > 1FL 2FR 3HL 4HR 5SL 6SR\nA 7 - > 7?\nA 8 - > 8FL\nresult A", name="open"),
    log("rack 1 A\nresult A", name="lost shots"),
    log("rack 1 A\nA | 1+9 -\nB 1 -\nresult replay\nrack 2 B\nB | 1 - > 8FL\nresult B", name="stalemate"),
    log("", name="forfeit", tags='[Status "forfeit"]  [Winner "B"]'),
    log("rack 1 A\nA | 1 - > ?\nB ? > ?\nresult A", name="unknown results"),
    log("rack 1 A\nA | 1+9 - > 8FL\nB 9 -\nresult A", name="after the end"),
    log(
        "rack 1 A\nA | 1+9 - > 1FL\nA 2 - > 2FL * double-hit = back:3\nA 3 ! missed\nB 2 -",
        name="calls",
        calls="recorded",
    ),
]


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    file = tmp_path / "odd.kos"
    file.write_text("\n".join(ODD), encoding="utf-8")
    return file


def rows(store: str, table: str) -> list[dict[str, Any]]:
    return open_store(store, VERDICT_TABLES).at().read(table).to_dicts()


def as_rows(document: dict[str, Any]) -> dict[str, list[Any]]:
    """The audit's document in the shape of the verdict tables, as far as both tell the same."""
    found: dict[str, list[Any]] = {"matches": [], "racks": [], "shots": [], "discrepancies": [], "turns_on": []}
    for match in document["matches"]:
        score = match["score"] or {"A": None, "B": None}
        found["matches"].append((match["match"], match["winner"], score["A"], score["B"], match["verdict"]))
        for row in match["discrepancies"]:
            found["discrepancies"].append((match["match"], row["rack"], row["shot"], row["code"], row["violation"]))
        for rack in match["racks"]:
            place = (match["match"], rack["rack"])
            found["racks"].append((*place, rack["winner"], rack["reason"], rack["claimed"], rack["verdict"]))
            found["turns_on"] += [(*place, turn["shot"], turn["fact"]) for turn in rack["turns_on"]]
            for shot in rack["shots"]:
                following = shot["next"] or {"player": None, "from": None}
                found["shots"].append(
                    (
                        *place,
                        shot["shot"],
                        shot["phase"],
                        shot["from"],
                        shot["observed"] or [],
                        shot["effective"] or [],
                        shot["pocketed"] or [],
                        sorted(shot["own_pocketed"] or []),
                        shot["continues"],
                        shot["decides"],
                        *shot["groups"].values(),
                        *shot["fouls"].values(),
                        *shot["black_pocket"].values(),
                        following["player"],
                        following["from"],
                        sorted(shot["open"]),
                    )
                )
    return {name: sorted(part, key=str) for name, part in found.items()}


def stored(store: str) -> dict[str, list[Any]]:
    """The verdict tables in the same shape."""
    shots = [
        (
            *(row[name] for name in ("match", "rack", "shot", "phase", "from")),
            codes(row["observed"] or 0),
            codes(row["effective"] or 0),
            in_order((1 << 16) - 2, row["pocketed"])[: size(row["pocketed"])] if row["pocketed"] else [],
            balls(row["own_pocketed"] or 0),
            *(row[name] for name in ("continues", "decides", "group_a", "group_b", "fouls_a", "fouls_b")),
            *(row[name] for name in ("black_pocket_a", "black_pocket_b", "next_player", "next_from")),
            sorted(row["open"]),
        )
        for row in rows(store, "verdict_shots")
    ]
    tables = {
        "matches": ("match", "winner", "score_a", "score_b", "verdict"),
        "racks": ("match", "rack", "winner", "reason", "claimed", "verdict"),
        "discrepancies": ("match", "rack", "shot", "code", "violation"),
        "turns_on": ("match", "rack", "shot", "fact"),
    }
    found = {
        name: [tuple(row[column] for column in columns) for row in rows(store, f"verdict_{name}")]
        for name, columns in tables.items()
    }
    return {name: sorted(part, key=str) for name, part in (found | {"shots": shots}).items()}


def size(order: int) -> int:
    """How many balls a packed order holds."""
    return (order.bit_length() + 3) // 4


@pytest.mark.parametrize("what", ["odd", "league"])
def test_the_store_says_what_the_audit_says(what: str, odd: Path, tmp_path: Path) -> None:
    paths = [odd] if what == "odd" else PARTS
    store = open_store(str(tmp_path / "store"))
    ingest(paths, store)
    report = replay(store)
    found = gather(read_paths(paths))
    document = audit(list(match_logs(found.matches, found.racks, found.shots)), (), (), Options())
    assert report.replayed == found.matches.height
    ours, theirs = stored(store.address), as_rows(document)
    for name in theirs:
        assert ours[name] == theirs[name]


def test_only_what_changed_is_replayed(odd: Path, tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store"))
    ingest([odd], store)
    assert (replay(store).replayed, replay(store).replayed) == (len(ODD), 0)
    version = store.version
    assert replay(store).version == version  # nothing changed, so no new version
    more = tmp_path / "more.kos"
    more.write_text(log("rack 1 A\nA | 1+9 - > 8FL\nresult A", name="new"), encoding="utf-8")
    ingest([more], store)
    report = replay(store)
    assert (report.replayed, report.unchanged) == (1, len(ODD))
    revised = tmp_path / "revised.kos"
    revised.write_text(log("rack 1 A\nA | 1+9 - > 8FL cFR\nresult B", name="new"), encoding="utf-8")
    ingest([revised], store, revise=True)
    assert replay(store).replayed == 1
    (row,) = (row for row in rows(store.address, "verdict_racks") if row["match"] == "new")
    assert (row["winner"], row["reason"]) == ("B", "black-with-foul")


def test_another_engine_replays_everything(odd: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(str(tmp_path / "store"))
    ingest([odd], store)
    replay(store)
    monkeypatch.setattr("replay.job.engine_of", lambda ruleset: engine_of(ruleset) + "x")
    assert replay(store).replayed == len(ODD)
    assert {row["engine"][-1] for row in rows(store.address, "verdict_matches")} == {"x"}


def test_a_store_without_its_shots_is_refused(odd: Path, tmp_path: Path) -> None:
    from wording import UserError

    store = open_store(str(tmp_path / "store"), VERDICT_TABLES)
    ingest([odd], store)
    with store.begin() as writer:
        writer.replace("shots", store.at().read("shots").filter(pl.col("match") != "won"), "2026")
        writer.commit(Run("damage"))
    with pytest.raises(UserError, match="lacks racks or shots"):
        replay(store)
