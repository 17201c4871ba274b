"""The racks and shots of a file: numbering, vocabulary, and the errors of their cells; all of them, not the first."""

from typing import Final

import polars as pl

from ingest import vocabulary as v
from ingest.grammar import errors
from ingest.grammar.cells import error_column, place_column
from ingest.headers import whole
from ingest.problems import visible
from ingest.readers.cells import Fault, Table, Written
from ingest.schema import CELLS
from wording import _

_INT16: Final = 2**15 - 1


def numbered_racks(written: Written) -> pl.DataFrame:
    """The racks in order, with `n`, their number as an integer (null where it is none), and `k`, their place."""
    racks = written.racks.with_columns(
        pl.col("rack").str.strip_chars().pipe(whole).alias("n"),
        *(pl.col(c).str.strip_chars().replace("", None) for c in ("breaker", "result", "reason")),
    )
    racks = racks if written.in_order else racks.sort("m", "n", nulls_last=True, maintain_order=True)
    return racks.with_columns(k=pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("m"))


def numbered_shots(written: Written) -> pl.DataFrame:
    """The shots with `r` and `n`, the numbers of rack and shot (null where they are none), in order."""
    shots = written.shots.with_columns(pl.col("rack").str.strip_chars().pipe(whole).alias("r"))
    if written.in_order:
        return shots.with_columns(n=pl.int_range(1, pl.len() + 1, dtype=pl.Int32).over("m", "r"))
    shots = shots.with_columns(pl.col("shot").str.strip_chars().pipe(whole).alias("n"))
    return shots.sort("m", "r", "n", nulls_last=True, maintain_order=True)


def rack_faults(racks: pl.DataFrame) -> list[Fault]:
    """Numbers from 1 without a gap, not too many; breaker, result and reason from their vocabularies."""
    result, reason = pl.col("result"), pl.col("reason")
    won = result.is_in(list(v.PLAYERS)).fill_null(False)
    racks = racks.with_columns(
        r=pl.col("k"),
        due=pl.col("n").shift(1, fill_value=0).over("m") + 1,
        n=pl.lit(None, pl.Int32),
        number=pl.col("n"),
    )
    return [
        *_numbering(racks, "rack", _("rack {number}, since racks are numbered from 1 without a gap")),
        *_rack(racks, "breaker", ~pl.col("breaker").is_in(list(v.PLAYERS)).fill_null(False), _("the breaker: A or B")),
        *_rack(racks, "result", ~result.is_in(list(v.RACK_RESULTS)), _("A, B, replay, ? or nothing")),
        *_rack(racks, "reason", ~reason.is_in(list(v.RACK_REASONS)), _("concession, forfeit or nothing")),
        *_rack(racks, "reason", reason.is_in(list(v.RACK_REASONS)) & ~won, _("a winner, A or B, beside the reason")),
    ]  # fmt: skip


def shot_faults(written: Written, shots: pl.DataFrame, racks: pl.DataFrame) -> list[Fault]:
    """Numbers from 1 in each rack without a gap, a known rack, and the errors of the decoded cells."""
    found = _too_many(shots) if written.in_order else []
    if not written.in_order:
        bad_rack = pl.col("r").is_null() | (pl.col("r") < 1)
        found += _faults(shots.filter(bad_rack), "rack", "shot-rack", _("the number of a rack, from 1"), "shots")
        homeless = shots.filter(~bad_rack).join(racks, left_on=["m", "r"], right_on=["m", "n"], how="anti")
        homeless = homeless.unique(["m", "r"], keep="first", maintain_order=True)
        found += _faults(homeless, "rack", "unknown-rack", _("a rack that stands in the table of racks"), "shots")
        due = pl.col("n").shift(1, fill_value=0).over("m", "r") + 1
        numbers = _("shot {number}, since shots are numbered from 1 in each rack without a gap")
        found += _numbering(shots.filter(~bad_rack).with_columns(due=due, number="n"), "shot", numbers, "shots")
    wrong = shots.filter(pl.any_horizontal(pl.col(error_column(cell)) != errors.FINE for cell in CELLS))
    for cell in CELLS if wrong.height else ():
        bad = wrong.filter(pl.col(error_column(cell)) != errors.FINE)
        at = pl.col(place_column(cell)) if place_column(cell) in shots.columns else pl.lit(0)
        rows = bad.select("m", "line", "r", "n", cell, pl.col(error_column(cell)).alias("error"), at.alias("at"))
        found += [_cell_fault(cell, *row) for row in rows.iter_rows()]
    return found


def _cell_fault(
    cell: str, m: int, line: int, rack: int | None, shot: int | None, text: str | None, error: int, at: int
) -> Fault:
    text = text or ""
    located = " " in text and error not in (errors.MOUTH, errors.NO_BALL, errors.CONTROL)
    token = text.encode()[at:].decode(errors="replace").split(" ")[0] if located else ""
    expected = errors.expected(error, visible(token))
    return Fault(m, errors.code(error), visible(text), expected, "shots", line, cell, _hint(text), rack, shot)


def _hint(text: str) -> str:
    if text.startswith("="):
        return _("Excel took the cell for a formula; format the column as text and write it again.")
    if text[:1] == "-" and text[1:2].isdigit():
        return _("A space belongs between the cushion and the ball: - 12. Excel may have made a number of it.")
    return ""


def _numbering(rows: pl.DataFrame, cell: str, words: str, table: Table = "racks") -> list[Fault]:
    """The faults of numbers that are none (`number` null) or not the one that is `due`; `words` say which that is."""
    number = pl.col("number")
    bad = rows.filter(number.is_null() | (number > _INT16))
    wrong = rows.filter(number != pl.col("due"))
    return _faults(bad, cell, f"{cell}-number", _("a whole number from 1"), table) + [
        Fault(m, f"{cell}-number", visible(text), words.format(number=due), table, line, cell, "", r, n)
        for m, text, line, due, r, n in wrong.select("m", cell, "line", "due", "r", "n").iter_rows()
    ]


def _too_many(shots: pl.DataFrame) -> list[Fault]:
    """A fault for each rack with more shots than their number can count."""
    first = shots.filter(pl.col("n") > _INT16).unique(["m", "r"], keep="first", maintain_order=True)
    expected = _("at most {number} shots in a rack").format(number=_INT16)
    return [
        Fault(m, "too-many-shots", str(n), expected, "shots", line, "shot", "", r, n)
        for m, n, line, r in first.select("m", "n", "line", "r").iter_rows()
    ]


def _rack(racks: pl.DataFrame, cell: str, wrong: pl.Expr, expected: str) -> list[Fault]:
    return _faults(racks.filter(wrong), cell, f"rack-{cell}", expected, "racks")


def _faults(rows: pl.DataFrame, cell: str, code: str, expected: str, table: Table) -> list[Fault]:
    return [
        Fault(m, code, visible(text or ""), expected, table, line, cell, "", r, n)
        for m, text, line, r, n in rows.select("m", cell, "line", "r", "n").iter_rows()
    ]
