"""What Excel does to cells: put right where the original is certain, named where it is not."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from ingest.reading import Reading, read_paths
from tests.ingest.readers.test_csv import MATCHES, RACKS, SHOTS
from tests.ingest.readers.test_csv import read as read_csv
from tests.ingest.samples import faults

Write = Callable[[Any, Any, int, int], None]
"""How to write one special cell: book, sheet, row, column."""


def workbook(cells: Mapping[tuple[str, str], Write | None], top: int = 0, left: int = 0) -> bytes:
    """The same small match as in CSV; `cells` are special ones by (sheet, heading), in the first row under these."""
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        for name, text in (("matches", MATCHES), ("racks", RACKS), ("shots", SHOTS)):
            sheet = book.add_worksheet(name)
            headings, row = (line.split(",") for line in text.strip().split("\n"))
            headings += [heading for table, heading in cells if table == name and heading not in headings]
            for i, heading in enumerate(headings):
                sheet.write_string(top, left + i, heading)
                special = cells.get((name, heading))
                if special is not None:
                    special(book, sheet, top + 1, left + i)
                elif i < len(row):
                    sheet.write(top + 1, left + i, int(row[i]) if row[i].isdigit() else row[i])
    return data.getvalue()


def read(folder: Path, data: bytes) -> Reading:
    (folder / "liga.xlsx").write_bytes(data)
    (reading,) = read_paths([folder / "liga.xlsx"])
    return reading


def number(value: float, shown: str | None = None) -> Write:
    return lambda book, sheet, row, column: sheet.write_number(
        row, column, value, shown and book.add_format({"num_format": shown})
    )


def day(year: int, month: int, day_: int) -> Write:
    return number((dt.date(year, month, day_) - dt.date(1899, 12, 30)).days, "d. m. yyyy")


def clock(seconds: float, shown: str = "[h]:mm:ss") -> Write:
    return number(seconds / 86_400, shown)


def formula(text: str, value: Any) -> Write:
    return lambda _book, sheet, row, column: sheet.write_formula(row, column, text, None, value)


def text(value: str) -> Write:
    return lambda _book, sheet, row, column: sheet.write_string(row, column, value)


CERTAIN = [
    # sheet, heading, what stands there, the column of the canonical table and its value
    ("matches", "date", day(2026, 10, 3), "date", dt.date(2026, 10, 3)),
    ("matches", "date", text("3. 10. 2026"), "date", dt.date(2026, 10, 3)),
    ("matches", "date", text("03.10.2026"), "date", dt.date(2026, 10, 3)),
    ("matches", "raceto", number(3), "race_to", 3),
    ("matches", "raceto", text(" 3,0 "), "race_to", 3),
    ("matches", "round", number(7), "round", "7"),
    ("matches", "match", number(17), "match", None),  # and so in the other sheets, below
    ("shots", "path", number(12), "path", "12"),
    ("shots", "path", text(" 12  - "), "path", "12 -"),
    ("shots", "time", clock(103), "time", "0:01:43"),
    ("shots", "time", clock(103.5), "time", "0:01:43.500"),
    ("shots", "time", clock(30 * 3600 + 5), "time", "30:00:05"),
    ("shots", "time", clock(0), "time", "0:00:00"),
    ("shots", "time", clock(3723, "hh:mm:ss"), "time", "1:02:03"),
    ("shots", "time", text("0:01:43,5"), "time", "0:01:43.500"),
    ("shots", "time", number(46_067 + 0.5, "d. m. yyyy hh:mm:ss"), "time", "2026-02-14T12:00:00"),
    ("shots", "time", text("14. 2. 2026 9:05"), "time", "2026-02-14T09:05:00"),
    ("shots", "rack", formula("=RC[-1]", 1), "rack", 1),
]


@pytest.mark.parametrize(("sheet", "heading", "write", "column", "value"), CERTAIN)
def test_cells_whose_original_is_certain(
    tmp_path: Path, sheet: str, heading: str, write: Write, column: str, value: object
) -> None:
    cells: dict[tuple[str, str], Write | None] = {(sheet, heading): write}
    if heading == "match":
        cells |= {("racks", "match"): write, ("shots", "match"): write}
        value = "17"
    reading = read(tmp_path, workbook(cells))
    assert not reading.quarantined, reading.quarantined
    rows = reading.matches if sheet == "matches" else reading.shots
    assert rows[column].to_list() == [value]


@pytest.mark.parametrize("write", [text("1:0"), clock(3600, "h:mm"), text("01:00:00")])
def test_a_score_with_a_colon_is_read_with_a_warning(tmp_path: Path, write: Write) -> None:
    reading = read(tmp_path, workbook({("matches", "score"): write}))
    assert not reading.quarantined, reading.quarantined
    assert reading.matches.select("claimed_a", "claimed_b").rows() == [(1, 0)]
    assert [(w.column, w.text) for w in reading.warnings] == [("F", "1:0")]


UNCERTAIN = [
    # sheet, heading, what stands there, the column's letter, the code
    ("matches", "score", day(2026, 1, 3), "F", "excel-date"),
    ("matches", "score", text("3. jan"), "F", "excel-date"),
    ("matches", "score", number(-2), "F", "excel-number"),
    ("matches", "score", formula("=3-1", 2), "F", "excel-formula"),
    ("matches", "round", day(2026, 2, 1), "F", "excel-date"),
    ("matches", "match", day(2026, 1, 1), "A", "excel-date"),
    ("matches", "date", number(46_298), "B", "date"),
    ("matches", "date", text("3. 10. 26"), "B", "date"),
    ("matches", "date", text("10/3/2026"), "B", "date"),
    ("matches", "venue", formula("=NAME()", "#NAME?"), "F", None),
    ("racks", "result", formula("=A+B", "#NAME?"), "D", "excel-error"),
    ("shots", "path", number(-12), "E", "excel-number"),
    ("shots", "path", text("-12"), "E", "excel-number"),
    ("shots", "path", formula("=-3+5", 2), "E", "excel-formula"),
    ("shots", "path", formula("=- 3 + 5", 2), "E", "excel-formula"),
    ("shots", "path", text("=-3+5"), "E", "excel-formula"),
    ("shots", "path", day(2026, 1, 3), "E", "excel-date"),
    ("shots", "path", number(3.5), "E", "joined"),
    ("shots", "result", text("#IME?"), "H", "excel-error"),
    ("shots", "result", day(2026, 1, 3), "H", "excel-date"),
    ("shots", "choice", formula("=-5", -5), "K", "excel-formula"),
    ("shots", "time", number(0.0011921), "L", "time"),
    ("shots", "player", lambda _book, sheet, row, column: sheet.write_boolean(row, column, True), "D", "player"),
]


@pytest.mark.parametrize(("sheet", "heading", "write", "letter", "code"), UNCERTAIN)
def test_cells_whose_original_is_not_certain_are_named(
    tmp_path: Path, sheet: str, heading: str, write: Write, letter: str, code: str | None
) -> None:
    cells: dict[tuple[str, str], Write | None] = {(sheet, heading): write}
    if heading == "match":
        cells |= {("racks", "match"): write, ("shots", "match"): write}
    reading = read(tmp_path, workbook(cells))
    if code is None:
        code = "excel-error"
    assert code in [problem.code for problem in reading.quarantined], reading.quarantined
    problem = next(problem for problem in reading.quarantined if problem.code == code)
    assert (problem.sheet, problem.line, problem.column) == (sheet, 2, letter)
    assert problem.place.endswith(f"liga.xlsx, {sheet}!{letter}2")
    assert problem.expected
    if code.startswith("excel-"):
        assert "Excel" in problem.expected
        assert "as text" in problem.hint
    assert reading.matches.is_empty()
    assert reading.read == 1


def test_cells_are_found_where_the_table_does_not_start_in_the_corner(tmp_path: Path) -> None:
    reading = read(tmp_path, workbook({("shots", "path"): formula("=-3+5", 2), ("shots", "result"): text("3XX")}, 3, 2))
    assert sorted(faults(reading), key=str) == [(5, "G", "excel-formula"), (5, "J", "pocket")]


def test_a_title_above_the_headings_of_a_sheet(tmp_path: Path) -> None:
    data = io.BytesIO(workbook({}, top=2))

    book = openpyxl.load_workbook(data)
    book["shots"]["A1"] = "Udarci 3. kroga"
    book.save(tmp_path / "liga.xlsx")
    (reading,) = read_paths([tmp_path / "liga.xlsx"])
    assert not reading.quarantined
    assert [(w.sheet, w.line, w.text) for w in reading.warnings] == [("shots", 1, "Udarci 3. kroga")]
    assert reading.shots["line"].to_list() == [4]


def test_a_date_under_an_unknown_heading_is_a_day_and_text_that_looks_like_one_is_not_touched(tmp_path: Path) -> None:
    cells = {("matches", "Vpisano"): day(2026, 10, 4), ("matches", "Drugo"): text("2026-10-04 00:00:00")}
    reading = read(tmp_path, workbook(cells))
    assert not reading.quarantined
    tags = reading.tags.select("tag", "value").sort("tag").rows()
    assert tags == [("Drugo", "2026-10-04 00:00:00"), ("Vpisano", "2026-10-04")]


@pytest.mark.parametrize(
    ("table", "old", "new", "column", "code"),
    [
        ("matches", "2026-10-03", "3. 10. 2026", None, None),
        ("matches", "2026-10-03", "3.10.2026 ", None, None),
        ("matches", "2026-10-03", "3. okt", "Date", "date"),
        ("matches", ",1\n", ",3. 1. 2026\n", "RaceTo", "excel-date"),
        ("shots", "3 -", "3. jan", "path", "excel-date"),
        ("shots", "3 -", "-12", "path", "excel-number"),
        ("shots", "3 -", "#IME?", "path", "excel-error"),
        ("shots", "3FL", "03-Jan", "result", "excel-date"),
        ("racks", "M-1,1,", 'M-1,"1,0",', None, None),
    ],
)
def test_the_same_habits_in_csv(
    tmp_path: Path, table: str, old: str, new: str, column: str | None, code: str | None
) -> None:
    texts = {"matches": MATCHES, "racks": RACKS, "shots": SHOTS}
    assert old in texts[table]
    texts[table] = texts[table].replace(old, new)
    reading = read_csv(tmp_path, *texts.values())
    assert faults(reading) == ([] if code is None else [(2, column, code)])


@pytest.mark.parametrize("formula", ["=SUM(A1:A2)", "=A1", '=IF(A1="","","3")'])
@pytest.mark.parametrize(("outcome", "expected"), [(None, "excel-formula"), ("3 -", None), ("", None)])
def test_a_formula_counts_by_its_outcome_and_not_without_one(
    tmp_path: Path, formula: str, outcome: str | None, expected: str | None
) -> None:
    whole = workbook(
        {("shots", "path"): lambda _book, sheet, row, column: sheet.write_formula(row, column, formula, None, "?")}
    )
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(data, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if outcome is None:  # as a program writes it that does not work formulas out
                text = text.replace(b' t="str"', b"").replace(b"<v>?</v>", b"<v></v>")
            new.writestr(name, text.replace(b"<v>?</v>", f"<v>{outcome}</v>".encode()))
    reading = read(tmp_path, data.getvalue())
    assert [p.code for p in reading.quarantined] == ([expected] if expected else [])
    if expected is None:
        assert reading.shots["path"].to_list() == [outcome or "?"]


def test_a_sheet_beside_the_three_is_told(tmp_path: Path) -> None:
    data = io.BytesIO(workbook({}))
    book = openpyxl.load_workbook(data)
    for name in ("shots (2)", "Navodila - Instructions", "errors", "napake"):
        book.create_sheet(name).append(["match", "rack", "shot"])
    book.save(data)
    reading = read(tmp_path, data.getvalue())
    assert [(w.text, "not read" in w.message) for w in reading.warnings] == [("shots (2)", True)]
    assert reading.matches.height == 1
