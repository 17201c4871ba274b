"""Any format into any other: a round trip loses nothing and alters nothing."""

from pathlib import Path

import pytest
from hypothesis import given, settings

from ingest.convert import convert
from tests.ingest import samples
from wording import UserError

TARGETS = ["log.jsonl", "log.xlsx", "log.csv", "folder"]


def _there_and_back(folder: Path, target: str) -> None:
    """`canonical.kos` in `folder` through another format and back is the same text, byte for byte."""
    canonical = folder / "canonical.kos"
    there = convert(canonical, folder / target)
    assert not there.quarantined
    back = convert(folder / ("log-shots.csv" if target == "log.csv" else target), folder / "back.kos")
    assert not back.quarantined, back.quarantined
    assert (folder / "back.kos").read_bytes() == canonical.read_bytes()
    assert there.matches == back.matches
    assert there.shots == back.shots


@settings(max_examples=12)
@given(log=samples.whole_logs)
def test_every_format_holds_all_that_a_log_says(tmp_path_factory: pytest.TempPathFactory, log: str) -> None:
    folder = tmp_path_factory.mktemp("convert")
    (folder / "log.kos").write_text(log, encoding="utf-8")
    first = convert(folder / "log.kos", folder / "canonical.kos")
    assert not first.quarantined, first.quarantined
    again = convert(folder / "canonical.kos", folder / "again.kos")
    assert (folder / "again.kos").read_bytes() == (folder / "canonical.kos").read_bytes()
    assert again.matches == first.matches == log.count("[Match ")
    for target in TARGETS:
        _there_and_back(folder, target)


@pytest.mark.parametrize("source", ["kos", "csv", "jsonl", "xlsx"])
@pytest.mark.parametrize("target", TARGETS)
def test_the_league_survives_every_format(tmp_path: Path, source: str, target: str) -> None:
    report = convert(samples.DATA / source, tmp_path / "canonical.kos")
    assert report.matches == {"kos": 26, "csv": 6, "jsonl": 8, "xlsx": 6}[source]
    _there_and_back(tmp_path, target)


def test_slovene_csv_is_what_a_slovene_excel_writes(tmp_path: Path) -> None:
    convert(samples.DATA / "csv", tmp_path / "canonical.kos")
    convert(tmp_path / "canonical.kos", tmp_path / "liga.csv", slovene=True)
    heading = (tmp_path / "liga-matches.csv").read_bytes().split(b"\n")[0]
    assert heading.startswith(b"match;date;")
    assert "Šesta ograda".encode("cp1250") in (tmp_path / "liga-matches.csv").read_bytes()
    convert(tmp_path / "liga-racks.csv", tmp_path / "back.kos")
    assert (tmp_path / "back.kos").read_bytes() == (tmp_path / "canonical.kos").read_bytes()


def test_what_a_format_cannot_hold_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log.kos"
    log.write_text(samples.one_match("rack 1 A\nA 1 # " + "x" * 40_000 + "\n").replace("Ana", "安娜"), encoding="utf-8")
    with pytest.raises(UserError, match="32767 characters"):
        convert(log, tmp_path / "log.xlsx")
    with pytest.raises(UserError, match="Windows-1250 has no letter 安"):
        convert(log, tmp_path / "log.csv", slovene=True)
    with pytest.raises(UserError, match="the ending of the target"):
        convert(log, tmp_path / "log.docx")
    with pytest.raises(UserError, match="overwritten by its own conversion"):
        convert(log, log)
    assert not list(tmp_path.glob("log.[cdx]*"))


def test_what_could_not_be_read_is_reported(tmp_path: Path) -> None:
    report = convert(samples.DATA / "broken" / "ball-16.kos", tmp_path / "good.kos")
    assert report.matches == 1
    assert [problem.match for problem in report.quarantined] == ["2026-X-03"]
    assert "2026-X-03" not in (tmp_path / "good.kos").read_text(encoding="utf-8")


def test_nothing_is_written_when_nothing_could_be_read(tmp_path: Path) -> None:
    (tmp_path / "out.kos").write_text("precious", encoding="utf-8")
    report = convert(samples.DATA / "broken" / "truncated.xlsx", tmp_path / "out.kos")
    assert (report.files, report.matches, len(report.quarantined)) == ((), 0, 1)
    assert (tmp_path / "out.kos").read_text(encoding="utf-8") == "precious"


def test_one_name_may_be_spelled_in_two_ways(tmp_path: Path) -> None:
    header = samples.HEADER.replace('[A "', '[A.Id "BZS-1"]\n[A "')
    other = header.replace("M-1", "M-2").replace("Ana Žnidar", "A. Žnidar")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.kos").write_text(samples.one_match(header=header), encoding="utf-8")
    (tmp_path / "a" / "2.kos").write_text(samples.one_match(header=other), encoding="utf-8")
    both = samples.one_match(header=header) + "\n" + samples.one_match(header=other)
    (tmp_path / "both.kos").write_text(both, encoding="utf-8")
    convert(tmp_path / "a", tmp_path / "from-two.kos")
    convert(tmp_path / "both.kos", tmp_path / "from-one.kos")
    text = (tmp_path / "from-two.kos").read_text(encoding="utf-8")
    assert text == (tmp_path / "from-one.kos").read_text(encoding="utf-8")
    assert text.index('[A "Ana Žnidar"]') < text.index('[A "A. Žnidar"]')


@pytest.mark.parametrize("ending", ["kos", "jsonl", "xlsx", "csv"])
def test_a_target_that_cannot_be_written_is_told(tmp_path: Path, ending: str) -> None:
    source = tmp_path / "log.kos"
    source.write_text(samples.one_match())
    (tmp_path / "file").write_text("")
    for folder in ("file", "log.kos", "/proc"):
        with pytest.raises(UserError, match="cannot be written"):
            convert(source, tmp_path / folder / f"out.{ending}")
