"""Which row of a table holds its headings, and what stands under each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from ingest.problems import visible
from ingest.readers import habits
from ingest.readers.cells import Caution, Fault, Place, Table
from ingest.readers.tags import NOTE, canonical_tag, heading
from ingest.schema import CELLS
from ingest.vocabulary import KNOWN_TAGS
from wording import _

RACK_HEADINGS: Final = ("match", "rack", "breaker", "result", "reason", "note")
SHOT_HEADINGS: Final = ("match", "rack", "shot", *CELLS)
_NEEDED: Final[Mapping[Table, tuple[str, ...]]] = {
    "matches": ("match",),  # the other tags that are needed are missed match by match
    "racks": ("match", "rack", "breaker"),
    "shots": ("match", "rack", "shot", "player", "path", "result"),
}
_KNOWN: Final[Mapping[Table, tuple[str, ...]]] = {
    "matches": (*(heading(tag) for tag in KNOWN_TAGS), NOTE),
    "racks": RACK_HEADINGS,
    "shots": SHOT_HEADINGS,
}
_FEWEST: Final = 3  # a title may hold one or two of the words
_HEADING_ROWS: Final = 30  # so far down a title may push the headings


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it stands: `rows` with `row` (the line or row number, from 1) and text columns `0`, `1`, ….

    `letters` name the columns of a workbook; `spoiled` are cells (row, column) that Excel made something else of.
    """

    file: str
    sheet: str | None
    rows: pl.DataFrame
    letters: Mapping[int, str] = field(default_factory=dict)
    spoiled: Mapping[tuple[int, int], tuple[habits.Spoiled, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Headed:
    """A grid under its headings: `row` and a column for each heading, texts trimmed, empty ones null, no empty rows."""

    table: Table
    place: Place
    rows: pl.DataFrame
    cautions: tuple[Caution, ...]
    spoiled: Mapping[tuple[int, str], tuple[habits.Spoiled, str]]


def under_headings(table: Table, grid: Grid) -> Headed | Fault:
    """The rows below the row of headings, or why there are none; what stands above it is skipped with a caution."""
    texts = grid.rows.select("row", pl.exclude("row").cast(pl.String).str.strip_chars().replace("", None))
    texts = texts.filter(~pl.all_horizontal(pl.exclude("row").is_null())) if texts.width > 1 else texts.clear()
    found = _heading_row(table, texts)
    if found is None:
        top = " ".join(text for text in next(texts.iter_rows(), (0,))[1:] if text is not None)
        expected = _("a row of headings with {headings}").format(headings=", ".join(_NEEDED[table]))
        return Fault(None, "headings", visible(top), expected, table)
    at, names = found
    twice = sorted({name for name in names.values() if list(names.values()).count(name) > 1})
    if twice:
        return Fault(None, "heading-twice", visible(twice[0]), _("each heading once"), table, at, visible(twice[0]))
    place = Place(
        grid.file,
        grid.sheet,
        {cell_name(table, names[i]) if i in names else f"#{i + 1}": letter for i, letter in grid.letters.items()},
    )
    cautions = [
        Caution(None, visible(text), _("This row stands above the headings; it was skipped."), table, row)
        for row, text in texts.filter(pl.col("row") < at)
        .select("row", pl.concat_str(pl.exclude("row"), separator=" ", ignore_nulls=True))
        .iter_rows()
    ]
    below = texts.filter(pl.col("row") > at)
    rows = below.select("row", *(pl.col(str(i)).alias(name) for i, name in names.items()))
    unknown = tuple(name for name in names.values() if name not in _KNOWN[table])
    missing = tuple(name for name in _KNOWN[table] if name not in names.values() and name != NOTE)
    if table != "matches":
        for name in unknown:
            held = rows.filter(pl.col(name).is_not_null())
            if held.is_empty():
                continue
            row, text = held.select("row", name).row(0)
            if missing:
                expected = _("one of the headings: {headings}").format(headings=", ".join(_KNOWN[table]))
                return Fault(None, "unknown-heading", visible(name), expected, table, at, visible(name))
            message = _("The column {name} is not known here; it was not read.").format(name=visible(name))
            cautions.append(Caution(None, visible(text), message, table, row, name))
        message = _("The column is missing; it was read as empty.")
        cautions += [Caution(None, name, message, table, at) for name in missing]
        rows = rows.with_columns(pl.lit(None, pl.String).alias(name) for name in missing)
    indices = {i: cell_name(table, name) for i, name in names.items()}
    spoiled = {(row, indices[i]): what for (row, i), what in grid.spoiled.items() if i in indices and row > at}
    return Headed(table, place, rows, tuple(cautions), {**spoiled, **_strays(below, names)})


def cell_name(table: Table, name: str) -> str:
    """What the cells under a heading are called: their tag in `matches`, the heading elsewhere."""
    return canonical_tag(name) if table == "matches" else name


def _heading_row(table: Table, texts: pl.DataFrame) -> tuple[int, dict[int, str]] | None:
    for values in texts.head(_HEADING_ROWS).iter_rows():
        names = {i: _known(table, name) for i, name in enumerate(values[1:]) if name is not None}
        known = {name for name in names.values() if name in _KNOWN[table]}
        if len(known) >= _FEWEST and known.issuperset(_NEEDED[table]):
            return values[0], names
    return None


def _known(table: Table, name: str) -> str:
    plain = name.lower().replace(".", "_") if table == "matches" else name.lower()
    return plain if plain in _KNOWN[table] and not (plain == NOTE and table == "matches" and name != NOTE) else name


def _strays(below: pl.DataFrame, names: Mapping[int, str]) -> dict[tuple[int, str], tuple[habits.Spoiled, str]]:
    """Cells under no heading: each is an error of the match in its row."""
    strays = below.select("row", pl.exclude("row", *(str(i) for i in names)))
    held = strays.unpivot(index="row", variable_name="column", value_name="text").drop_nulls("text")
    return {(row, f"#{int(column) + 1}"): (habits.STRAY, text) for row, column, text in held.iter_rows()}
