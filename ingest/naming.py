"""Persons of the matches that come and go: one row for each, with the name and club of the latest match."""

import polars as pl

from ingest.schema import PERSONS
from ingest.store import Snapshot, Writer

_ROLES = ("a", "b", "referee")


def dated(persons: pl.DataFrame, matches: pl.DataFrame) -> pl.DataFrame:
    """A row for each match and person that it names: the columns of `PERSONS`, `match` and its `date`."""
    return persons.join(_named(matches), on="person", how="inner")


def keep_persons(writer: Writer, incoming: pl.DataFrame, gone: pl.DataFrame) -> None:
    """Bring the table of persons up to date with a run.

    `incoming`: rows of `dated`, in the order read; `gone`: the ids of matches that leave (column `match`). A name or
    club changes where a match at a later date than any that stays says so. Who is named by no match any more leaves.
    """
    snapshot = writer.snapshot
    persons = snapshot.read("persons")
    latest = incoming.sort("date", maintain_order=True).unique("person", keep="last", maintain_order=True)
    both = latest.join(persons, on="person", suffix="_kept")
    differs = pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_kept")) for name in ("id", "name", "club"))
    differing = both.filter(differs)
    leaving = _matches(snapshot).join(gone, on="match", how="semi") if gone.height else None
    staying = _staying(snapshot, gone) if differing.height or leaving is not None else None
    changed: list[str] = []
    if staying is not None and differing.height:
        dates = differing.join(staying.rename({"date": "known"}), on="person", how="left")
        changed = dates.filter((pl.col("date") > pl.col("known")).fill_null(value=True))["person"].to_list()
    orphans: list[str] = []
    if staying is not None and leaving is not None:
        named = pl.concat([staying.select("person"), latest.select("person")])
        orphans = _latest(leaving).join(named, on="person", how="anti")["person"].to_list()
    writer.remove("persons", [*changed, *orphans])
    fresh = latest.join(persons, on="person", how="anti")
    writer.add("persons", pl.concat([fresh, latest.filter(pl.col("person").is_in(changed))]).select(PERSONS.names()))


def _matches(snapshot: Snapshot) -> pl.DataFrame:
    return snapshot.read("matches", "match", "date", *_ROLES)


def _staying(snapshot: Snapshot, gone: pl.DataFrame) -> pl.DataFrame:
    return _latest(_matches(snapshot).join(gone, on="match", how="anti"))


def _latest(matches: pl.DataFrame) -> pl.DataFrame:
    """A row for each person that the matches name: `person` and the `date` of the latest."""
    return _named(matches).group_by("person", maintain_order=True).agg(pl.col("date").max())


def _named(matches: pl.DataFrame) -> pl.DataFrame:
    """A row for each match and role that is filled: `match`, `person` and the `date`."""
    roles = [matches.select("match", pl.col(role).alias("person"), "date") for role in _ROLES]
    return pl.concat(roles).drop_nulls("person")
