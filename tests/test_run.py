"""The whole way on the sample league: logs in, verdicts out, summed up; a second time; with broken files after it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import osmica

DATA = Path(__file__).parents[1] / "data" / "league-2026"
LEAGUE = [str(DATA / form) for form in ("kos", "csv", "xlsx", "jsonl")]

# The claims that do not stand.
CONTRADICTED = {"2026-L1-012", "2026-L1-027"}
UNDETERMINED = {"2026-L1-007", "2026-L1-019", "2026-P-014"}
VERDICTS = {"contradicted": 2, "undetermined": 3, "unclaimed": 1, "confirmed": 40, "pending": 0}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with the league in it, verdicts included."""
    place = str(tmp_path_factory.mktemp("run") / "store")
    assert osmica.run(["--lang", "en", "run", *LEAGUE, "--store", place]) == 1
    return place


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    capsys.readouterr()
    osmica.run([*arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_demo_prints_the_accounting_and_every_verdict_that_does_not_stand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert osmica.run(["--lang", "en", "demo", "--no-serve", "--store", str(tmp_path / "store")]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "46 matches read = 46 new + 0 unchanged + 0 revised + 0 quarantined" in out
    table = dict(re.findall(r"^  (\w[\w ]*?) +(\d+)$", out, flags=re.M))
    assert table == {"contradicted": "2", "undetermined": "3", "no claim": "1", "confirmed": "40"}
    named = dict(re.findall(r"^(2026-\w+-\d+), .*: (contradicted|undetermined);", out, flags=re.M))
    assert {match for match, verdict in named.items() if verdict == "contradicted"} == CONTRADICTED
    assert {match for match, verdict in named.items() if verdict == "undetermined"} == UNDETERMINED


def test_each_match_that_does_not_stand_says_why(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    osmica.run(["--lang", "en", "run", *LEAGUE, "--store", store])
    parts = re.split(r"\n\n(?=2026-)", capsys.readouterr().out)[1:]
    assert len(parts) == 5
    assert [part for part in parts if not re.search(r"^    \S", part, flags=re.M)] == []


def test_a_second_run_changes_nothing_and_says_so(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = document(capsys, "store", "versions", "--store", store)
    capsys.readouterr()
    assert osmica.run(["--lang", "en", "run", *LEAGUE, "--store", store]) == 1
    out = capsys.readouterr().out
    assert "46 matches read = 0 new + 46 unchanged + 0 revised + 0 quarantined" in out
    assert "Nothing changed" in out
    assert "Nothing to replay" in out
    assert document(capsys, "store", "versions", "--store", store) == before


def test_the_document_holds_all_three_parts(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "run", *LEAGUE, "--store", store)
    assert found["ingest"]["matches"]["read"] == 46
    assert found["replay"]["unchanged"] == 46
    assert found["verdicts"] == VERDICTS
    assert found["status"] == 1


def test_broken_files_after_the_league_leave_its_verdicts_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "store")
    document(capsys, "run", *LEAGUE, "--store", place)
    found = document(capsys, "run", str(DATA / "broken"), "--store", place)
    # broken/README.md: seven good matches, seven bad ones, and a workbook that cannot be read at all.
    assert (found["ingest"]["matches"]["new"], found["ingest"]["matches"]["quarantined"]) == (7, 7)
    assert found["ingest"]["unreadable"] == 1
    assert found["replay"]["replayed"] == 7
    assert {name: found["verdicts"][name] for name in ("contradicted", "undetermined")} == {
        "contradicted": 2,
        "undetermined": 3,
    }


def test_the_sum_is_said_in_slovene(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    osmica.run(["--lang", "sl", "run", *LEAGUE, "--store", store])
    out = capsys.readouterr().out
    assert "Presoja 46 tekem:" in out
    assert "2026-L1-012, 7. 2. 2026, Tjaša Kršinar – Maša Trebušak: ovrženo; navedeno 2 : 3, po presoji 1 : 3" in out


def test_nothing_to_read_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert osmica.run(["run", str(tmp_path / "empty"), "--store", str(tmp_path / "store")]) == 2
    assert "Traceback" not in capsys.readouterr().err
