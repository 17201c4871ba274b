"""Input that was never a log, or means harm: always a problem that says what was read, never an exception."""

import io
import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.problems import visible
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
@pytest.mark.parametrize(
    "data", [b"", b"\x00", NOISE, b"PK\x03\x04" + NOISE, b"\xd0\xcf\x11\xe0" + NOISE, b"\n" * 5000]
)
def test_junk_under_every_name(tmp_path: Path, name: str, data: bytes) -> None:
    readings = read_all(tmp_path, data, name)
    assert all(reading.matches.is_empty() for reading in readings)
    problems = [problem for reading in readings for problem in reading.quarantined]
    assert problems
    assert all(problem.file and problem.expected for problem in problems)


@settings(max_examples=60)
@given(
    data=st.binary(max_size=300), name=st.sampled_from(["log.kos", "log.jsonl", "matches.csv", "log.zip", "log.xlsx"])
)
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    for reading in read_all(tmp_path_factory.mktemp("junk"), data, name):
        assert reading.read == reading.matches.height or reading.quarantined


@settings(max_examples=60)
@given(data=st.data())
def test_a_sound_log_with_a_piece_cut_out_or_put_in(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
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
    put_in = data.draw(
        st.sampled_from([b"", b"<", b'"', b"&x;", b'r="XFD1048576"', b'r="XFE99999999"', b"1E400", b"\x00"])
    )
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
    files: dict[str, str | bytes] = {
        "b/matches.csv": MATCHES,
        "b/racks.csv": RACKS,
        "b/shots.csv": SHOTS,
        "liga.xlsx": workbook({}),
    }
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


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("name", ["log.zip", "log.xlsx"])
def test_no_byte_of_an_archive_is_above_harm(tmp_path: Path, name: str, method: int) -> None:
    with zipfile.ZipFile(io.BytesIO(workbook({}))) as archive:
        book: dict[str, str | bytes] = {member: archive.read(member) for member in archive.namelist()}
    whole = zipped({"a.kos": one_match()} if name == "log.zip" else book, method)
    step = max(1, len(whole) // 25)
    for at in range(0, len(whole), step):
        harmed = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        for reading in read_all(tmp_path, harmed, name):
            assert reading.quarantined or reading.read == reading.matches.height == 1


ODD_NAMES = [b"plain.kos", b"a\nb.kos", b"a\x1b[31mb.kos", b"a\xff\xfeb.kos", "a\u202eb.kos".encode(), b"a\\xffb.kos"]


def test_the_name_of_a_file_may_be_any_bytes(tmp_path: Path) -> None:
    for i, name in enumerate(ODD_NAMES):
        (tmp_path / os.fsdecode(name)).write_text(one_match().replace("M-1", f"M-{i}"))
    readings = list(read_paths([tmp_path]))
    names = [reading.source.file for reading in readings]
    assert [reading.matches.height for reading in readings] == [1] * len(ODD_NAMES)
    assert len(set(names)) == len(ODD_NAMES)
    assert all(visible(Path(name).name) == Path(name).name and name.encode() for name in names)
    for name in ODD_NAMES:  # each by itself, too
        (reading,) = read_paths([tmp_path / os.fsdecode(name)])
        assert reading.matches.height == 1
    data = zipped({os.fsdecode(name) if name.isascii() else "a\u202eb.kos": one_match() for name in ODD_NAMES})
    members = [reading.source.file for reading in read_all(tmp_path, data, "log.zip")]
    assert len(members) == 5
    assert all(visible(Path(name).name) == Path(name).name for name in members)


def test_two_names_that_look_the_same_are_two_files(tmp_path: Path) -> None:
    data = zipped({"a\u200bb.kos": one_match(), "a\\u200bb.kos": one_match(), "c.kos": one_match()})
    assert len(read_all(tmp_path, data, "log.zip")) == 3


def test_whatever_lies_in_a_folder_is_read_or_told(tmp_path: Path) -> None:
    folder = tmp_path / "liga"
    (folder / "deep.kos").mkdir(parents=True)
    for number, name in enumerate(["README.kos", "deep.kos/in.kos", "tekma.kos.txt", "zapisnik.txt"]):
        (folder / name).write_text(one_match().replace("M-1", f"M-{number}"))
    (folder / "log.jsonl.txt").write_text('{"match": {}}')
    for name in (".hidden.kos", "~$log.xlsx", "README", "README.md", "words.txt", "LICENSE.txt"):
        (folder / name).write_text("words, [no] tags")
    (folder / "round.kos").symlink_to(folder)
    (folder / "gone.kos").symlink_to(tmp_path / "nowhere.kos")
    (folder / "self.kos").symlink_to(folder / "self.kos")
    os.mkfifo(folder / "pipe.kos")
    readings = list(read_paths([folder]))
    told = {Path(r.source.file).name: r.quarantined[0].text for r in readings if not r.read}
    assert told == {
        "gone.kos": "No such file or directory",
        "pipe.kos": "neither a file nor a folder",
        "round.kos": "a link to a folder",
        "self.kos": "Too many levels of symbolic links",
    }
    read = [Path(reading.source.file).name for reading in readings if reading.read]
    assert read == ["README.kos", "in.kos", "log.jsonl.txt", "tekma.kos.txt", "zapisnik.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "liga" / "closed"
    closed.mkdir(parents=True)
    closed.chmod(0)
    (reading,) = read_paths([tmp_path / "liga"])
    closed.chmod(0o700)
    assert [(p.file, p.code) for p in reading.quarantined] == [(str(closed), "unreadable")]


def test_more_shots_than_a_rack_can_count(tmp_path: Path) -> None:
    most = 2**15 - 1  # shots are numbered in 16 bits
    shots = [{"player": "A", "path": "."}]
    for extra, expected in ((0, []), (1, ["too-many-shots"]), (9, ["too-many-shots"])):
        log = one_match("rack 1 A\n" + "A .\n" * (most + extra))
        tags = {"Match": "M-1", "Date": "2026-10-03", "A": "Ana", "B": "Bor", "RaceTo": "1"}
        line = json.dumps({"match": tags, "racks": [{"rack": 1, "breaker": "A", "shots": shots * (most + extra)}]})
        assert codes(tmp_path, log, "log.kos") == codes(tmp_path, line, "log.jsonl") == expected
    (reading,) = read_all(tmp_path, one_match("rack 1 A\n" + "A .\n" * (most + 1)))
    assert [(p.rack, p.shot, p.line) for p in reading.quarantined] == [(1, most + 1, 7 + most + 1)]


def test_more_racks_than_a_match_can_count(tmp_path: Path) -> None:
    racks = "".join(f"rack {i} A\n" for i in range(1, 2**15 + 2))
    assert set(codes(tmp_path, one_match(racks), "log.kos")) == {"rack-number"}
