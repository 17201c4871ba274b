"""The canonical tables as the three tables that people write: `matches`, `racks`, `shots`, all cells as text."""

from typing import Final

import polars as pl

from ingest.notation import tag_rows
from ingest.readers.cells import Table
from ingest.readers.headings import RACK_HEADINGS, SHOT_HEADINGS
from ingest.readers.tags import NOTE, heading
from ingest.vocabulary import KNOWN_TAGS

NUMBERS: Final = frozenset({"rack", "shot", "raceto"})
"""The headings whose cells are whole numbers."""


def tables(
    matches: pl.DataFrame, persons: pl.DataFrame, racks: pl.DataFrame, shots: pl.DataFrame, tags: pl.DataFrame
) -> dict[Table, pl.DataFrame]:
    """The tables (columns in the order in which they are written, null = empty) of matches as in `ingest.schema`."""
    known = tag_rows(matches, persons, tags).rename({tag: heading(tag) for tag in KNOWN_TAGS})
    others = tags.filter(~pl.col("tag").is_in(list(KNOWN_TAGS))).sort("tag")
    names = others["tag"].unique(maintain_order=True).to_list()
    names = [name for name in names if name != NOTE] + [NOTE] * (NOTE in names)
    more = others.pivot(on="tag", on_columns=names, index="match", values="value") if names else None
    header = known if more is None else known.join(more, on="match", how="left", maintain_order="left")
    order = matches.select("match", at=pl.int_range(pl.len()))
    rack_rows = (
        racks.join(order, on="match").sort("at", "rack").select(pl.col(name).cast(pl.String) for name in RACK_HEADINGS)
    )
    if rack_rows["note"].is_null().all():
        rack_rows = rack_rows.drop("note")
    shot_rows = shots.join(order, on="match").sort("at", "rack", "shot")
    return {
        "matches": header,
        "racks": rack_rows,
        "shots": shot_rows.select(pl.col(name).cast(pl.String) for name in SHOT_HEADINGS),
    }
