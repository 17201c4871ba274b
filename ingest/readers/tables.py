"""Three tables (of CSV files or sheets) into matches, racks and shots: headings, empty rows, rows to their match."""

from collections.abc import Mapping, Sequence
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
from ingest.readers.headings import RACK_HEADINGS, SHOT_HEADINGS, Grid, Headed, cell_name, under_headings
from ingest.readers.tags import canonical_tag, heading
from ingest.schema import CELLS
from ingest.vocabulary import KNOWN_TAGS
from wording import _

__all__ = ["RACK_HEADINGS", "SHOT_HEADINGS", "TABLES", "read_tables"]

TABLES: Final[tuple[Table, ...]] = ("matches", "racks", "shots")
_CLOSED: Final = ("RaceTo", "Break", "Rules", "Calls", "Status", "Score", "Winner")


def read_tables(grids: Mapping[Table, Grid]) -> Written:
    """The matches of three tables."""
    headed = {table: under_headings(table, grids[table]) for table in TABLES}
    unreadable = [found for found in headed.values() if isinstance(found, Fault)]
    places: dict[Table, Place] = {
        t: h.place if isinstance(h, Headed) else Place(grids[t].file, grids[t].sheet) for t, h in headed.items()
    }
    if unreadable:
        return _unread(places, unreadable)
    matches, racks, shots = (h for h in headed.values() if isinstance(h, Headed))
    heads, tags, faults, cautions = _matches(matches)
    own, strangers = _owned(heads, {"racks": racks, "shots": shots})
    faults += strangers
    heads = own["heads"]
    tables = {"racks": own["racks"], "shots": own["shots"]}
    for found, cells in (
        (racks, RACK_HEADINGS[2:5]),
        (shots, tuple(cell for cell in CELLS if cell not in ("note", "time"))),
    ):
        tables[found.table], spoiled = _spoiled(found, tables[found.table], cells)
        faults += spoiled
    if heads.is_empty():
        faults.append(Fault(None, "no-match", "", _("at least one match below the headings")))
    numbers = {"racks": ("rack",), "shots": ("rack", "shot")}
    for table, columns in numbers.items():
        tables[table] = tables[table].with_columns(habits.count(c) for c in columns)
    return Written(
        heads.select(HEADS.names()).cast(HEADS),
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
    return rows.with_columns(missing).select(schema.names()).cast(schema)


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
    again = first.filter(pl.col("turn") > 0).join(
        once, left_on="first", right_on="row", how="left", suffix=" ", maintain_order="left"
    )
    for row in again.iter_rows(named=True):
        same = all(row[cell] == row[f"{cell} "] for cell in cells)
        if same:
            message = _("The match stands twice in the table, with the same content; it was read once.")
            cautions.append(Caution(row["m"], visible(row["match"]), message, "matches", row["row"], "Match"))
        else:
            expected = _("one row a match")
            faults.append(
                Fault(row["m"], "match-twice", visible(row["match"]), expected, "matches", row["row"], "Match")
            )
    spoilable = [heading(tag) for tag in _CLOSED if heading(tag) in cells]
    treated = once.with_columns(
        *([habits.day("date")] if "date" in cells else []),
        *([habits.racks_won("score")] if "score" in cells else []),
        *([habits.count("raceto")] if "raceto" in cells else []),
    )
    treated, spoiled = _spoiled(headed, _dated(headed, treated), spoilable, dict(again.select("row", "m").iter_rows()))
    faults += spoiled
    tags = treated.unpivot(on=cells, index=["m", "row"], variable_name="tag", value_name="value").drop_nulls("value")
    tags = tags.with_columns(pl.col("tag").replace({cell: canonical_tag(cell) for cell in cells}), line=pl.col("row"))
    return heads, tags.select(TAGS_WRITTEN.names()).cast(TAGS_WRITTEN), faults, cautions


def _dated(headed: Headed, rows: pl.DataFrame) -> pl.DataFrame:
    """Real date cells under headings that are not known, as days."""
    for name in {
        cell for (_row, cell), (kind, _text) in headed.spoiled.items() if kind == habits.DATE and cell not in KNOWN_TAGS
    }:
        at = [row for (row, cell), (kind, _text) in headed.spoiled.items() if kind == habits.DATE and cell == name]
        rows = rows.with_columns(
            pl.when(pl.col("row").is_in(at)).then(habits.day(name)).otherwise(pl.col(name)).alias(name)
        )
    return rows


def _owned(heads: pl.DataFrame, tables: Mapping[Table, Headed]) -> tuple[dict[str, pl.DataFrame], list[Fault]]:
    """The rows of racks and shots with their `m` and `line`, and the heads, with those of matches that have no row.

    A row that names no match is a fault of the match above it: the row may have been meant for that one.
    """
    faults: list[Fault] = []
    found: dict[str, pl.DataFrame] = {}
    heads = heads.with_columns(unread=pl.lit(False))
    for table, headed in tables.items():
        rows = headed.rows.with_columns(
            named=pl.col("match"), match=pl.col("match").forward_fill().backward_fill().fill_null("")
        )
        known = heads.select("m", match=pl.col("id").fill_null(""))
        missing = rows.join(known, on="match", how="anti", maintain_order="left").unique(
            "match", keep="first", maintain_order=True
        )
        strangers = missing.select(
            pl.int_range(heads.height, heads.height + pl.len(), dtype=pl.Int32).alias("m"), "match", "row"
        )
        faults += [
            Fault(
                m,
                "unknown-match",
                visible(match),
                _("a match that stands in the table of matches"),
                table,
                row,
                "match",
            )
            for m, match, row in strangers.iter_rows()
        ]
        heads = pl.concat(
            [
                heads,
                strangers.select(
                    "m", pl.col("match").alias("id"), pl.col("row").alias("line"), pl.lit(True).alias("unread")
                ),
            ]
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


def _spoiled(
    headed: Headed, rows: pl.DataFrame, cells: Sequence[str], more: Mapping[int, int] | None = None
) -> tuple[pl.DataFrame, list[Fault]]:
    """The rows without the cells that Excel spoiled, and a fault for each of those, and for those in `more` rows."""
    faults: list[Fault] = []
    for cell in cells:
        if cell not in rows.columns:
            continue
        name = cell_name(headed.table, cell)
        for kind in habits.SPOILED:
            hit = pl.col(cell).str.contains(kind.pattern).fill_null(False)
            faults += [
                _spoilt(headed, m, row, name, kind, text)
                for m, row, text in rows.filter(hit).select("m", "row", cell).iter_rows()
            ]
            rows = rows.with_columns(pl.when(hit).then(None).otherwise(pl.col(cell)).alias(cell))
    numbers = {**dict(rows.select("row", "m").iter_rows()), **(more or {})}
    for (row, name), (kind, text) in headed.spoiled.items():
        allowed = (
            kind == habits.DATE and headed.table == "matches" and (name in (*_CLOSED, "Date") or name not in KNOWN_TAGS)
        )
        if row in numbers and not allowed:
            faults.append(_spoilt(headed, numbers[row], row, name, kind, text))
    return rows, faults


def _spoilt(headed: Headed, m: int, row: int, cell: str, kind: habits.Spoiled, text: str) -> Fault:
    return Fault(m, kind.code, visible(text), _(kind.expected), headed.table, row, cell, _(kind.hint))
