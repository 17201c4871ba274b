"""The empty workbook: filled in by hand it reads back, empty it says so."""

import datetime as dt
from pathlib import Path

import openpyxl
import pytest

from ingest import template, vocabulary
from ingest.reading import read_paths
from wording import UserError


def test_a_filled_template_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "liga.xlsx"
    template.write(file)
    book = openpyxl.load_workbook(file)
    matches = book["matches"]
    headings = {cell.value: cell.column for cell in matches[1]}
    values = {"match": "T-1", "date": dt.date(2026, 10, 3), "a": "Ana", "b": "Črt", "raceto": 1, "score": "1-0"}
    for heading, value in values.items():
        matches.cell(2, headings[heading]).value = value
    book["racks"].append(["T-1", 1, "A", "A", "concession"])
    book["shots"].append(["T-1", 1, 1, "A", "12", None, None, None, None, None, None, "0:00:59"])
    book["shots"].append(["T-1", 1, 2, "B", "- 3+5", "kick", "h", "5FL", None, None, None, "0:01:02"])
    book.save(file)
    (reading,) = read_paths([file])
    assert not reading.quarantined
    assert not reading.warnings
    assert reading.matches.select("date", "race_to", "claimed_a").rows() == [(dt.date(2026, 10, 3), 1, 1)]
    assert reading.shots.select("path", "result", "time").rows() == [
        ("12", None, "0:00:59"),
        ("- 3+5", "5FL", "0:01:02"),
    ]


def test_an_empty_template_holds_no_match(tmp_path: Path) -> None:
    template.write(tmp_path / "liga.xlsx")
    (reading,) = read_paths([tmp_path / "liga.xlsx"])
    assert [(p.code, p.sheet) for p in reading.quarantined] == [("no-match", "matches")]


def test_what_excel_would_rewrite_is_text_and_closed_vocabularies_are_lists(tmp_path: Path) -> None:
    template.write(tmp_path / "liga.xlsx")
    book = openpyxl.load_workbook(tmp_path / "liga.xlsx")
    for sheet, headings in template.HEADINGS.items():
        assert [cell.value for cell in book[sheet][1]] == list(headings)
        formats = {
            column: dimension.number_format
            for dimension in book[sheet].column_dimensions.values()
            for column in range(dimension.min, dimension.max + 1)
        }
        special = {"date": "d. m. yyyy", "rack": "General", "shot": "General", "raceto": "General"}
        for column, heading in enumerate(headings, start=1):
            assert formats[column] == special.get(heading, "@")
    lists = {
        (sheet, rule.formula1)
        for sheet in template.HEADINGS
        for rule in book[sheet].data_validations.dataValidation
        if rule.type == "list"
    }
    for words in (vocabulary.BREAK_RULES, vocabulary.STATUSES, vocabulary.CALLS):
        assert ("matches", f'"{",".join(words)}"') in lists
    assert ("racks", '"concession,forfeit"') in lists
    assert ("shots", '"pot,safety,kick"') in lists


def test_the_instructions_speak_both_languages(tmp_path: Path) -> None:
    template.write(tmp_path / "liga.xlsx")
    page = openpyxl.load_workbook(tmp_path / "liga.xlsx").worksheets[-1]
    lines = [str(row[0].value) for row in page.iter_rows() if row[0].value]
    assert {"Slovensko", "English"} <= set(lines)
    assert len(lines) == 2 * len(template._INSTRUCTIONS) + 2
    assert lines[-1] == template._INSTRUCTIONS[-1]


def test_a_template_is_a_workbook(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"end in \.xlsx"):
        template.write(tmp_path / "liga.csv")
    with pytest.raises(UserError, match="cannot be written"):
        template.write(tmp_path / "nowhere" / "liga.xlsx")
