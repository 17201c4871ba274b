"""What is looked up in the XML of a sheet: how far it reaches, and which cells Excel made something else of."""

import io
from pathlib import Path

import pytest
import xlsxwriter

from ingest.readers import sheet_xml
from ingest.readers.habits import ERROR, FORMULA
from ingest.readers.sheet_xml import check_form, extent, first_filled, letters, spoiled_cells, text_cells
from tests.ingest.samples import read


@pytest.mark.parametrize(
    ("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16_383, "XFD")]
)
def test_names_of_columns(column: int, name: str) -> None:
    assert letters(column) == name
    assert extent(f'<c r="{name}7">'.encode()) == (column, column, 7)


@pytest.mark.parametrize(
    ("xml", "reach"),
    [
        (b"", (0, -1, 0)),
        (b'<row r="12"><c><v>1</v></c></row>', (0, -1, 12)),
        (b'<row r="3"><c r="C3"/><c s="1" r="B3"/></row>', (1, 2, 3)),
        (b"<c\n\tr='aa17'><c r=\"D2\">", (3, 26, 17)),
        (b'<c r="A1"/><c r="XFD1048576"/>', (0, 16_383, 1_048_576)),
    ],
)
def test_how_far_a_sheet_reaches(xml: bytes, reach: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    assert extent(xml) == reach
    for size in range(1, 12):  # wherever the pieces in which it is read meet
        monkeypatch.setattr(sheet_xml, "_PIECE", size)
        assert extent(xml) == reach


@pytest.mark.parametrize("xml", [b'<c r="ABCD1"/>', b'<c r="A99999999"/>', b'<c r ="A1"/>', b'<c r= "A1"/>'])
def test_references_that_no_sheet_can_have(xml: bytes) -> None:
    with pytest.raises(ValueError, match="no sheet"):
        extent(xml)


@pytest.mark.parametrize(
    "xml",
    [
        b'<c r="A1"r="XFD9"/>',
        b'<c r="A1" r="XFD9"/>',
        b"<c",
        b"",
        b"\xff\xfe<\x00",
        b"<!DOCTYPE c><c/>",
        b"<c>&x;</c>",
        b"<?xml version='1.0' encoding='UsF-8'?><c/>",
    ],
)
def test_what_is_no_sound_xml(xml: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        check_form(xml)


def test_formulas_errors_and_texts() -> None:
    xml = (
        b'<c r="A1"><f>-3+5</f><v>2</v></c><c r="B1" s="2"><f>- 12</f></c><c r="C1"><f>A1+1</f><v>3</v></c>'
        b'<c r="D1" t="e"><v>#NAME?</v></c><x:c t="e" r="E2"><x:f>NAME()</x:f><x:v>#N/A</x:v></x:c>'
        b'<c r="F2" t="s"><v>0</v></c><c r="G2" s="1"/><c r="H2"><v>7</v></c>'
        b'<c r="I2"><f t="shared" si="0"/><v>1</v></c>'
    )
    assert spoiled_cells(xml) == {
        (1, 0): (FORMULA, "=-3+5"),
        (1, 1): (FORMULA, "=- 12"),
        (1, 3): (ERROR, "#NAME?"),
        (2, 4): (ERROR, "#N/A"),
        (2, 8): (FORMULA, "="),
    }
    assert text_cells(xml) == {(2, 5)}
    assert first_filled(xml, 0) == 0
    assert first_filled(b'<c r="A1" s="1"/><c r="B1" s="1"/><c r="C1"><v>1</v></c>', 0) == 2


def test_two_cells_in_opposite_corners_do_not_fill_the_memory(tmp_path: Path) -> None:
    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        for name in ("matches", "racks", "shots"):
            sheet = book.add_worksheet(name)
            sheet.write_string(0, 0, "match")
            sheet.write_string(1_048_575, 16_383, "far")
    reading = read(tmp_path, data.getvalue(), "log.xlsx")
    assert [(p.code, p.text) for p in reading.quarantined] == [("too-large", "XFD1048576")]
    assert "lie together" in reading.quarantined[0].expected
