"""JSON Lines: types, keys, broken lines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ingest.samples import faults, read

TAGS = {"Match": "M-1", "Date": "2026-10-03", "A": "Ana Žnidar", "B": "Črt Šuštar", "RaceTo": "1"}


def line(*shots: dict[str, Any], tags: dict[str, Any] | None = None, **rack: Any) -> str:
    match = {"match": TAGS | (tags or {}), "racks": [{"rack": 1, "breaker": "A", **rack, "shots": list(shots)}]}
    return json.dumps(match, ensure_ascii=False) + "\n"


def test_numbers_stand_for_texts(tmp_path: Path) -> None:
    reading = read(
        tmp_path, line({"player": "A", "path": 12, "view": None}, tags={"RaceTo": 1, "Round": 3}), "log.jsonl"
    )
    assert not reading.quarantined
    assert reading.shots["path"].to_list() == ["12"]
    assert reading.matches.select("race_to", "round").rows() == [(1, "3")]


def test_notes_and_unknown_tags(tmp_path: Path) -> None:
    log = line({"player": "A", "note": "a\nb"}, tags={"note": "on the match", "Oprema": "kij"}, note="on the rack")
    reading = read(tmp_path, log, "log.jsonl")
    assert reading.tags.select("tag", "value").sort("tag").rows() == [("Oprema", "kij"), ("note", "on the match")]
    assert (reading.shots["note"][0], reading.racks["note"][0]) == ("a\nb", "on the rack")
    assert [warning.column for warning in reading.warnings] == ["match.Oprema"]


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ("not JSON", "json"),
        ('{"match": {"Match": "M-1"}', "json"),
        ("[]", "json"),
        ('{"match": {}, "match": {}}', "json"),
        ('{"match": {"A": NaN}}', "json"),
        ('{"match": {"A": "\\ud800"}}', "json"),
        ("[" * 100_000, "json"),
        ('{"racks": []}', "type"),
        ('{"match": []}', "type"),
        ('{"match": {}, "racks": {}}', "type"),
        ('{"match": {}, "racks": [[]]}', "type"),
        ('{"match": {}, "racks": [{"shots": "A 1"}]}', "type"),
        ('{"match": {}, "racks": [{"shots": [1]}]}', "type"),
    ],
)
def test_a_broken_line_costs_only_itself(tmp_path: Path, broken: str, code: str) -> None:
    reading = read(tmp_path, f"\n{broken}\n{line({'player': 'A'})}", "log.jsonl")
    assert [(p.match, p.line, p.code) for p in reading.quarantined] == [(None, 2, code)]
    assert reading.matches.select("match", "line").rows() == [("M-1", 3)]
    assert reading.read == 2


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    data = line({"player": "A"}).encode("cp1250") + line({"player": "A"}, tags={"Match": "M-2"}).encode()
    reading = read(tmp_path, data, "log.jsonl")
    assert faults(reading) == [(1, None, "encoding")]
    assert reading.matches["match"].to_list() == ["M-2"]


@pytest.mark.parametrize(
    ("shot", "expected"),
    [
        ({"player": "A", "path": True}, (1, "racks[0].shots[1].path", "type")),
        ({"player": "A", "path": 1.5}, (1, "racks[0].shots[1].path", "type")),
        ({"player": "A", "seen": ["double-hit"]}, (1, "racks[0].shots[1].seen", "type")),
        ({"player": "A", "reslt": "3FL"}, (1, "racks[0].shots[1].reslt", "unknown-key")),
        ({"player": "A", "path": -12}, (1, "racks[0].shots[1].path", "joined")),
        ({"path": "1"}, (1, "racks[0].shots[1].player", "player")),
    ],
)
def test_errors_say_the_way_to_the_cell(tmp_path: Path, shot: dict[str, Any], expected: tuple[int, str, str]) -> None:
    reading = read(tmp_path, line({"player": "A"}, shot), "log.jsonl")
    assert faults(reading) == [expected]
    assert (reading.quarantined[0].match, reading.quarantined[0].rack, reading.quarantined[0].shot) == ("M-1", 1, 2)


def test_racks_are_numbered_and_known(tmp_path: Path) -> None:
    assert faults(read(tmp_path, line(rack=2), "log.jsonl")) == [(1, "racks[0].rack", "rack-number")]
    assert faults(read(tmp_path, line(rack=None), "log.jsonl")) == [(1, "racks[0].rack", "rack-number")]
    assert faults(read(tmp_path, line(winner="A"), "log.jsonl")) == [(1, "racks[0].winner", "unknown-key")]
    assert faults(read(tmp_path, "", "log.jsonl")) == [(None, None, "no-match")]
