"""Input that was never a log, or means harm: always a problem that says what was read, never an exception."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.readers import limits
from ingest.reading import Reading, read_paths
from tests.ingest.readers.test_csv import MATCHES, RACKS, SHOTS
from tests.ingest.readers.test_excel_habits import workbook
from tests.ingest.samples import DATA, one_match, read_all


def zipped(files: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=method)
    return data.getvalue()


def codes(folder: Path, data: bytes | str, name: str) -> list[str]:
    return [problem.code for reading in read_all(folder, data, name) for problem in reading.quarantined]


NOISE = bytes(range(256)) * 40


@pytest.mark.parametrize("name", ["log.kos", "log.jsonl", "log.xlsx", "log.zip", "matches.csv", "log.bin", "log.xls"])
@pytest.mark.parametrize("data", [b"", b"\x00", NOISE, b"PK\x03\x04" + NOISE, b"\xd0\xcf\x11\xe0" + NOISE, b"\n" * 5000])
def test_junk_under_every_name(tmp_path: Path, name: str, data: bytes) -> None:
    readings = read_all(tmp_path, data, name)
    assert all(reading.matches.is_empty() for reading in readings)
    problems = [problem for reading in readings for problem in reading.quarantined]
    assert problems
    assert all(problem.file and problem.expected for problem in problems)


@settings(max_examples=60)
@given(data=st.binary(max_size=300), name=st.sampled_from(["log.kos", "log.jsonl", "matches.csv", "log.zip", "log.xlsx"]))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    for reading in read_all(tmp_path_factory.mktemp("junk"), data, name):
        assert reading.read == reading.matches.height or reading.quarantined


@settings(max_examples=60)
@given(data=st.data())
def test_a_sound_log_with_a_piece_cut_out_or_put_in(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(["broken/ball-16.kos", "broken/shot-gap.xlsx", "jsonl/pokal-osmina-finala.jsonl"]))
    whole = (DATA / file).read_bytes()[:40_000]
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))
    harmed = whole[:start] + data.draw(st.binary(max_size=20)) + whole[stop:]
    for reading in read_all(tmp_path_factory.mktemp("harmed"), harmed, Path(file).name):
        assert reading.read >= reading.matches.height
        assert reading.quarantined or reading.read == reading.matches.height


@settings(max_examples=40)
@given(data=st.data())
def test_a_workbook_harmed_inside(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    with zipfile.ZipFile(io.BytesIO(workbook({}))) as archive:
        files: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    member = data.draw(st.sampled_from([name for name in files if name.startswith("xl/") and "theme" not in name]))
    whole = files[member]
    assert isinstance(whole, bytes)
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, min(start + 30, len(whole))))
    put_in = data.draw(st.sampled_from([b"", b"<", b'"', b"&x;", b'r="XFD1048576"', b'r="XFE99999999"', b"1E400", b"\x00"]))
    files[member] = whole[:start] + put_in + whole[stop:]
    (reading,) = read_all(tmp_path_factory.mktemp("harmed"), zipped(files), "log.xlsx")
    assert reading.quarantined or reading.read == reading.matches.height == 1


def test_every_cut_of_a_workbook_is_unreadable(tmp_path: Path) -> None:
    whole = (DATA / "broken" / "shot-gap.xlsx").read_bytes()
    for length in range(0, len(whole), 701):
        (reading,) = read_all(tmp_path, whole[:length], "log.xlsx")
        assert [(p.code, p.match) for p in reading.quarantined] == [("unreadable", None)]
        assert "workbook" in reading.quarantined[0].expected


def test_huge_lines(tmp_path: Path) -> None:
    long = "1 " * 500_000
    (reading,) = read_all(tmp_path, one_match(f"rack 1 A\nA {long}> 16FL # {long}\n"))
    (problem,) = reading.quarantined
    assert (problem.code, problem.line) == ("ball", 8)
    (reading,) = read_all(tmp_path, one_match(f"rack 1 A\nA {long}16\n{long}\n"))
    assert [(p.code, len(p.text) <= 200) for p in reading.quarantined] == [("ball", True), ("line", True)]
    (reading,) = read_all(tmp_path, '[Match "' + "x" * 1_000_000)
    assert "tag" in [problem.code for problem in reading.quarantined]


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = b"\n" * (limits._HARMLESS + 1)
    assert codes(tmp_path, zipped({"log.kos": bomb}), "log.zip") == ["too-large"]
    assert codes(tmp_path, zipped({"xl/workbook.xml": bomb}), "log.xlsx") == ["too-large"]
    monkeypatch.setattr(limits, "MOST_MEMBERS", 3)
    assert codes(tmp_path, zipped({f"{i}.kos": "" for i in range(4)}), "log.zip") == ["too-large"]
    monkeypatch.setattr(limits, "LARGEST_MEMBER", 5)
    assert codes(tmp_path, zipped({"a.kos": "123456"}), "log.zip") == ["too-large"]
    monkeypatch.setattr(limits, "LARGEST_TOTAL", 8)
    assert codes(tmp_path, zipped({"a.kos": "12345", "b.kos": "1234"}), "log.zip") == ["too-large"]


def test_names_that_lead_out_of_an_archive(tmp_path: Path) -> None:
    log = one_match()
    data = zipped({"../a.kos": log, "/b.kos": log, "..\\c.kos": log, "x/../../d.kos": log, "good.kos": log})
    readings = read_all(tmp_path, data, "log.zip")
    assert [problem.code for problem in readings[0].quarantined] == ["member-name"] * 4
    assert [(r.source.file.rpartition("/")[2], r.matches.height) for r in readings[1:]] == [("good.kos", 1)]


def test_archives_in_archives_and_broken_members(tmp_path: Path) -> None:
    inner = zipped({"a.kos": one_match()})
    assert codes(tmp_path, zipped({"inner.zip": inner}), "log.zip") == ["nested-archive"]
    assert codes(tmp_path, zipped({}), "log.zip") == ["empty-archive"]
    stored = zipped({"a.kos": one_match(), "b.kos": one_match().replace("M-1", "M-2")}, zipfile.ZIP_STORED)
    harmed = stored.replace(b"M-1", b"M-9", 1)  # the check sum of the first member is wrong now
    readings = read_all(tmp_path, harmed, "log.zip")
    assert [problem.code for problem in readings[0].quarantined] == ["member"]
    assert readings[1].matches["match"].to_list() == ["M-2"]


def test_an_archive_is_read_like_the_folder_it_holds(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"b/matches.csv": MATCHES, "b/racks.csv": RACKS, "b/shots.csv": SHOTS, "liga.xlsx": workbook({})}
    files |= {"a.kos": one_match(), "README.md": "words", "__MACOSX/._a.kos": "\x00"}
    (tmp_path / "liga.zip").write_bytes(zipped(files))
    for name, content in files.items():
        (tmp_path / "liga" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "liga" / name).write_bytes(content.encode() if isinstance(content, str) else content)
    (tmp_path / "liga" / "__MACOSX" / "._a.kos").unlink()
    folder, archive = (list(read_paths([tmp_path / name])) for name in ("liga", "liga.zip"))

    def names(readings: list[Reading], top: str) -> list[str]:
        return [reading.source.file.partition(f"/{top}/")[2] for reading in readings]

    assert names(folder, "liga") == names(archive, "liga.zip") == ["a.kos", "b/matches.csv", "liga.xlsx"]
    assert [reading.source.sha256 for reading in archive] == [reading.source.sha256 for reading in folder]


def test_files_that_are_not_there_or_no_logs(tmp_path: Path) -> None:
    (reading,) = read_paths([tmp_path / "nowhere.kos"])
    assert [(p.code, p.text) for p in reading.quarantined] == [("unreadable", "No such file or directory")]
    assert codes(tmp_path, "hello", "log.docx") == ["format"]
    assert list(read_paths([tmp_path / "empty"])) != []
    (tmp_path / "folder").mkdir()
    assert list(read_paths([tmp_path / "folder"])) == []


def test_files_without_a_telling_name_are_known_by_how_they_begin(tmp_path: Path) -> None:
    for name, data in (("kos", one_match().encode()), ("json", b'{"match": {}}'), ("book", workbook({}))):
        (reading,) = read_all(tmp_path, data, name)
        assert reading.read == 1


def test_a_workbook_with_an_empty_sheet(tmp_path: Path) -> None:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        for name in ("matches", "racks", "shots"):
            book.add_worksheet(name)
    (reading,) = read_all(tmp_path, data.getvalue(), "log.xlsx")
    assert [(p.code, p.sheet) for p in reading.quarantined] == [
        ("headings", name) for name in ("matches", "racks", "shots")
    ]


@pytest.mark.parametrize(
    ("member", "old", "new"),
    [
        ("xl/workbook.xml", b'name="shots"', b'name="udarci"'),
        ("xl/workbook.xml", b'name="shots"', b'name="racks"'),
        ("xl/workbook.xml", b"<workbook", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook'),
        ("xl/workbook.xml", b"<sheets>", b"<sheets"),
        ("xl/_rels/workbook.xml.rels", b"worksheets/sheet3.xml", b"worksheets/sheet9.xml"),
        ("xl/worksheets/sheet3.xml", b"<sheetData>", b"<sheetData"),
        ("xl/sharedStrings.xml", b"<si>", b"<si"),
    ],
)
def test_workbooks_that_are_broken_inside(tmp_path: Path, member: str, old: bytes, new: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(workbook({}))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert old in files[member]
    files[member] = files[member].replace(old, new)
    (reading,) = read_all(tmp_path, zipped(files), "log.xlsx")
    assert reading.quarantined
    assert reading.matches.is_empty()
