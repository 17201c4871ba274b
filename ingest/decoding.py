"""From the cells of a file to the canonical tables: grammar, checks, quarantine of whole matches, content hashes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from ingest import vocabulary as v
from ingest.checks import numbered_racks, numbered_shots, rack_faults, shot_faults
from ingest.grammar.cells import decode_cells
from ingest.headers import date, header_cautions, header_faults, score, whole, wide
from ingest.notation import hashes, texts
from ingest.problems import Problem, Warning_, visible
from ingest.readers.cells import Caution, Fault, Written
from ingest.readers.tags import NOTE
from ingest.schema import MATCHES, PERSONS, RACKS, SHOTS, TAGS

_COLUMNS: Final = {
    "Competition": "competition",
    "Round": "round",
    "Fixture": "fixture",
    "Venue": "venue",
    "Table": "table",
    "A.Club": "a_club",
    "B.Club": "b_club",
    "Winner": "claimed_winner",
    "Revises": "revises",
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """The good matches of one file as canonical tables, how many matches were read, and what was wrong or strange."""

    matches: pl.DataFrame
    persons: pl.DataFrame
    racks: pl.DataFrame
    shots: pl.DataFrame
    tags: pl.DataFrame
    read: int
    quarantined: tuple[Problem, ...]
    warnings: tuple[Warning_, ...]


def decode(written: Written, source_hash: str) -> Decoded:
    """Decode and check everything that a reader gave. A match with an error is left out whole, the others are not."""
    table = wide(written)
    racks, shots = numbered_racks(written), decode_cells(numbered_shots(written))
    faults = [
        *written.faults,
        *header_faults(written, table),
        *rack_faults(racks),
        *shot_faults(written, shots, racks),
    ]
    cautions = [*written.cautions, *header_cautions(written, table)]
    ids = dict(written.heads.select("m", "id").iter_rows())
    bad = {fault.m for fault in faults if fault.m is not None}
    good = pl.col("m").is_in(sorted(bad)).not_()
    matches = table.filter(good)
    keys = matches.select("m", pl.col("Match").alias("match"))
    tables = {
        "racks": _keyed(racks, keys, _rack_columns()).cast(dict(RACKS)).select(RACKS.names()),
        "shots": _keyed(shots, keys, [pl.col("r").alias("rack"), pl.col("n").alias("shot")]).cast(
            {"rack": pl.Int16, "shot": pl.Int16}
        ).select(SHOTS.names()),
    }  # fmt: skip
    persons, names = _persons(matches)
    tags = pl.concat([_other_tags(written, keys), names])
    rows = _matches(matches, tables["racks"], tables["shots"], written, source_hash)
    own = texts(rows, persons, tables["racks"], tables["shots"], tags, revises=False)
    rows = rows.with_columns(hashes(own))
    read = written.heads.height
    assert read == rows.height + len(bad), "matches read = good + quarantined"
    problems = tuple(_problem(fault, written, ids) for fault in sorted(faults, key=_order))
    warnings = tuple(_warning(caution, written, ids) for caution in cautions)
    return Decoded(rows, persons, tables["racks"], tables["shots"], tags, read, problems, warnings)


def _keyed(rows: pl.DataFrame, keys: pl.DataFrame, columns: Sequence[pl.Expr]) -> pl.DataFrame:
    return rows.join(keys, on="m", how="inner", maintain_order="left").with_columns(columns)


def _rack_columns() -> list[pl.Expr]:
    tidy = pl.col("note").str.replace_all(r"\r\n?", "\n").str.replace_all(r"(?m)[^\S\n]+$", "")
    return [
        pl.col("n").alias("rack"),
        pl.col("result").replace("?", None),
        tidy.str.strip_chars().replace("", None).alias("note"),
    ]


def _other_tags(written: Written, keys: pl.DataFrame) -> pl.DataFrame:
    value = pl.col("value").str.replace_all(r"\r\n?", "\n").str.replace_all(r"(?m)[^\S\n]+$", "").str.strip_chars()
    others = written.tags.filter(~pl.col("tag").is_in(list(v.KNOWN_TAGS))).with_columns(value)
    others = others.with_columns(
        pl.when(pl.col("tag") == NOTE).then(pl.col("value")).otherwise(pl.col("value").str.normalize("NFC"))
    ).filter(pl.col("value") != "")
    others = others.group_by("m", "tag", maintain_order=True).agg(pl.col("value").str.join("\n"), pl.col("line").first())
    return _keyed(others, keys, []).select(TAGS.names()).cast(dict(TAGS))


def _person_key(name: str, club: str | None) -> str:
    return "~" + hashlib.sha256(f"{name}\x1f{club or ''}".encode()).hexdigest()[:16]


def _persons(matches: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The persons of the matches, each once, and tags for the matches that spell a person's name in another way."""
    sides = [
        matches.select(
            match="Match",
            tag=pl.lit(side),
            id=f"{side}.Id" if side != "Referee" else pl.lit(None, pl.String),
            name=side,
            club=f"{side}.Club" if side != "Referee" else pl.lit(None, pl.String),
        )
        for side in ("A", "B", "Referee")
    ]
    named = _with_keys(pl.concat(sides).drop_nulls("name"))
    persons = named.unique("person", keep="first", maintain_order=True)
    others = named.join(persons.select("person", usual="name"), on="person").filter(pl.col("name") != pl.col("usual"))
    tags = others.select("match", "tag", pl.col("name").alias("value"), pl.lit(None, pl.Int32).alias("line"))
    return persons.select(PERSONS.names()).cast(dict(PERSONS)), tags.cast(dict(TAGS))


def _with_keys(named: pl.DataFrame) -> pl.DataFrame:
    unknown = named.filter(pl.col("id").is_null()).select("name", "club").unique()
    keys = [_person_key(name, club) for name, club in unknown.iter_rows()]
    unknown = unknown.with_columns(pl.Series("key", keys, pl.String))
    named = named.join(unknown, on=["name", "club"], how="left", nulls_equal=True, maintain_order="left")
    return named.with_columns(person=pl.coalesce("id", "key"))


def _matches(
    table: pl.DataFrame, racks: pl.DataFrame, shots: pl.DataFrame, written: Written, source_hash: str
) -> pl.DataFrame:
    named = table
    for side, key in (("A", "a"), ("B", "b"), ("Referee", "referee")):
        rows = table.select(
            "m",
            id=f"{side}.Id" if side != "Referee" else pl.lit(None, pl.String),
            name=side,
            club=f"{side}.Club" if side != "Referee" else pl.lit(None, pl.String),
        )
        keyed = _with_keys(rows).select("m", pl.when(pl.col("name").is_not_null()).then(pl.col("person")).alias(key))
        named = named.join(keyed, on="m", how="left", maintain_order="left")
    counts = [
        rows.group_by("match").agg(pl.len().alias(name)) for name, rows in (("racks", racks), ("shots", shots))
    ]
    for count in counts:
        named = named.join(count, left_on="Match", right_on="match", how="left", maintain_order="left")
    place = written.places["matches"]
    day = date(pl.col("Date"))
    columns = {
        **{new: pl.col(old) for old, new in _COLUMNS.items()},
        "match": pl.col("Match"),
        "date": day,
        "season": pl.coalesce("Season", day.dt.year().cast(pl.String)),
        "season_derived": pl.col("Season").is_null(),
        "race_to": whole(pl.col("RaceTo")),
        "break_rule": pl.col("Break").fill_null(v.BREAK_RULES[0]),
        "rules": pl.col("Rules").fill_null(v.RULESETS[0]),
        "calls_recorded": pl.col("Calls").eq("recorded").fill_null(False),
        "status": pl.col("Status").fill_null(v.STATUSES[0]),
        "racks": pl.col("racks").fill_null(0),
        "shots": pl.col("shots").fill_null(0),
        "content": pl.lit(None, pl.String),
        "source": pl.lit(source_hash),
        "file": pl.lit(place.file),
        "sheet": pl.lit(place.sheet, pl.String),
    }
    rows = named.with_columns(*score(pl.col("Score")), **columns)
    return rows.select(MATCHES.names()).cast(dict(MATCHES))


def _order(fault: Fault) -> tuple[bool, int, str, int]:
    return (fault.m is not None, fault.m or 0, fault.table, fault.line or 0)


def _problem(fault: Fault, written: Written, ids: dict[int, str | None]) -> Problem:
    place = written.places[fault.table]
    column = place.columns.get(fault.cell or "", None if place.sheet is not None else fault.cell)
    match = None if fault.m is None else ids[fault.m]
    return Problem(
        place.file,
        place.sheet,
        fault.line,
        column,
        None if match is None else visible(match),
        fault.code,
        fault.text,
        fault.expected,
        fault.hint,
        fault.cell,
    )


def _warning(caution: Caution, written: Written, ids: dict[int, str | None]) -> Warning_:
    place = written.places[caution.table]
    column = place.columns.get(caution.cell or "", None if place.sheet is not None else caution.cell)
    match = None if caution.m is None else ids[caution.m]
    return Warning_(place.file, place.sheet, caution.line, column, match, caution.text, caution.message)
