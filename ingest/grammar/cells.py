"""All cells of all shots at once: texts in, canonical texts, facts and errors out, column by column.

Shots repeat one another, so each *distinct* text of a column is decoded once and the result joined back.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import polars as pl

from ingest import vocabulary as v
from ingest.grammar import errors, words
from ingest.grammar.bulk import decode_bytes
from ingest.grammar.path import PathFacts, read_path
from ingest.grammar.result import ResultFacts, read_result
from ingest.schema import CELLS, FACTS

CONTROL_CHARACTERS: Final = r"[\x00-\x08\x0e-\x1f\x7f\x{80}-\x{84}\x{86}-\x{9f}\x{FFFE}\x{FFFF}]"


def error_column(cell: str) -> str:
    """The column that holds the number of the cell's error (`errors.FINE` = none)."""
    return f"{cell}.error"


def place_column(cell: str) -> str:
    """The column that says at which character of the cell its error stands."""
    return f"{cell}.at"


def decode_cells(shots: pl.DataFrame) -> pl.DataFrame:
    """Decode the ten cells of `schema.CELLS`, given as they were written (null or blank = empty).

    The other columns pass through. Added are `schema.FACTS`, `<cell>.error` and `<cell>.at`; the cells come back in
    canonical spelling, or as they were written where they are in error.
    """
    control = [
        pl.col(cell).str.contains(CONTROL_CHARACTERS).fill_null(False).alias(f"{cell}.control") for cell in CELLS
    ]
    tidy = [
        pl.col(cell).str.replace_all(r"\s+", " ").str.strip_chars(" ").replace("", None)
        for cell in CELLS
        if cell != "note"
    ]
    shots = shots.with_columns(control).with_columns(*tidy, tidy_note("note"))
    shots = shots.with_columns(pl.col("path").fill_null("?"))
    shots = _joined(shots, "path", decode_bytes(_distinct(shots, "path"), read_path, PathFacts))
    shots = _joined(shots, "result", decode_bytes(_distinct(shots, "result"), read_result, ResultFacts))
    for cell, read, kind, names in _WORDS:
        shots = _joined(shots, cell, _decode_words(_distinct(shots, cell), read, kind), names)
    shots = shots.with_columns(pl.col("result_known").fill_null(1)).with_columns(
        _enumerated("player", v.PLAYERS, errors.PLAYER, needed=True),
        _enumerated("intent", v.INTENTS, errors.INTENT),
        _enumerated("view", v.VIEWS, errors.VIEW),
        pl.lit(errors.FINE).alias(error_column("note")),
        shooter=(pl.col("player") == "B").fill_null(False),
        view_code=pl.when(pl.col("view") == "v").then(1).when(pl.col("view") == "h").then(2).otherwise(0),
    )
    shots = _timed(shots)
    shots = shots.with_columns(pl.col(name).fill_null(0).cast(dtype) for name, dtype in FACTS.items())
    return _crossed_checks(shots).drop(f"{cell}.control" for cell in CELLS)


def tidy_note(column: str) -> pl.Expr:
    """A note in canonical spelling: lines ended by a line feed alone, no spaces at their ends, null when empty."""
    tidy = pl.col(column).str.replace_all(r"\r\n?|\x{85}", "\n").str.replace_all(r"(?m)[^\S\n]+$", "")
    return tidy.str.strip_chars().replace("", None)


def _distinct(shots: pl.DataFrame, cell: str) -> pl.Series:
    return shots[cell].drop_nulls().unique()


def _joined(shots: pl.DataFrame, cell: str, decoded: pl.DataFrame, names: dict[str, str] | None = None) -> pl.DataFrame:
    own = {"error": error_column(cell), "at": place_column(cell), **(names or {})}
    decoded = decoded.rename({old: new for old, new in own.items() if old in decoded.columns})
    shots = shots.join(decoded, left_on=cell, right_on="cell", how="left", maintain_order="left")
    return shots.with_columns(pl.col(error_column(cell), place_column(cell)).fill_null(0))


def _decode_words(texts: pl.Series, read: Callable[[str], NamedTuple], kind: type[NamedTuple]) -> pl.DataFrame:
    schema = {name: pl.String if name == "text" else pl.Int64 for name in kind._fields}
    rows: Sequence[NamedTuple] = [read(text) for text in texts]
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(texts.alias("cell"))


_WORDS: Final[tuple[tuple[str, Callable[[str], NamedTuple], type[NamedTuple], dict[str, str]], ...]] = (
    ("seen", words.read_seen, words.CodesFacts, {"text": "seen.text", "codes": "seen_codes"}),
    ("called", words.read_called, words.CodesFacts, {"text": "called.text", "codes": "called_codes"}),
    ("choice", words.read_choice, words.ChoiceFacts, {"text": "choice.text"}),
)


def _enumerated(cell: str, allowed: Sequence[str], error: int, needed: bool = False) -> pl.Expr:
    fine = pl.col(cell).is_in(list(allowed)).fill_null(not needed)
    return pl.when(fine).then(errors.FINE).otherwise(error).alias(error_column(cell))


_ELAPSED: Final = r"^(\d{1,4}):([0-5]\d):([0-5]\d)(?:[.,](\d{1,3}))?$"
_MOMENT: Final = (
    r"^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?"
    r"(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$"
)


def _timed(shots: pl.DataFrame) -> pl.DataFrame:
    """The cell `time` in canonical spelling: `h:mm:ss(.fff)` without leading zeros, or ISO 8601 with `T`."""
    time = pl.col("time")
    elapsed, moment = time.str.extract_groups(_ELAPSED).struct, time.str.extract_groups(_MOMENT).struct
    day = moment.field("1").str.to_date("%Y-%m-%d", strict=False)
    spelled = pl.coalesce(
        pl.concat_str(
            elapsed.field("1").cast(pl.Int32).cast(pl.String),
            elapsed.field("2"),
            elapsed.field("3"),
            separator=":",
        )
        + _fraction(elapsed.field("4")),
        pl.when(day.is_not_null()).then(
            pl.concat_str(
                moment.field("1") + "T" + moment.field("2"),
                moment.field("3"),
                moment.field("4").fill_null("00"),
                separator=":",
            )
            + _fraction(moment.field("5"))
            + moment.field("6").fill_null("")
        ),
    )
    wrong = time.is_not_null() & spelled.is_null()
    return shots.with_columns(
        pl.coalesce(spelled, time).alias("time"),
        pl.when(wrong).then(errors.TIME).otherwise(errors.FINE).alias(error_column("time")),
    )


def _fraction(digits: pl.Expr) -> pl.Expr:
    shortest = digits.str.strip_chars_end("0")
    return pl.when(shortest.str.len_bytes() > 0).then("." + shortest.str.pad_end(3, "0")).otherwise(pl.lit(""))


def _crossed_checks(shots: pl.DataFrame) -> pl.DataFrame:
    """What no cell can tell alone: a mouth without a scratch, a ball that fell though none was touched."""
    path, result = pl.col(error_column("path")), pl.col(error_column("result"))
    sound = (path == errors.FINE) & (result == errors.FINE)
    scratched = (pl.col("result_known") == 0) | (pl.col("cue") & v.CUE_POCKETED != 0)
    moved = (pl.col("fell") | pl.col("off")) != 0
    untouched = (pl.col("path_state") == v.PATH_COMPLETE) & (pl.col("touched") == 0)
    shots = shots.with_columns(
        pl.when(sound & (pl.col("mouth") == 1) & ~scratched)
        .then(errors.MOUTH)
        .when(sound & untouched & moved)
        .then(errors.NO_BALL)
        .otherwise(path)
        .alias(error_column("path")),
    )
    return shots.with_columns(
        *(
            pl.when(pl.col(f"{cell}.control"))
            .then(errors.CONTROL)
            .otherwise(pl.col(error_column(cell)))
            .alias(error_column(cell))
            for cell in CELLS
        ),
        *(
            pl.when(pl.col(error_column(cell)) == errors.FINE)
            .then(pl.col(f"{cell}.text"))
            .otherwise(pl.col(cell))
            .replace("", None)
            .alias(cell)
            for cell in ("seen", "called", "choice")
        ),
    ).drop("seen.text", "called.text", "choice.text")
