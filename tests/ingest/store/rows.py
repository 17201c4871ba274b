"""Small tables for the tests of the store."""

from pathlib import Path

import polars as pl

from ingest.schema import RACKS, SHOTS
from ingest.store import Change, Run, Store


def racks(match: str, count: int = 3, note: str | None = None) -> pl.DataFrame:
    """The racks of one match, numbered from 1."""
    rows = [{"match": match, "rack": rack, "breaker": "A", "note": note} for rack in range(1, count + 1)]
    return pl.DataFrame(rows, schema=RACKS)


def shots(match: str, count: int) -> pl.DataFrame:
    """Shots of one match, 3000 a rack, last shot first."""
    numbers = pl.int_range(count - 1, -1, -1, eager=True).alias("i")
    frame = numbers.to_frame().select(
        match=pl.lit(match),
        rack=(pl.col("i") // 3000 + 1).cast(pl.Int16),
        shot=(pl.col("i") % 3000 + 1).cast(pl.Int16),
    )
    return frame.with_columns(
        pl.lit(None, kind).alias(name) for name, kind in SHOTS.items() if name not in frame.columns
    )


def add(store: Store, match: str, count: int = 3, season: str = "2026") -> int:
    """Publish a match's racks on top of the newest version."""
    return store.write(store.version, [Change("racks", season, add=racks(match, count))], Run("test", {"new": 1}))


def held(store: Store, version: int | None = None) -> dict[str, int]:
    """How many racks each match has in a version."""
    rows = store.at(version).read("racks").group_by("match").len().sort("match")
    return dict(rows.iter_rows())


def parquet_files(root: Path) -> set[str]:
    """Every Parquet file below the root that is not the catalogue's own."""
    found = (path.relative_to(root).as_posix() for path in root.rglob("*.parquet"))
    return {name for name in found if not name.startswith("catalogue/")}
