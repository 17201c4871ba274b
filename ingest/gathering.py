"""The matches of several readings side by side, for work without a store: each match once, its newest version."""

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from ingest import schema
from ingest.problems import Problem, Warning_
from ingest.reading import Reading
from wording import _


@dataclass(frozen=True, slots=True)
class Gathered:
    """Tables as in `ingest.schema`, one row a match id; `read` = matches + repeats + those quarantined.

    `readable` counts the files of which something could be read.
    """

    matches: pl.DataFrame
    persons: pl.DataFrame
    racks: pl.DataFrame
    shots: pl.DataFrame
    tags: pl.DataFrame
    read: int
    readable: int
    quarantined: tuple[Problem, ...]
    warnings: tuple[Warning_, ...]


def gather(readings: Iterable[Reading]) -> Gathered:
    """Put readings together. The same match again counts once; a revision that names what it replaces takes its place.

    Another content under the same id that names nothing is a conflict: the match read first stays.
    """
    parts = list(readings)
    problems: list[Problem] = []
    kept: dict[str, tuple[int, str]] = {}  # match -> the reading that holds it, its content
    for i, part in enumerate(parts):
        problems += part.quarantined
        for match, content, revises, line in part.matches.select("match", "content", "revises", "line").iter_rows():
            if match not in kept or revises == kept[match][1]:
                kept[match] = i, content
            elif content != kept[match][1]:
                problems.append(_conflict(part, match, line, kept[match][1]))
    chosen = [
        pl.Series("match", [match for match, (reading, _content) in kept.items() if reading == i], pl.String)
        for i in range(len(parts))
    ]

    def together(name: str, schema_of_table: pl.Schema) -> pl.DataFrame:
        tables = [pl.DataFrame(schema=schema_of_table)]
        for part, ids in zip(parts, chosen, strict=True):
            rows: pl.DataFrame = getattr(part, name)
            tables.append(rows.join(pl.DataFrame(ids), on="match", how="semi", maintain_order="left"))
        return pl.concat(tables)

    persons = pl.concat([pl.DataFrame(schema=schema.PERSONS), *(part.persons for part in parts)])
    persons = persons.unique("person", keep="first", maintain_order=True)
    return Gathered(
        matches := together("matches", schema.MATCHES),
        persons,
        together("racks", schema.RACKS),
        together("shots", schema.SHOTS),
        pl.concat(
            [tags := together("tags", schema.TAGS), *(_other_names(part, persons, matches, tags) for part in parts)]
        ),
        sum(part.read for part in parts),
        sum(1 for part in parts if part.read),
        tuple(problems),
        tuple(warning for part in parts for warning in part.warnings),
    )


def _other_names(part: Reading, persons: pl.DataFrame, matches: pl.DataFrame, tags: pl.DataFrame) -> pl.DataFrame:
    """Tags for the matches of one reading that spell a name in another way than the table of persons now does."""
    changed = part.persons.join(persons.select("person", usual="name"), on="person")
    changed = changed.filter(pl.col("name") != pl.col("usual")).select("person", value="name")
    own = part.matches.join(matches.select("match", "content"), on=["match", "content"], how="semi")
    found = [
        own.join(changed, left_on=key, right_on="person").select("match", pl.lit(tag).alias("tag"), "value")
        for tag, key in (("A", "a"), ("B", "b"))
    ]
    names = pl.concat(found).join(tags, on=["match", "tag"], how="anti").with_columns(line=pl.lit(None, pl.Int32))
    return names.select(schema.TAGS.names()).cast(schema.TAGS)


def _conflict(part: Reading, match: str, line: int, content: str) -> Problem:
    place = part.matches.filter(pl.col("match") == match).row(0, named=True)
    expected = _('the same match only once, or the tag [Revises "{content}"] if it replaces the other').format(
        content=content
    )
    return Problem(place["file"], place["sheet"], line, None, match, "conflict", match, expected)
