"""The canonical `.kos` of matches, and the hash of a match that is the same whichever format it came from.

Canonical: a tag a line in the order of `vocabulary.KNOWN_TAGS`, then unknown tags by name; a tag with a default
(`Break`, `Rules`, `Calls`, `Status`) always written; `Season` only where the log had it; empty tags never; notes of a
match below its tags, of a rack below its `rack` line, of a shot on its line and below it; a rack without a claim has no
result line. One empty line before each rack and between matches.
"""

import hashlib
from typing import Final

import polars as pl

from ingest.readers.tags import NOTE
from ingest.vocabulary import KNOWN_TAGS

_MARKS: Final = {"result": ">", "seen": "*", "called": "!", "choice": "=", "time": "@"}


def write(
    matches: pl.DataFrame, persons: pl.DataFrame, racks: pl.DataFrame, shots: pl.DataFrame, tags: pl.DataFrame
) -> str:
    """The matches (tables as in `ingest.schema`), in the order of `matches`, as one canonical `.kos` text."""
    return "\n".join(texts(matches, persons, racks, shots, tags)["text"])


def hashes(texts_of_matches: pl.DataFrame) -> pl.Series:
    """`content` of each row of `texts(..., revises=False)`: the SHA-256 of the match's canonical text, in hex."""
    return pl.Series(
        "content", [hashlib.sha256(text.encode()).hexdigest() for text in texts_of_matches["text"]], pl.String
    )


def texts(
    matches: pl.DataFrame,
    persons: pl.DataFrame,
    racks: pl.DataFrame,
    shots: pl.DataFrame,
    tags: pl.DataFrame,
    *,
    revises: bool = True,
) -> pl.DataFrame:
    """A row for each row of `matches`: `match` and its canonical `text`, with or without the tag `Revises`."""
    heads = _heads(matches, persons, tags, revises)
    bodies = _bodies(racks, shots)
    both = heads.join(bodies, on="match", how="left", maintain_order="left")
    return both.select("match", text=pl.concat_str("head", pl.col("body").fill_null("")))


def tag_rows(matches: pl.DataFrame, persons: pl.DataFrame, tags: pl.DataFrame) -> pl.DataFrame:
    """The known tags of each match as they are written: `match` and a column a tag; null = not written."""
    own = tags.filter(pl.col("tag").is_in(["A", "B"])).pivot(
        on="tag", on_columns=["A", "B"], index="match", values="value"
    )
    names = persons.select("person", "id", "name").unique("person", keep="last")
    table = matches.join(own, on="match", how="left", maintain_order="left")
    for side, key in (("A", "a"), ("B", "b"), ("Referee", "referee")):
        renamed = names.rename({"person": key, "id": f"{side}.Id", "name": f"{side}.name"})
        table = table.join(renamed, on=key, how="left", maintain_order="left")
    calls = pl.when(pl.col("calls_recorded")).then(pl.lit("recorded")).otherwise(pl.lit("not-recorded"))
    written = {
        "Match": pl.col("match"),
        "Date": pl.col("date").dt.to_string("iso:strict"),
        "Season": pl.when(~pl.col("season_derived")).then(pl.col("season")),
        "A": pl.coalesce("A", "A.name"),
        "A.Club": pl.col("a_club"),
        "B": pl.coalesce("B", "B.name"),
        "B.Club": pl.col("b_club"),
        "Referee": pl.col("Referee.name"),
        "RaceTo": pl.col("race_to").cast(pl.String),
        "Break": pl.col("break_rule"),
        "Calls": calls,
        "Score": pl.col("claimed_a").cast(pl.String) + "-" + pl.col("claimed_b").cast(pl.String),
        "Winner": pl.col("claimed_winner"),
    }
    same = {"A.Id": "A.Id", "B.Id": "B.Id"}
    columns = [written.get(tag, pl.col(same.get(tag, tag.lower()))).alias(tag) for tag in KNOWN_TAGS]
    return table.select(columns)


def _heads(matches: pl.DataFrame, persons: pl.DataFrame, tags: pl.DataFrame, revises: bool) -> pl.DataFrame:
    known = tag_rows(matches, persons, tags)
    lines = [_tag_line(pl.lit(tag), pl.col(tag)) for tag in KNOWN_TAGS if revises or tag != "Revises"]
    heads = known.select(pl.col("Match").alias("match"), head=pl.concat_str(lines, ignore_nulls=True))
    others = tags.filter(~pl.col("tag").is_in([*KNOWN_TAGS, NOTE])).sort("tag")
    others = others.group_by("match").agg(_tag_line(pl.col("tag"), pl.col("value")).str.join(""))
    others = others.rename({others.columns[1]: "others"})
    notes = tags.filter(pl.col("tag") == NOTE).group_by("match").agg(pl.col("value").str.join("\n").alias("notes"))
    notes = notes.select("match", notes=_note_lines(pl.col("notes")) + "\n")
    for more in (others, notes):
        heads = heads.join(more, on="match", how="left", maintain_order="left")
    return heads.select("match", head=pl.concat_str("head", "others", "notes", ignore_nulls=True))


def _tag_line(name: pl.Expr, value: pl.Expr) -> pl.Expr:
    escaped = value.str.replace_all(r'(["\\])', "\\$1")
    return pl.concat_str(pl.lit("["), name, pl.lit(' "'), escaped, pl.lit('"]\n'))


def _note_lines(note: pl.Expr) -> pl.Expr:
    """`# ` before each line of a note; an empty line of it is a lone `#`."""
    return ("# " + note.str.replace_all("\n", "\n# ")).str.replace_all("(?m)^# $", "#")


def _bodies(racks: pl.DataFrame, shots: pl.DataFrame) -> pl.DataFrame:
    """The racks of each match with their shots: `match` and `body`."""
    in_racks = shots.sort("match", "rack", "shot").group_by("match", "rack", maintain_order=True)
    played = in_racks.agg(_shot_line().str.join("").alias("shots"))
    result = pl.concat_str(
        pl.lit("result "), "result", (" " + pl.col("reason")).fill_null(""), pl.lit("\n"), ignore_nulls=False
    )
    opened = pl.concat_str(
        pl.lit("\nrack "),
        pl.col("rack").cast(pl.String),
        pl.lit(" "),
        "breaker",
        (" " + _note_lines(pl.col("note"))).fill_null(""),
        pl.lit("\n"),
    )
    whole = racks.sort("match", "rack").join(played, on=["match", "rack"], how="left", maintain_order="left")
    text = pl.concat_str(opened, pl.col("shots").fill_null(""), result.fill_null(""))
    return whole.group_by("match", maintain_order=True).agg(text.str.join("").alias("body"))


def _shot_line() -> pl.Expr:
    """One shot as its line or, with a note of several lines, as its lines."""
    both = pl.concat_str("view", "intent", separator=" ", ignore_nulls=True)
    parts = [
        pl.concat_str("player", pl.lit(" "), "path"),
        pl.when(both != "").then(pl.concat_str(pl.lit(" ("), both, pl.lit(")"))),
        *(f" {mark} " + pl.col(cell) for cell, mark in _MARKS.items()),
        " " + _note_lines(pl.col("note")),
    ]  # fmt: skip
    return pl.concat_str(*parts, pl.lit("\n"), ignore_nulls=True)
