"""From the cells of a file to the canonical tables: grammar, checks, quarantine of whole matches, content hashes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

import polars as pl

from ingest import vocabulary as v
from ingest.checks import numbered_racks, numbered_shots, rack_faults, shot_faults
from ingest.grammar.cells import decode_cells, tidy_note
from ingest.headers import date, header_cautions, header_faults, score, whole, wide
from ingest.notation import hashes, texts
from ingest.problems import Problem, Warning_, visible
from ingest.readers.cells import Caution, Fault, Place, Written
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


def decode(written: Written, source_hash: str) -> list[Decoded]:
    """Decode and check everything that a reader gave. A match with an error is left out whole, the others are not.

    One `Decoded`, or more where a match id stands several times: the first holds the first match of each id (and all
    that is not a good match), the second the second, and so on.
    """
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
    good = table.filter(~pl.col("m").is_in(sorted(bad)))
    assert written.heads.height == good.height + len(bad), "matches read = good + quarantined"
    problems = tuple(_problem(fault, written, ids) for fault in sorted(faults, key=_order))
    warnings = tuple(_warning(caution, written, ids) for caution in cautions)
    good = good.with_columns(turn=pl.int_range(pl.len()).over("Match"))
    parts = [_tables(written, good.filter(pl.col("turn") == turn), racks, shots, source_hash) for turn in _turns(good)]
    parts[0] = replace(parts[0], read=parts[0].read + len(bad), quarantined=problems, warnings=warnings)
    return parts


def _turns(good: pl.DataFrame) -> range:
    return range(good.select(pl.col("turn").max().fill_null(0)).item() + 1)


def _tables(
    written: Written, good: pl.DataFrame, racks: pl.DataFrame, shots: pl.DataFrame, source_hash: str
) -> Decoded:
    """The canonical tables of the matches in `good`, all of different ids."""
    keys = good.select("m", pl.col("Match").alias("match"))
    own_racks = _keyed(racks, keys, [pl.col("n").alias("rack"), pl.col("result").replace("?", None), tidy_note("note")])
    own_racks = own_racks.select(RACKS.names()).cast(RACKS)
    own_shots = _keyed(shots, keys, [pl.col("r").alias("rack"), pl.col("n").alias("shot")])
    own_shots = own_shots.select(SHOTS.names()).cast(SHOTS)
    persons, names = _persons(good)
    tags = pl.concat([_other_tags(written, keys), names])
    matches = _matches(good, own_racks, own_shots, written, source_hash)
    contents = hashes(texts(matches, persons, own_racks, own_shots, tags, revises=False))
    matches = matches.with_columns(contents)
    return Decoded(matches, persons, own_racks, own_shots, tags, matches.height, (), ())


def _keyed(rows: pl.DataFrame, keys: pl.DataFrame, columns: Sequence[pl.Expr]) -> pl.DataFrame:
    return rows.join(keys, on="m", how="inner", maintain_order="left").with_columns(columns)


def _other_tags(written: Written, keys: pl.DataFrame) -> pl.DataFrame:
    others = written.tags.filter(~pl.col("tag").is_in(list(v.KNOWN_TAGS))).with_columns(tidy_note("value"))
    by_tag = others.drop_nulls("value").group_by("m", "tag", maintain_order=True)
    others = by_tag.agg(pl.col("value").str.join("\n"), pl.col("line").first())
    return _keyed(others, keys, []).select(TAGS.names()).cast(TAGS)


def _person_key(name: str, club: str | None) -> str:
    text = normalize("NFC", f"{name}\x1f{club or ''}")
    return "~" + hashlib.sha256(text.encode()).hexdigest()[:16]


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
    return persons.select(PERSONS.names()).cast(PERSONS), tags.cast(TAGS)


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
    counts = [rows.group_by("match").agg(pl.len().alias(name)) for name, rows in (("racks", racks), ("shots", shots))]
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
    return rows.select(MATCHES.names()).cast(MATCHES)


def _order(fault: Fault) -> tuple[bool, int, str, int]:
    return (fault.m is not None, fault.m or 0, fault.table, fault.line or 0)


def _problem(fault: Fault, written: Written, ids: dict[int, str | None]) -> Problem:
    place = written.places[fault.table]
    match = None if fault.m is None else ids[fault.m]
    return Problem(
        place.file,
        place.sheet,
        fault.line,
        _column(place, fault.cell, fault.rack, fault.shot),
        None if match is None else visible(match),
        fault.code,
        fault.text,
        fault.expected,
        fault.hint,
        fault.cell,
        fault.rack,
        fault.shot,
    )


def _column(place: Place, cell: str | None, rack: int | None = None, shot: int | None = None) -> str | None:
    """How the format names the place of a cell: by its name, the letter of a column, or the way to it in JSON."""
    if cell is None:
        return None
    if place.json:
        way = "match." if rack is None else f"racks[{rack - 1}]." + (f"shots[{shot - 1}]." if shot else "")
        return way + cell
    return place.columns.get(cell, None if place.sheet is not None else cell)


def _warning(caution: Caution, written: Written, ids: dict[int, str | None]) -> Warning_:
    place = written.places[caution.table]
    column = _column(place, caution.cell)
    match = None if caution.m is None else ids[caution.m]
    return Warning_(place.file, place.sheet, caution.line, column, match, caution.text, caution.message)
