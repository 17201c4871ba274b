"""All cells of a shot together: canonical spelling, times, and what two cells say of one another."""

from typing import Any

import polars as pl
import pytest

from ingest.grammar import errors
from ingest.grammar.cells import decode_cells, error_column, place_column
from ingest.schema import CELLS, FACTS


def decoded(**cells: str | None) -> dict[str, Any]:
    """The one shot with these cells, A's and with an unrecorded path unless they say otherwise."""
    shot = pl.DataFrame([{"player": "A", **cells}], schema=dict.fromkeys(CELLS, pl.String))
    return decode_cells(shot).row(0, named=True)


def wrong(shot: dict[str, Any]) -> dict[str, str]:
    """The codes of the cells in error."""
    return {cell: errors.code(shot[error_column(cell)]) for cell in CELLS if shot[error_column(cell)] != errors.FINE}


def test_the_columns_of_the_schema_in_their_types() -> None:
    shots = decode_cells(pl.DataFrame([{"player": "B"}], schema=dict.fromkeys(CELLS, pl.String)))
    assert {name: shots.schema[name] for name in FACTS} == dict(FACTS)
    assert decode_cells(shots.select(CELLS.names()).clear()).select(FACTS.names()).schema == FACTS


def test_blanks_are_collapsed_and_empty_cells_are_null() -> None:
    shot = decoded(path=" |  1+9\u00a0 -\t", result=" ", seen="", view=" v ", called=" foul ,missed", note="  \n ")
    assert (shot["path"], shot["result"], shot["seen"], shot["view"]) == ("| 1+9 -", None, None, "v")
    assert (shot["called"], shot["note"]) == ("missed foul", None)
    assert not wrong(shot)


def test_an_empty_path_is_not_recorded_and_an_empty_result_says_that_nothing_fell() -> None:
    shot = decoded()
    assert (shot["path"], shot["path_state"], shot["result"], shot["result_known"]) == ("?", 0, None, 1)
    shot = decoded(result="?")
    assert (shot["result"], shot["result_known"]) == ("?", 0)


def test_players_views_and_intents() -> None:
    assert decoded(player="B", view="h", intent="kick")["shooter"] == 1
    assert [decoded(view=view)["view_code"] for view in (None, "v", "h")] == [0, 1, 2]
    assert wrong(decoded(player="a", view="V", intent="pots")) == {
        "player": "player",
        "view": "view",
        "intent": "intent",
    }
    assert wrong(decoded(player=None)) == {"player": "player"}


@pytest.mark.parametrize(
    ("path", "result", "code"),
    [
        ("| 3 _", "cFL", None),
        ("_", "c?", None),
        ("_ 3", "?", None),
        ("3 _", None, "mouth"),
        ("3 _", "3FL", "mouth"),
        ("3 _", "c^", "mouth"),
        ("-", "3FL", "no-ball-touched"),
        (".", "3^", "no-ball-touched"),
        ("|", "3FL cFR", "no-ball-touched"),
        ("- ...", "3FL", None),
        ("?", "3FL", None),
        ("-", "cFL", None),
        ("-", "?", None),
    ],
)
def test_what_path_and_result_say_of_one_another(path: str, result: str | None, code: str | None) -> None:
    assert wrong(decoded(path=path, result=result)) == ({} if code is None else {"path": code})


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("0:01:43", "0:01:43"),
        ("00:01:43", "0:01:43"),
        ("12:59:59.5", "12:59:59.500"),
        ("0:00:07,25", "0:00:07.250"),
        ("0:00:07.000", "0:00:07"),
        ("26:00:00", "26:00:00"),
        ("2026-02-14T10:03:01", "2026-02-14T10:03:01"),
        ("2026-02-14 10:03", "2026-02-14T10:03:00"),
        ("2026-02-14T10:03:01.123456Z", "2026-02-14T10:03:01.123456Z"),
        ("2026-02-14T10:03:01,5+01:00", "2026-02-14T10:03:01.500+01:00"),
    ],
)
def test_times(text: str, spelled: str) -> None:
    shot = decoded(time=text)
    assert (shot["time"], wrong(shot)) == (spelled, {})
    assert decoded(time=spelled)["time"] == spelled


@pytest.mark.parametrize(
    "text", ["1:43", "0:1:43", "0:01:60", "0:60:00", "1.5", "noon", "2026-02-30T10:00:00", "2026-02-14", "0:01:43.5555"]
)
def test_no_times(text: str) -> None:
    shot = decoded(time=text)
    assert (shot["time"], wrong(shot)) == (text, {"time": "time"})


def test_control_characters_are_found_in_every_cell() -> None:
    for cell in CELLS:
        assert wrong(decoded(**{cell: "A\x00"}))[cell] == "control-character"


def test_notes_keep_their_lines_and_inner_blanks() -> None:
    assert decoded(note=" a  b \r\n\r\n  c\t \n")["note"] == "a  b\n\n  c"


def test_the_place_of_an_error_counts_in_the_canonical_text() -> None:
    assert decoded(path="3   16")[place_column("path")] == 2
    assert errors.expected(errors.BALL, "16").endswith("at “16”")
