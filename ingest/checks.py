"""The racks and shots of a file: numbering, vocabulary, and the errors of their cells; all of them, not the first."""

from typing import Final

import polars as pl

from ingest import vocabulary as v
from ingest.grammar import errors
from ingest.grammar.cells import error_column, place_column
from ingest.headers import whole
from ingest.problems import visible
from ingest.readers.cells import Fault, Written
from ingest.schema import CELLS
from wording import _

_INT16: Final = 2**15 - 1
_TOKEN_END: Final = " "


def numbered_racks(written: Written) -> pl.DataFrame:
    """The racks with `n`, their number as an integer (null where it is none), in order."""
    racks = written.racks.with_columns(
        pl.col("rack").str.strip_chars().pipe(whole).alias("n"),
        *(pl.col(c).str.strip_chars().replace("", None) for c in ("breaker", "result", "reason")),
    )
    return racks if written.in_order else racks.sort("m", "n", nulls_last=True, maintain_order=True)


def numbered_shots(written: Written) -> pl.DataFrame:
    """The shots with `r` and `n`, the numbers of rack and shot (null where they are none), in order."""
    shots = written.shots.with_columns(pl.col("rack").str.strip_chars().pipe(whole).alias("r"))
    if written.in_order:
        return shots.with_columns(n=pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("m", "r"))
    shots = shots.with_columns(pl.col("shot").str.strip_chars().pipe(whole).alias("n"))
    return shots.sort("m", "r", "n", nulls_last=True, maintain_order=True)


def rack_faults(racks: pl.DataFrame) -> list[Fault]:
    """Numbers from 1 without a gap, breaker, result and reason from their vocabularies."""
    result, reason = pl.col("result"), pl.col("reason")
    expected = pl.col("n").shift(1, fill_value=0).over("m") + 1
    return [
        *_numbering(racks, "rack", expected, _("rack {number}, since racks are numbered from 1 without a gap")),
        *_said(racks, "breaker", ~pl.col("breaker").is_in(list(v.PLAYERS)).fill_null(False), _("the breaker: A or B")),
        *_said(racks, "result", ~result.is_in(list(v.RACK_RESULTS)), _("A, B, replay, ? or nothing")),
        *_said(racks, "reason", ~reason.is_in(list(v.RACK_REASONS)), _("concession, forfeit or nothing")),
        *_said(
            racks,
            "reason",
            reason.is_in(list(v.RACK_REASONS)) & ~result.is_in(list(v.PLAYERS)).fill_null(False),
            _("a winner (A or B) beside concession or forfeit"),
        ),
    ]


def shot_faults(written: Written, shots: pl.DataFrame, racks: pl.DataFrame) -> list[Fault]:
    """Numbers from 1 in each rack without a gap, a known rack, and the errors of the decoded cells."""
    found: list[Fault] = []
    if not written.in_order:
        bad_rack = pl.col("r").is_null() | (pl.col("r") < 1)
        found += _said(shots, "rack", bad_rack, _("the number of a rack, from 1"), "shots")
        homeless = shots.filter(pl.col("r").is_not_null()).join(racks, left_on=["m", "r"], right_on=["m", "n"], how="anti")
        found += [
            Fault(m, "unknown-rack", rack, _("a rack that stands in the table of racks"), "shots", line, "rack")
            for m, rack, line in homeless.unique(["m", "r"], maintain_order=True).select("m", "rack", "line").iter_rows()
        ]
        expected = pl.col("n").shift(1, fill_value=0).over("m", "r") + 1
        numbers = _("shot {number}, since shots are numbered from 1 in each rack without a gap")
        found += _numbering(shots.filter(~bad_rack), "shot", expected, numbers, "shots")
    for cell in CELLS:
        found += _cell_faults(written, shots, cell)
    return found


def _cell_faults(written: Written, shots: pl.DataFrame, cell: str) -> list[Fault]:
    number = pl.col(error_column(cell))
    at = pl.col(place_column(cell)) if place_column(cell) in shots.columns else pl.lit(0)
    bad = shots.filter(number != errors.FINE).select("m", "line", cell, number.alias("error"), at.alias("at"))
    return [_cell_fault(cell, *row) for row in bad.iter_rows()]


def _cell_fault(cell: str, m: int, line: int, text: str | None, error: int, at: int) -> Fault:
    text = text or ""
    located = error not in (errors.MOUTH, errors.NO_BALL, errors.CONTROL)
    token = text.encode()[at:].decode(errors="replace").split(_TOKEN_END)[0] if located and " " in text else ""
    shown = visible(text)
    return Fault(m, errors.code(error), shown, errors.expected(error, visible(token)), "shots", line, cell, _hint(text))


def _hint(text: str) -> str:
    if text.startswith("="):
        return _("Excel took the cell for a formula; format the column as text and write it again.")
    if text[:1] == "-" and text[1:2].isdigit():
        return _("A space belongs between the cushion and the ball: - 12. Excel may have made a number of it.")
    return ""


def _numbering(
    rows: pl.DataFrame, cell: str, expected: pl.Expr, words: str, table: str = "racks"
) -> list[Fault]:
    place = "shots" if table == "shots" else "racks"
    rows = rows.with_columns(due=expected)
    no_number = rows.filter(pl.col(cell).is_not_null() & pl.col("n").is_null() | (pl.col("n") > _INT16))
    wrong = rows.filter(pl.col("n") != pl.col("due"))
    code = f"{cell}-number"
    return [
        Fault(m, code, visible(text), _("a whole number from 1"), place, line, cell)  # type: ignore[arg-type]
        for m, text, line in no_number.select("m", cell, "line").iter_rows()
    ] + [
        Fault(m, code, visible(text), words.format(number=due), place, line, cell)  # type: ignore[arg-type]
        for m, text, line, due in wrong.select("m", cell, "line", "due").iter_rows()
    ]


def _said(rows: pl.DataFrame, cell: str, wrong: pl.Expr, expected: str, table: str = "racks") -> list[Fault]:
    return [
        Fault(m, f"{'rack' if table == 'racks' else 'shot'}-{cell}", visible(text or ""), expected, table, line, cell)  # type: ignore[arg-type]
        for m, text, line in rows.filter(wrong).select("m", cell, "line").iter_rows()
    ]
