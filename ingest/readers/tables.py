"""Three tables (of CSV files or sheets) into matches, racks and shots: headings, empty rows, rows to their match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from ingest.problems import visible
from ingest.readers import habits
from ingest.readers.cells import (
    HEADS,
    RACKS_WRITTEN,
    SHOTS_WRITTEN,
    TAGS_WRITTEN,
    Caution,
    Fault,
    Place,
    Table,
    Written,
    nothing,
)
from ingest.readers.tags import NOTE, canonical_tag, heading
from ingest.schema import CELLS
from ingest.vocabulary import KNOWN_TAGS
from wording import _

TABLES: Final[tuple[Table, ...]] = ("matches", "racks", "shots")
RACK_HEADINGS: Final = ("match", "rack", "breaker", "result", "reason", "note")
SHOT_HEADINGS: Final = ("match", "rack", "shot", *CELLS)
_NEEDED: Final[Mapping[Table, tuple[str, ...]]] = {
    "matches": ("match", "date"),
    "racks": ("match", "rack", "breaker"),
    "shots": ("match", "rack", "shot", "player", "path", "result"),
}
_KNOWN: Final[Mapping[Table, tuple[str, ...]]] = {
    "matches": (*(heading(tag) for tag in KNOWN_TAGS), NOTE),
    "racks": RACK_HEADINGS,
    "shots": SHOT_HEADINGS,
}
_CLOSED: Final = ("RaceTo", "Break", "Rules", "Calls", "Status", "Score", "Winner")
_HEADING_ROWS: Final = 30  # so far down a title may push the headings


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it stands: `rows` with `row` (the line or row number, from 1) and text columns `0`, `1`, ….

    `letters` name the columns of a workbook; `spoiled` are cells (row, column) that hold a formula or an error of Excel.
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


def read_tables(grids: Mapping[Table, Grid]) -> Written:
    """The matches of three tables."""
    headed = {table: _headed(table, grids[table]) for table in TABLES}
    unreadable = [found for found in headed.values() if isinstance(found, Fault)]
    places: dict[Table, Place] = {t: h.place if isinstance(h, Headed) else Place(grids[t].file, grids[t].sheet) for t, h in headed.items()}
    if unreadable:
        return _unread(places, unreadable)
    matches, racks, shots = (h for h in headed.values() if isinstance(h, Headed))
    heads, tags, faults, cautions = _matches(matches)
    own, strangers = _owned(heads, {"racks": racks, "shots": shots})
    faults += strangers
    heads = own["heads"]
    tables = {"racks": own["racks"], "shots": own["shots"]}
    for found, cells in ((racks, RACK_HEADINGS[2:5]), (shots, tuple(cell for cell in CELLS if cell not in ("note", "time")))):
        tables[found.table], spoiled = _spoiled(found, tables[found.table], cells)
        faults += spoiled
    if heads.is_empty():
        faults.append(Fault(None, "no-match", "", _("at least one match below the headings")))
    numbers = {"racks": ("rack",), "shots": ("rack", "shot")}
    for table, columns in numbers.items():
        tables[table] = tables[table].with_columns(habits.count(c) for c in columns)
    return Written(
        heads.select(HEADS.names()).cast(dict(HEADS)),
        tags,
        _filled(tables["racks"], RACKS_WRITTEN),
        _filled(tables["shots"].with_columns(habits.moment("time")), SHOTS_WRITTEN),
        tuple(faults),
        (*cautions, *(caution for h in (matches, racks, shots) for caution in h.cautions)),
        places,
        in_order=False,
        unread=frozenset(heads.filter(pl.col("unread"))["m"]),
    )


def _unread(places: Mapping[Table, Place], faults: Sequence[Fault]) -> Written:
    empty = nothing(places["matches"], *faults)
    return Written(empty.heads, empty.tags, empty.racks, empty.shots, empty.faults, (), places, in_order=True)


def _filled(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    missing = [pl.lit(None, dtype).alias(name) for name, dtype in schema.items() if name not in rows.columns]
    return rows.with_columns(missing).select(schema.names()).cast(dict(schema))


# Headings


def _headed(table: Table, grid: Grid) -> Headed | Fault:
    texts = grid.rows.select("row", pl.exclude("row").str.strip_chars().replace("", None))
    texts = texts.filter(~pl.all_horizontal(pl.exclude("row").is_null()))
    found = _heading_row(table, texts)
    if found is None:
        wanted = ", ".join(_NEEDED[table])
        top = next(texts.select(pl.concat_str(pl.exclude("row"), separator=" ", ignore_nulls=True)).head(1).iter_rows(), ("",))
        return Fault(None, "headings", visible(top[0]), _("a row of headings with {headings}").format(headings=wanted), table)
    at, names = found
    twice = sorted({name for name in names.values() if list(names.values()).count(name) > 1})
    if twice:
        return Fault(None, "heading-twice", visible(twice[0]), _("each heading once"), table, at, visible(twice[0]))
    place = Place(grid.file, grid.sheet, {_cell(table, names[i]) if i in names else f"#{i + 1}": letter for i, letter in grid.letters.items()})
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
    indices = {i: _cell(table, name) for i, name in names.items()}
    spoiled = {(row, indices[i]): what for (row, i), what in grid.spoiled.items() if i in indices and row > at}
    return Headed(table, place, rows, tuple(cautions), {**spoiled, **_strays(below, names)})


def _cell(table: Table, name: str) -> str:
    """What the cells under a heading are called: their tag in `matches`, the heading elsewhere."""
    return canonical_tag(name) if table == "matches" else name


def _heading_row(table: Table, texts: pl.DataFrame) -> tuple[int, dict[int, str]] | None:
    for values in texts.head(_HEADING_ROWS).iter_rows():
        names = {i: _known(table, name) for i, name in enumerate(values[1:]) if name is not None}
        if set(_NEEDED[table]) <= set(names.values()):
            return values[0], names
    return None


def _known(table: Table, name: str) -> str:
    plain = name.lower().replace(".", "_") if table == "matches" else name.lower()
    return plain if plain in _KNOWN[table] and not (plain == NOTE and table == "matches" and name != NOTE) else name


def _strays(below: pl.DataFrame, names: Mapping[int, str]) -> dict[tuple[int, str], tuple[habits.Spoiled, str]]:
    """Cells under no heading: each is an error of the match in its row."""
    strays = below.select("row", pl.exclude("row", *(str(i) for i in names)))
    held = strays.unpivot(index="row", variable_name="column", value_name="text").drop_nulls("text")
    return {(row, f"#{column}"): (habits.STRAY, text) for row, column, text in held.iter_rows()}


# Rows to their match


def _matches(headed: Headed) -> tuple[pl.DataFrame, pl.DataFrame, list[Fault], list[Caution]]:
    """Heads (`m`, `id`, `line`), tags, faults and cautions of the table of matches."""
    rows = headed.rows
    cells = rows.columns[1:]
    first = rows.with_columns(first=pl.col("row").first().over("match"), turn=pl.int_range(pl.len()).over("match"))
    first = first.with_columns(pl.when(pl.col("match").is_null()).then(0).otherwise(pl.col("turn")).alias("turn"))
    once = first.filter(pl.col("turn") == 0).with_columns(m=pl.int_range(pl.len(), dtype=pl.Int32))
    heads = once.select("m", pl.col("match").alias("id"), pl.col("row").alias("line"))
    faults: list[Fault] = []
    cautions: list[Caution] = []
    again = first.filter(pl.col("turn") > 0).join(once, left_on="first", right_on="row", how="left", suffix=" ", maintain_order="left")
    for row in again.iter_rows(named=True):
        same = all(row[cell] == row[f"{cell} "] for cell in cells)
        if same:
            message = _("The match stands twice in the table, with the same content; it was read once.")
            cautions.append(Caution(row["m"], visible(row["match"]), message, "matches", row["row"], "Match"))
        else:
            expected = _("one row a match")
            faults.append(Fault(row["m"], "match-twice", visible(row["match"]), expected, "matches", row["row"], "Match"))
    spoilable = [heading(tag) for tag in _CLOSED if heading(tag) in cells]
    treated = once.with_columns(
        *([habits.day("date")] if "date" in cells else []),
        *([habits.racks_won("score")] if "score" in cells else []),
        *([habits.count("raceto")] if "raceto" in cells else []),
    )
    treated, spoiled = _spoiled(headed, _dated(headed, treated), spoilable)
    faults += spoiled
    tags = treated.unpivot(on=cells, index=["m", "row"], variable_name="tag", value_name="value").drop_nulls("value")
    tags = tags.with_columns(pl.col("tag").replace({cell: canonical_tag(cell) for cell in cells}), line=pl.col("row"))
    return heads, tags.select(TAGS_WRITTEN.names()).cast(dict(TAGS_WRITTEN)), faults, cautions


def _dated(headed: Headed, rows: pl.DataFrame) -> pl.DataFrame:
    """Real date cells under headings that are not known, as days."""
    for name in {cell for (_row, cell), (kind, _text) in headed.spoiled.items() if kind == habits.DATE and cell not in KNOWN_TAGS}:
        at = [row for (row, cell), (kind, _text) in headed.spoiled.items() if kind == habits.DATE and cell == name]
        rows = rows.with_columns(pl.when(pl.col("row").is_in(at)).then(habits.day(name)).otherwise(pl.col(name)).alias(name))
    return rows


def _owned(heads: pl.DataFrame, tables: Mapping[Table, Headed]) -> tuple[dict[str, pl.DataFrame], list[Fault]]:
    """The rows of racks and shots with their `m` and `line`, and the heads, with those of matches that have no row.

    A row that names no match is a fault of the match above it: the row may have been meant for that one.
    """
    faults: list[Fault] = []
    found: dict[str, pl.DataFrame] = {}
    heads = heads.with_columns(unread=pl.lit(False))
    for table, headed in tables.items():
        rows = headed.rows.with_columns(named=pl.col("match"), match=pl.col("match").forward_fill().backward_fill().fill_null(""))
        known = heads.select("m", match=pl.col("id").fill_null(""))
        missing = rows.join(known, on="match", how="anti", maintain_order="left").unique("match", keep="first", maintain_order=True)
        strangers = missing.select(
            pl.int_range(heads.height, heads.height + pl.len(), dtype=pl.Int32).alias("m"), "match", "row"
        )
        faults += [
            Fault(m, "unknown-match", visible(match), _("a match that stands in the table of matches"), table, row, "match")
            for m, match, row in strangers.iter_rows()
        ]
        heads = pl.concat(
            [heads, strangers.select("m", pl.col("match").alias("id"), pl.col("row").alias("line"), pl.lit(True).alias("unread"))]
        )
        known = heads.select("m", match=pl.col("id").fill_null("")).unique("match", keep="first")
        rows = rows.join(known, on="match", how="left", maintain_order="left").with_columns(line=pl.col("row"))
        nameless = rows.filter(pl.col("named").is_null() & (pl.col("match") != ""))
        faults += [
            Fault(m, "no-match-id", "", _("the id of a match in every row"), table, row, "match")
            for m, row in nameless.select("m", "row").iter_rows()
        ]
        found[table] = rows
    found["heads"] = heads
    return found, faults


def _spoiled(headed: Headed, rows: pl.DataFrame, cells: Sequence[str]) -> tuple[pl.DataFrame, list[Fault]]:
    """The rows without the cells that Excel spoiled, and a fault for each of those."""
    faults: list[Fault] = []
    for cell in cells:
        if cell not in rows.columns:
            continue
        name = _cell(headed.table, cell)
        for kind in habits.SPOILED:
            hit = pl.col(cell).str.contains(kind.pattern).fill_null(False)
            faults += [_spoilt(headed, m, row, name, kind, text) for m, row, text in rows.filter(hit).select("m", "row", cell).iter_rows()]
            rows = rows.with_columns(pl.when(hit).then(None).otherwise(pl.col(cell)).alias(cell))
    numbers = dict(rows.select("row", "m").iter_rows())
    for (row, name), (kind, text) in headed.spoiled.items():
        allowed = kind == habits.DATE and headed.table == "matches" and (name in (*_CLOSED, "Date") or name not in KNOWN_TAGS)
        if row in numbers and not allowed:
            faults.append(_spoilt(headed, numbers[row], row, name, kind, text))
    return rows, faults


def _spoilt(headed: Headed, m: int, row: int, cell: str, kind: habits.Spoiled, text: str) -> Fault:
    return Fault(m, kind.code, visible(text), _(kind.expected), headed.table, row, cell, _(kind.hint))  # noqa: INT
