"""The tags of a `.kos` file, and which lines belong to which match."""

from typing import Final

import polars as pl

from ingest.problems import visible
from ingest.readers.cells import TAGS_WRITTEN, Fault
from ingest.readers.tags import canonical_tag
from wording import _

_TAG: Final = r'\[\s*[^\s"\[\]](?:[^"\[\]]*[^\s"\[\]])?\s*"(?:[^"\\]|\\.)*"\s*\]'
_NAME_AND_VALUE: Final = r'^\[\s*([^\s"\[\]](?:[^"\[\]]*[^\s"\[\]])?)\s*"((?:[^"\\]|\\.)*)"\s*\]$'
TAG_LINE: Final = rf"^((?:{_TAG}\s*)+)(?:#(.*))?$"
"""A line of tags and its note."""
_OPENS: Final = r"(?i)(?:^|\]\s*)\[\s*match\s*\""


def numbered(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `m`, the number of the match that a line belongs to, to lines with their `kind`; -1 before the first tag.

    A block of tag lines (no other line but notes between them) opens a match if racks stand before it, or if it holds
    a tag `Match` and the match before it has one already: a walkover has no racks.
    """
    is_tag = pl.col("kind") == "tag"
    kinds = lines.select("line", "kind", opens=is_tag & pl.col("text").str.contains(_OPENS)).filter(
        pl.col("kind") != "note"
    )
    kinds = kinds.with_columns(
        after=pl.when(pl.col("kind") != "blank").then(pl.col("kind")).forward_fill().shift(1),
        begins=is_tag & (pl.col("kind").shift(1, fill_value="blank") != "tag"),
    ).with_columns(block=pl.col("begins").cum_sum())
    blocks = (
        kinds.filter(is_tag)
        .group_by("block", maintain_order=True)
        .agg(pl.col("line").first(), pl.col("opens").any(), pl.col("after").first())
        .with_columns(run=((pl.col("after") != "tag").fill_null(True)).cum_sum())
        .with_columns(seen=pl.col("opens").cast(pl.Int32).cum_sum().over("run"))
    )
    starts = blocks.filter(
        (pl.col("run") != pl.col("run").shift(1, fill_value=0)) | (pl.col("opens") & (pl.col("seen") > 1))
    )
    starts = starts.select("line", pl.int_range(pl.len(), dtype=pl.Int32).alias("m"))
    return lines.join(starts, on="line", how="left", maintain_order="left").with_columns(
        pl.col("m").forward_fill().fill_null(-1)
    )


def tags_of(lines: pl.DataFrame) -> tuple[pl.DataFrame, list[Fault]]:
    """The tags (`cells.TAGS_WRITTEN`) of the numbered lines, and the faults of lines and values that are no tags."""
    written = lines.filter(pl.col("kind") == "tag").with_columns(tags=pl.col("text").str.extract(TAG_LINE, 1))
    faults = [
        Fault(row["m"], "tag", visible(row["text"]), _('tags as [Name "value"]'), line=row["line"])
        for row in written.filter(pl.col("tags").is_null()).iter_rows(named=True)
    ]
    tags = (
        written.drop_nulls("tags")
        .select("m", "line", pl.col("tags").str.extract_all(_TAG))
        .explode("tags")
        .with_columns(pl.col("tags").str.extract_groups(_NAME_AND_VALUE).struct.rename_fields(["tag", "value"]))
        .unnest("tags")
    )
    expected = _("no backslash but before a quote or a backslash")
    hint = _('Write \\" for a quote and \\\\ for a backslash.')
    faults += [
        Fault(row["m"], "escape", visible(row["value"]), expected, "matches", row["line"], row["tag"], hint)
        for row in tags.filter(pl.col("value").str.contains(r'^(?:[^\\]|\\["\\])*\\[^"\\]')).iter_rows(named=True)
    ]  # fmt: skip
    names = tags["tag"].unique().to_list()
    return (
        tags.with_columns(
            pl.col("tag").replace({name: canonical_tag(name) for name in names}),
            pl.col("value").str.replace_all(r'\\(["\\])', "$1"),
        )
        .select(TAGS_WRITTEN.names())
        .cast(TAGS_WRITTEN),
        faults,
    )
