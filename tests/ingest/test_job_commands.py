"""The commands, as they are typed: output, exit codes, JSON."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import osmica
from ingest.store import Store
from ingest.store_cli import age, done
from tests.ingest.logs import BROKEN, LEAGUE, kos
from wording import UserError

ROOT = Path(__file__).parents[2]


class Command:
    """Runs command lines against one store."""

    def __init__(self, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.store = store
        self._capsys = capsys

    def __call__(self, *words: object) -> tuple[int, str, str]:
        status = osmica.run([*map(str, words), "--store", str(self.store)])
        out, err = self._capsys.readouterr()
        return status, out, err

    def json(self, *words: object) -> Any:
        return json.loads(self(*words, "--json")[1])


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path / "store", capsys)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "a.kos"
    path.write_text(kos("M1") + "\n" + kos("M2"), "utf-8")
    return path


def test_ingest_prints_the_accounting_and_the_version(command: Command, log: Path) -> None:
    status, out, err = command("ingest", log)
    assert (status, err) == (0, "")
    assert "1 file: 2 matches read = 2 new + 0 unchanged + 0 revised + 0 quarantined" in out
    assert "version 1" in out
    status, out, _err = command("ingest", log)
    assert status == 0
    assert "2 matches read = 0 new + 2 unchanged" in out
    assert "Nothing changed" in out


def test_what_is_quarantined_is_told_with_its_place_and_ends_with_1(command: Command) -> None:
    status, out, _err = command("ingest", BROKEN / "ball-16.kos")
    assert status == 1
    assert f"{BROKEN / 'ball-16.kos'}:14, path [2026-X-03]: “16 -” – expected a ball from 1 to 15" in out
    status, again, _err = command("quarantine", "list")
    assert status == 1
    assert again.splitlines()[0] in out.splitlines()
    [entry] = command.json("quarantine", "list")
    assert (entry["line"], entry["column"], entry["match"], entry["code"]) == (14, "path", "2026-X-03", "ball")
    status, out, _err = command("quarantine", "dismiss", "2026-X-03", "--reason", "lost")
    assert status == 0
    assert command("quarantine", "list") == (0, "The quarantine is empty.\n", "")


def test_where_nothing_could_be_read_the_command_ends_with_2(command: Command, tmp_path: Path) -> None:
    status, out, _err = command("ingest", BROKEN / "truncated.xlsx")
    assert status == 2
    assert "1 file could not be read." in out
    (tmp_path / "empty").mkdir()
    status, out, err = command("ingest", tmp_path / "empty")
    assert (status, out) == (2, "")
    assert "no log file" in err


def test_ingest_for_a_machine(command: Command, log: Path) -> None:
    document = command.json("ingest", log, BROKEN / "missing-tag.kos")
    assert document["matches"] == {
        "read": 4, "new": 3, "unchanged": 0, "revised": 0, "quarantined": 1, "superseded": 0,
    }  # fmt: skip
    assert (document["before"], document["version"], document["changed"]) == (0, 1, True)
    assert [file["read"] for file in document["files"]] == [2, 2]
    assert [entry["match"] for entry in document["quarantined"]] == ["2026-X-11"]


def test_withdraw(command: Command, log: Path) -> None:
    command("ingest", log)
    status, out, _err = command("withdraw", "M1", "--reason", "twice")
    assert status == 0
    assert "M1" in out
    assert command.json("store", "info")["tables"]["matches"]["rows"] == 1
    assert command.json("store", "info", "--as-of", 1)["tables"]["matches"]["rows"] == 2
    status, _out, err = command("withdraw", "M1")
    assert status == 2
    assert "M1" in err


def test_a_revision_on_demand(command: Command, log: Path) -> None:
    command("ingest", log)
    log.write_text(kos("M1", a="Ana Kos"), "utf-8")
    assert command("ingest", log)[0] == 1
    status, out, _err = command("ingest", "--revise", log)
    assert status == 0
    assert "1 revised" in out


def test_the_store_tells_of_itself(command: Command, log: Path) -> None:
    command("ingest", log)
    command("withdraw", "M1", "--reason", "twice")
    status, out, _err = command("store", "versions")
    assert status == 0
    first, second = out.splitlines()
    assert first.endswith("ingest (new: 2)")
    assert second.endswith("withdraw (withdrawn: 1) – M1: twice")
    listed = command.json("store", "versions")
    assert [(row["version"], row["command"]) for row in listed] == [(1, "ingest"), (2, "withdraw")]
    status, out, _err = command("store", "info", "--check")
    assert status == 0
    assert "Every file is whole." in out
    for file in Path(command.store, "shots").rglob("*.parquet"):
        file.unlink()
    status, out, _err = command("store", "info", "--check", "--as-of", 1)
    assert status == 1
    assert "Damaged or missing: shots/2026/" in out


def test_vacuum_removes_what_no_version_lists(command: Command, log: Path) -> None:
    command("ingest", log)
    orphan = Path(command.store, "shots", "2026", "0123.parquet")
    orphan.write_bytes(b"PAR1")
    assert command("store", "vacuum")[1].endswith("0 files removed.\n")
    assert "1 file would be removed." in command("store", "vacuum", "--older-than", "0", "--dry-run")[1]
    assert command.json("store", "vacuum", "--older-than", "0") == {
        "removed": ["shots/2026/0123.parquet"],
        "dry_run": False,
    }
    assert not orphan.exists()


def test_corrections_are_written_only_as_a_workbook(command: Command, tmp_path: Path) -> None:
    command("ingest", BROKEN / "ball-16.kos")
    status, _out, err = command("quarantine", "export", tmp_path / "q.csv")
    assert (status, (tmp_path / "q.csv").exists()) == (2, False)
    assert "let its name end in .xlsx" in err
    assert command("quarantine", "export", tmp_path / "q.xlsx")[0] == 0


@pytest.mark.parametrize("words", [("store", "info"), ("store", "vacuum"), ("quarantine", "list"), ("withdraw", "M1")])
def test_a_store_that_is_not_there_yet_is_told(command: Command, words: tuple[str, ...]) -> None:
    status, out, err = command(*words)
    assert (status, out) == (2, "")
    assert "osmica ingest" in err


def test_convert_and_template(tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert osmica.run(["convert", str(log), str(tmp_path / "b.xlsx")]) == 0
    assert "2 matches written" in capsys.readouterr().out
    assert osmica.run(["convert", str(tmp_path / "b.xlsx"), str(tmp_path / "c.kos")]) == 0
    assert osmica.run(["convert", str(BROKEN / "ball-16.kos"), str(tmp_path / "d.kos")]) == 1
    assert "16 -" in capsys.readouterr().err
    assert osmica.run(["convert", str(BROKEN / "truncated.xlsx"), str(tmp_path / "e.kos")]) == 2
    assert osmica.run(["template", str(tmp_path / "t.xlsx")]) == 0
    assert (tmp_path / "t.xlsx").stat().st_size > 1000


def test_slovene_words(command: Command, log: Path) -> None:
    status, out, _err = command("ingest", log, "--lang", "sl")
    assert status == 0
    assert "2 tekmi" in out


def test_a_second_ingest_of_the_league_takes_well_under_two_seconds(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "osmica", "ingest", "--store", str(tmp_path / "store"), *map(str, LEAGUE)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    # The same bare imports in the same surroundings, so that a busy machine does not count.
    imports = [sys.executable, "-c", "import polars, deltalake, typer"]
    took = []
    for arguments in (imports, words) * 2:
        began = time.perf_counter()
        told = subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        took.append(time.perf_counter() - began)
    assert "46 unchanged" in told
    assert min(took[1::2]) < max(2.0, 4 * max(took[::2]))


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("30m", 1800), ("24h", 86400), ("7d", 604800), ("0", 0)])
def test_ages(text: str, seconds: int) -> None:
    assert age(text).total_seconds() == seconds


@pytest.mark.parametrize("text", ["", "24", "h", "-1h", "1w"])
def test_what_is_no_age(text: str) -> None:
    with pytest.raises(UserError):
        age(text)


def test_what_was_done_in_words() -> None:
    assert done({"read": 3, "new": 2, "quarantined": 1, "rated": 3}) == "new: 2, quarantined: 1, rated: 3"
    assert done({"read": 3, "unchanged": 3}) == "nothing"


def test_the_store_in_the_environment(command: Command, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSMICA_STORE", str(command.store))
    assert osmica.run(["ingest", str(log)]) == 0
    assert Store(command.store).version == 1
