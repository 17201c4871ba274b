"""CSV triples: encodings, separators, quoted cells with right line numbers, siblings."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.reading import Reading, read_paths
from tests.ingest.samples import faults

MATCHES = "match,date,a,b,raceto\nM-1,2026-10-03,Ana Žnidar,Črt Šuštar,1\n"
RACKS = "match,rack,breaker,result,reason\nM-1,1,A,A,\n"
SHOTS = "match,rack,shot,player,path,intent,view,result,seen,called,choice,time,note\nM-1,1,1,A,3 -,,,3FL,,,,,\n"


def write(
    folder: Path, matches: str = MATCHES, racks: str = RACKS, shots: str = SHOTS, encoding: str = "utf-8"
) -> Path:
    for name, text in (("matches", matches), ("racks", racks), ("shots", shots)):
        (folder / f"{name}.csv").write_bytes(text.encode(encoding))
    return folder / "shots.csv"


def read(
    folder: Path, matches: str = MATCHES, racks: str = RACKS, shots: str = SHOTS, encoding: str = "utf-8"
) -> Reading:
    (reading,) = read_paths([write(folder, matches, racks, shots, encoding)])
    return reading


def with_separator(separator: str) -> Sequence[str]:
    return [text.replace(",", separator) for text in (MATCHES, RACKS, SHOTS)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_dialects(tmp_path: Path, separator: str, encoding: str, ends: str) -> None:
    matches, racks, shots = (text.replace("\n", ends) for text in with_separator(separator))
    reading = read(tmp_path, matches, racks, shots, encoding=encoding)
    assert not reading.quarantined
    assert reading.persons["name"].to_list() == ["Ana Žnidar", "Črt Šuštar"]
    assert reading.shots.select("path", "result", "line").rows() == [("3 -", "3FL", 2)]
    assert Path(reading.source.file).name == "matches.csv"


def test_the_same_match_has_the_same_content_in_every_dialect(tmp_path: Path) -> None:
    first = read(tmp_path)
    matches, racks, shots = with_separator(";")
    second = read(tmp_path, matches, racks, shots, encoding="cp1250")
    assert first.matches["content"].to_list() == second.matches["content"].to_list()
    assert first.source.sha256 != second.source.sha256


def test_quoted_cells_of_several_lines_keep_the_line_numbers_right(tmp_path: Path) -> None:
    shots = SHOTS + 'M-1,1,2,A,"4","","v",,,,,,"one ""two""\nthree, four\n\nfive"\n\nM-1,1,3,B,16,,,,,,,,\n'
    reading = read(tmp_path, MATCHES, RACKS, shots)
    assert faults(reading) == [(8, "path", "ball")]
    assert reading.quarantined[0].file.endswith("shots.csv")
    reading = read(tmp_path, MATCHES, RACKS, shots.replace("16", "15"))
    assert reading.shots.select("note", "line").rows()[1:] == [('one "two"\nthree, four\n\nfive', 3), (None, 8)]


def test_an_open_quote_makes_the_file_unreadable(tmp_path: Path) -> None:
    reading = read(tmp_path, MATCHES, RACKS, SHOTS + 'M-1,1,2,A,4,,,,,,,,"lost\nM-1,1,3,B,5,,,,,,,,\n')
    assert [(p.match, p.line, p.code) for p in reading.quarantined] == [(None, 3, "quote")]
    assert reading.read == 0


def test_rows_may_stand_in_any_order(tmp_path: Path) -> None:
    shots = SHOTS + "M-1,1,3,B,5,,,,,,,,\nM-1,1,2,A,4,,,,,,,,\n"
    assert read(tmp_path, MATCHES, RACKS, shots).shots["path"].to_list() == ["3 -", "4", "5"]


def test_a_title_and_empty_rows(tmp_path: Path) -> None:
    title = "Rezultati 3. kroga,,,,\n,,,,\n"
    reading = read(tmp_path, title + MATCHES + ",,,,\n\n", "sep=,\n" + RACKS, SHOTS)
    assert not reading.quarantined
    assert reading.matches["line"].to_list() == [4]
    assert [(w.line, w.text) for w in reading.warnings] == [(1, "Rezultati 3. kroga"), (1, "sep=")]


def test_unknown_columns_of_matches_are_tags(tmp_path: Path) -> None:
    matches = "Match,DATE,a,b,RaceTo,Oprema,A.Id,note\nM-1,2026-10-03,Ana,Črt,1,kij,BZS-1,opomba\n"
    reading = read(tmp_path, matches)
    assert reading.tags.select("tag", "value").sort("tag").rows() == [("Oprema", "kij"), ("note", "opomba")]
    assert reading.persons["id"].to_list() == ["BZS-1", None]
    assert [(w.column, w.match) for w in reading.warnings] == [("Oprema", "M-1")]


@pytest.mark.parametrize(
    ("table", "row", "expected"),
    [
        ("matches", "M-1,2026-10-03,Ana,Črt,2\n", (3, "Match", "match-twice")),
        ("matches", "M-1,2026-10-03,Ana Žnidar,Črt Šuštar,1,stray\n", (3, "#6", "no-heading")),
        ("racks", "M-1,1,A,A,\n", (3, "rack", "rack-number")),
        ("racks", "M-1,3,A,A,\n", (3, "rack", "rack-number")),
        ("racks", "M-1,two,A,A,\n", (3, "rack", "rack-number")),
        ("racks", "M-1,2,,A,\n", (3, "breaker", "rack-breaker")),
        ("racks", ",2,B,A,\n", (3, "match", "no-match-id")),
        ("shots", "M-1,1,3,A,4,,,,,,,,\n", (3, "shot", "shot-number")),
        ("shots", "M-1,1,1,A,4,,,,,,,,\n", (3, "shot", "shot-number")),
        ("shots", "M-1,1,,A,4,,,,,,,,\n", (3, "shot", "shot-number")),
        ("shots", "M-1,2,1,A,4,,,,,,,,\n", (3, "rack", "unknown-rack")),
        ("shots", "M-1,,1,A,4,,,,,,,,\n", (3, "rack", "shot-rack")),
        ("shots", ",1,2,A,4,,,,,,,,\n", (3, "match", "no-match-id")),
        ("shots", "M-1,1,2,A,4,,,,,,,,,,stray\n", (3, "#15", "no-heading")),
    ],
)
def test_rows_that_do_not_fit(tmp_path: Path, table: str, row: str, expected: tuple[int, str, str]) -> None:
    texts = {"matches": MATCHES, "racks": RACKS, "shots": SHOTS}
    texts[table] += row
    reading = read(tmp_path, *texts.values())
    if table == "matches" and "stray" in row:  # the same match again is read once; what is beside it is not lost
        assert expected in faults(reading)
    else:
        assert faults(reading) == [expected]
    assert {problem.match for problem in reading.quarantined} == {"M-1"}
    assert reading.quarantined[-1].file.endswith(f"{table}.csv")
    assert (reading.read, reading.matches.height) == (1, 0)


def test_rows_of_a_match_that_is_not_there(tmp_path: Path) -> None:
    shots = SHOTS + "M-9,1,1,A,4,,,,,,,,\nM-9,1,2,A,4,,,,,,,,\n"
    reading = read(tmp_path, MATCHES, RACKS + "M-9,1,A,A,\n", shots)
    assert [(p.match, p.line, p.code) for p in reading.quarantined] == [("M-9", 3, "unknown-match")]
    assert reading.matches["match"].to_list() == ["M-1"]
    assert reading.read == 2


def test_the_same_row_of_a_match_twice_is_said_and_read_once(tmp_path: Path) -> None:
    reading = read(tmp_path, MATCHES + MATCHES.split("\n")[1] + "\n")
    assert (reading.read, reading.matches.height) == (1, 1)
    assert [(w.line, w.match) for w in reading.warnings] == [(3, "M-1")]


@pytest.mark.parametrize(
    ("table", "old", "new", "code"),
    [
        ("shots", "path", "pth", "headings"),
        ("shots", "result,", "", "headings"),
        ("shots", "time", "tme", "unknown-heading"),
        ("shots", "note", "path", "heading-twice"),
        ("matches", "match,date", "id,date", "headings"),
        ("racks", "breaker", "breker", "headings"),
    ],
)
def test_headings(tmp_path: Path, table: str, old: str, new: str, code: str) -> None:
    texts = {"matches": MATCHES, "racks": RACKS, "shots": SHOTS.replace(",,,,,\n", ",,,,0:01:02,\n")}
    texts[table] = texts[table].replace(old, new, 1)
    reading = read(tmp_path, *texts.values())
    assert [(p.match, p.code) for p in reading.quarantined] == [(None, code)]
    assert reading.quarantined[0].file.endswith(f"{table}.csv")
    assert reading.read == 0


def test_a_needed_tag_without_a_column_is_missed_in_every_match(tmp_path: Path) -> None:
    reading = read(tmp_path, "match,a,b,raceto\nM-1,Ana,Črt,1\nM-2,Ana,Črt,1\n")
    found = [(p.match, p.line, p.column, p.code) for p in reading.quarantined]
    assert found == [("M-1", 2, "Date", "missing-tag"), ("M-2", 3, "Date", "missing-tag")]


def test_columns_that_may_be_missing_or_more(tmp_path: Path) -> None:
    shots = "match,rack,shot,player,path,result\nM-1,1,1,A,3,3FL\n"
    reading = read(tmp_path, MATCHES, "match,rack,breaker\nM-1,1,A\n", shots)
    assert not reading.quarantined
    assert {w.text for w in reading.warnings} == {
        "result",
        "reason",
        "intent",
        "view",
        "seen",
        "called",
        "choice",
        "time",
    }
    reading = read(tmp_path, MATCHES, RACKS, SHOTS.replace("note\n", "note,by\n").replace(",,,,,\n", ",,,,,,me\n"))
    assert not reading.quarantined
    assert [(w.column, w.text) for w in reading.warnings] == [("by", "me")]


def test_the_siblings_are_found_from_any_of_the_three_and_read_once(tmp_path: Path) -> None:
    write(tmp_path)
    for file in tmp_path.iterdir():
        file.rename(tmp_path / f"Liga-{file.stem.upper()}-3.CSV")
    files = sorted(tmp_path.iterdir())
    for file in files:
        (reading,) = read_paths([file])
        assert reading.matches.height == 1
    assert len(list(read_paths(files))) == 1
    assert len(list(read_paths([tmp_path]))) == 1


def test_a_missing_sibling_and_a_name_that_says_nothing(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "racks.csv").unlink()
    (reading,) = read_paths([tmp_path / "shots.csv"])
    assert [(p.code, Path(p.file).name) for p in reading.quarantined] == [("missing-table", "racks.csv")]
    (tmp_path / "shots.csv").rename(tmp_path / "udarci.csv")
    (reading,) = read_paths([tmp_path / "udarci.csv"])
    assert [problem.code for problem in reading.quarantined] == ["csv-name"]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "racks.csv").write_bytes(b"match;rack\n\x81\x83\xff\xfe\n")
    (reading,) = read_paths([tmp_path / "racks.csv"])
    assert [problem.code for problem in reading.quarantined] == ["encoding"]


@pytest.mark.parametrize("table", [0, 1, 2])
def test_a_mixture_of_encodings_is_not_guessed_at(tmp_path: Path, table: int) -> None:
    texts = [MATCHES, RACKS, SHOTS]
    texts[table] = texts[table].rstrip("\n") + "Žiga\n"
    (tmp_path / "shots.csv").parent.mkdir(exist_ok=True)
    write(tmp_path, *texts)
    name = ("matches", "racks", "shots")[table]
    whole = (tmp_path / f"{name}.csv").read_bytes()
    for harmed in (whole + "Črt".encode("cp1250"), whole[: whole.rindex("Ž".encode()) + 1] + "\nČrt".encode()):
        (tmp_path / f"{name}.csv").write_bytes(harmed)
        (reading,) = read_paths([tmp_path / "shots.csv"])
        assert [(p.code, p.match, Path(p.file).stem) for p in reading.quarantined] == [("encoding", None, name)]
