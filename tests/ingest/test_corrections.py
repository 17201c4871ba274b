"""The workbook of corrections: mended with a spreadsheet and read again, every match goes in."""

from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from ingest.corrections import write
from ingest.job import ingest
from ingest.quarantine import dismiss, entries
from ingest.store import Store
from tests.ingest.logs import BROKEN, LEAGUE, kos
from wording import UserError, use

BAD = "FFFFC7CE"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def marked(sheet: Worksheet) -> dict[str, str]:
    """The cells of a sheet that are filled as bad, and what they hold."""
    cells = (cell for row in sheet.iter_rows() for cell in row)
    return {cell.coordinate: str(cell.value or "") for cell in cells if cell.fill.fgColor.rgb == BAD and cell.comment}


def row_of(sheet: Worksheet, **wanted: str) -> dict[str, openpyxl.cell.Cell]:
    """The first row with these values, its cells by heading."""
    headings = [str(cell.value) for cell in sheet[1]]
    for row in sheet.iter_rows(min_row=2):
        cells = dict(zip(headings, row, strict=True))
        if all(cells[name].value == value for name, value in wanted.items()):
            return cells
    raise AssertionError(wanted)


def test_the_broken_files_of_the_league_are_mended_in_one_workbook(store: Store, tmp_path: Path) -> None:
    ingest(LEAGUE, store)
    ingest([BROKEN], store)
    target = tmp_path / "popravki.xlsx"
    assert write(store, target) == 7
    book = openpyxl.load_workbook(target)
    assert book.sheetnames == ["matches", "racks", "shots", "errors"]
    matches, shots = book["matches"], book["shots"]
    assert set(marked(matches).values()) == {"2026-L1-001", ""}  # the conflict; the RaceTo that is missing
    assert sorted(marked(shots).values()) == ["15HL\\x00", "16 -", "2HL 2HR", "2XX", "6"]
    assert not marked(book["racks"])
    assert all(cell.number_format == "@" for row in shots.iter_rows(min_row=2) for cell in row)
    nul = row_of(shots, match="2026-X-13", result="15HL\\x00")["result"]
    assert nul.comment is not None
    assert "control characters" in nul.comment.text

    nul.value = "15HL"
    row_of(shots, match="2026-X-03", path="16 -")["path"].value = "15 -"
    row_of(shots, match="2026-X-05", result="2XX")["result"].value = "2SL"
    row_of(shots, match="2026-X-07", result="2HL 2HR")["result"].value = "2HL"
    gap = [row for row in shots.iter_rows(min_row=2, max_col=3) if row[0].value == "2026-X-15" and row[1].value == "1"]
    for number, row in enumerate(gap, start=1):
        row[2].value = str(number)
    row_of(matches, match="2026-X-11")["raceto"].value = "1"
    conflict = row_of(matches, match="2026-L1-001")["match"]
    for sheet in (matches, book["racks"], shots):
        for row in sheet.iter_rows(min_row=2, max_col=1):
            if row[0].value == "2026-L1-001":
                row[0].value = "2026-X-09"
    assert conflict.value == "2026-X-09"
    book.save(target)

    report = ingest([target], store)
    assert (report.total.read, report.total.new, report.total.quarantined) == (7, 7, 0), report.problems
    left = entries(store.at())
    # Which of the two is the right 2026-L1-001 only a person knows; of the cut file nothing could be mended.
    assert [(problem.match, problem.code) for problem in left] == [("2026-L1-001", "conflict"), (None, "unreadable")]
    assert {problem.match for problem in entries(store.at(report.before))} > {"2026-X-03", "2026-X-15"}
    assert dismiss(store, "2026-L1-001", "another match")[0] == 1
    assert dismiss(store, "truncated.xlsx")[0] == 1
    assert entries(store.at()) == []
    again = ingest([BROKEN], store)
    assert again.total.quarantined == 7  # the files are as broken as ever, which is told,
    assert not again.changed  # but nothing is opened again
    assert entries(store.at()) == []


def test_what_is_still_wrong_in_the_workbook_takes_the_place_of_what_was(store: Store, tmp_path: Path) -> None:
    ingest([BROKEN / "ball-16.kos"], store)
    target = tmp_path / "popravki.xlsx"
    write(store, target)
    book = openpyxl.load_workbook(target)
    row_of(book["shots"], path="16 -")["path"].value = "17 -"
    book.save(target)
    ingest([target], store)
    assert [(problem.file, problem.text) for problem in entries(store.at())] == [(str(target), "17 -")]
    assert not ingest([BROKEN / "ball-16.kos"], store).changed


@pytest.mark.parametrize("name", ["csv", "jsonl", "xlsx"])
def test_matches_of_every_format_are_recovered(name: str, store: Store, tmp_path: Path) -> None:
    from ingest.convert import convert

    good, bad = tmp_path / "good.kos", tmp_path / f"bad.{name}"
    good.write_text(
        kos("M1", shots=["A | 1+9 - > 5FL", "A 3 - > 3HL @ 0:01:02 # prva"], extra='[Sponzor "Žar"]'), "utf-8"
    )
    convert(good, bad)
    for file in tmp_path.glob("bad*"):
        if file.suffix == ".xlsx":
            book = openpyxl.load_workbook(file)
            row_of(book["shots"], result="3HL")["result"].value = "3XX"
            book.save(file)
        else:
            file.write_bytes(file.read_bytes().replace(b"3HL", b"3XX"))
    source = next(tmp_path.glob("bad*matches.csv"), bad)
    assert ingest([source], store).total.quarantined == 1
    target = tmp_path / "popravki.xlsx"
    assert write(store, target) == 1
    book = openpyxl.load_workbook(target)
    assert list(marked(book["shots"]).values()) == ["3XX"]
    row_of(book["shots"], result="3XX")["result"].value = "3HL"
    book.save(target)
    assert ingest([target], store).total.new == 1
    assert ingest([good], store).total.unchanged == 1  # the very same content, tag and note included


def test_a_match_without_an_id_can_be_given_one(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "a.kos"
    log.write_text(kos("M1", shots=["A 3 - > 3HL"]).replace('[Match "M1"]\n', ""), "utf-8")
    ingest([log], store)
    target = tmp_path / "popravki.xlsx"
    write(store, target)
    book = openpyxl.load_workbook(target)
    assert list(marked(book["matches"])) == ["A2"]
    for name in ("matches", "racks", "shots"):
        for row in book[name].iter_rows(min_row=2, max_col=1):
            row[0].value = "M7"
    book.save(target)
    assert ingest([target], store).total.new == 1
    assert store.at().read("matches", "match").item() == "M7"


def test_the_workbook_speaks_slovene(store: Store, tmp_path: Path) -> None:
    ingest([BROKEN / "ball-16.kos"], store)
    use("sl")
    write(store, tmp_path / "popravki.xlsx")
    assert openpyxl.load_workbook(tmp_path / "popravki.xlsx").sheetnames[:3] == ["matches", "racks", "shots"]


def test_there_may_be_nothing_to_correct(store: Store, tmp_path: Path) -> None:
    ingest([BROKEN / "truncated.xlsx"], store)
    with pytest.raises(UserError, match="no match to correct"):
        write(store, tmp_path / "popravki.xlsx")
    assert not (tmp_path / "popravki.xlsx").exists()


def test_only_what_is_open_can_be_dismissed(store: Store) -> None:
    ingest([BROKEN / "ball-16.kos"], store)
    with pytest.raises(UserError, match="2026-X-99"):
        dismiss(store, "2026-X-99")
