"""The notation, `.kos`: lines split in bulk into tags, racks, shots and notes."""

from typing import Final

import polars as pl

from ingest.problems import visible
from ingest.readers.cells import HEADS, RACKS_WRITTEN, SHOTS_WRITTEN, TAGS_WRITTEN, Fault, Place, Written, nothing
from ingest.readers.kos_tags import TAG_LINE, numbered, tags_of
from ingest.readers.tags import NOTE
from ingest.readers.text import decode_lines
from wording import _

_RACK: Final = r"^rack\s+(\S+)\s+(\S+)$"
_RESULT: Final = r"^result(?:\s+(\S+))?(?:\s+(\S+))?$"
# Every part as short as it can be, so that a mark ends the part before it. What is left over (a mark out of order, or
# glued to its text) stays in the part where it stands, and that part's grammar says so.
_SHOT: Final = (
    r"^(?P<player>\S+)(?:\s+(?P<path>.*?))??(?:\s+\((?P<paren>[^()]*)\))?"
    r"(?:\s+>(?:\s+(?P<result>.*?))??)?(?:\s+\*(?:\s+(?P<seen>.*?))??)?(?:\s+!(?:\s+(?P<called>.*?))??)?"
    r"(?:\s+=(?:\s+(?P<choice>.*?))??)?(?:\s+@(?:\s+(?P<time>.*?))??)?$"
)
_PAREN: Final = r"^\s*(?:(v|h)(?:\s+(pot|safety|kick))?|(pot|safety|kick))?\s*$"


def read(data: bytes, name: str) -> Written:
    """The matches of a `.kos` file called `name`. Its faults are of structure only; cells are as they were written."""
    place = Place(name)
    lines, faults = decode_lines(data)
    lines = _kinds(lines)
    if lines.filter(pl.col("kind") == "tag").is_empty():
        return nothing(place, *(faults or [_no_match(lines)]))
    lines = _anchored(_in_racks(numbered(lines)))
    numbers = dict(lines.filter(pl.col("line").is_in([fault.line for fault in faults])).select("line", "m").iter_rows())
    faults = [
        Fault(_or_none(numbers[f.line]), f.code, f.text, f.expected, f.table, f.line, None, f.hint) for f in faults
    ]
    faults += _before_tags(lines)
    lines = lines.filter(pl.col("m") >= 0)
    tags, tag_faults = tags_of(lines)
    racks, rack_faults = _racks(lines)
    shots, shot_faults = _shots(lines)
    return Written(
        _heads(lines, tags),
        pl.concat([tags, _match_notes(lines)]),
        racks,
        shots,
        tuple(faults + tag_faults + rack_faults + shot_faults),
        (),
        {"matches": place, "racks": place, "shots": place},
        in_order=True,
    )


def _or_none(m: int) -> int | None:
    return None if m < 0 else m


def _kinds(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `kind`, `body` (the line without its note) and `note`."""
    text = pl.col("text")
    kind = (
        pl.when(text == "")
        .then(pl.lit("blank"))
        .when(text.str.starts_with("["))
        .then(pl.lit("tag"))
        .when(text.str.starts_with("#"))
        .then(pl.lit("note"))
        .when(text.str.contains(r"^rack\b"))
        .then(pl.lit("rack"))
        .when(text.str.contains(r"^result\b"))
        .then(pl.lit("result"))
        .otherwise(pl.lit("shot"))
    )
    note = (
        pl.when(pl.col("kind") == "tag")
        .then(text.str.extract(TAG_LINE, 2))
        .otherwise(text.str.extract(r"(?:^|\s)#(.*)$", 1))
    )
    return lines.with_columns(kind=kind).with_columns(
        body=text.str.replace(r"(?:^|\s+)#.*$", ""), note=note.str.replace("^ ", "")
    )


def _in_racks(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `k`, the number of the rack line that stands last before a line in its match (0 = none)."""
    return lines.with_columns(k=(pl.col("kind") == "rack").cast(pl.Int32).cum_sum().over("m"))


def _anchored(lines: pl.DataFrame) -> pl.DataFrame:
    """Add `anchor` and `anchor_kind`: the line that a note belongs to, its own or the last one that says something.

    Notes before the first tag belong to the first match.
    """
    says = ~pl.col("kind").is_in(["blank", "note"])
    lines = lines.with_columns(
        pl.when(says).then(pl.col(column)).forward_fill().alias(new)
        for column, new in (("line", "anchor"), ("kind", "anchor_kind"))
    )
    first = lines.filter(pl.col("kind") == "tag").row(0, named=True)
    early = (pl.col("m") < 0) & pl.col("kind").is_in(["blank", "note"])
    return lines.with_columns(
        pl.when(early).then(0).otherwise(pl.col("m")).alias("m"),
        pl.when(early).then(first["line"]).otherwise(pl.col("anchor")).alias("anchor"),
        pl.when(early).then(pl.lit("tag")).otherwise(pl.col("anchor_kind")).alias("anchor_kind"),
    )


def _heads(lines: pl.DataFrame, tags: pl.DataFrame) -> pl.DataFrame:
    ids = (
        tags.filter(pl.col("tag") == "Match")
        .group_by("m", maintain_order=True)
        .agg(pl.col("value").first().alias("id"))
    )
    starts = lines.filter(pl.col("kind") == "tag").group_by("m", maintain_order=True).agg(pl.col("line").first())
    return starts.join(ids, on="m", how="left", maintain_order="left").select(HEADS.names()).cast(HEADS)


def _notes(lines: pl.DataFrame, kinds: list[str], by: list[str]) -> pl.DataFrame:
    noted = lines.filter(pl.col("note").is_not_null() & pl.col("anchor_kind").is_in(kinds))
    return noted.group_by(by, maintain_order=True).agg(pl.col("note").str.join("\n"), pl.col("line").first())


def _match_notes(lines: pl.DataFrame) -> pl.DataFrame:
    notes = _notes(lines, ["tag"], ["m"]).select("m", pl.lit(NOTE).alias("tag"), pl.col("note").alias("value"), "line")
    return notes.select(TAGS_WRITTEN.names()).cast(TAGS_WRITTEN)


def _racks(lines: pl.DataFrame) -> tuple[pl.DataFrame, list[Fault]]:
    opened = _groups(lines, "rack", _RACK, ["rack", "breaker"])
    closed = _groups(lines, "result", _RESULT, ["result", "reason"])
    faults = [
        *_faults(opened.filter(pl.col("breaker").is_null()), "rack-line", _("rack N P, such as: rack 3 A")),
        *_faults(
            closed.filter(pl.col("result").is_null()),
            "result-line",
            _("result A, result B, result A concession, result A forfeit, result replay or result ?"),
        ),
        *_faults(closed.filter(pl.col("k") == 0), "outside-rack", _("a line rack N P before it")),
        *_faults(_again(closed), "result-twice", _("one result line a rack")),
    ]  # fmt: skip
    # A rack line that says nothing is reported; let it count as a rack, so that nothing else is said of it.
    opened = opened.with_columns(
        pl.col("rack").fill_null(pl.col("k").cast(pl.String)), pl.col("breaker").fill_null("A")
    )
    racks = opened.join(
        closed.unique(["m", "k"], keep="first").drop("line"), on=["m", "k"], how="left", maintain_order="left"
    )
    notes = _notes(lines, ["rack", "result"], ["m", "k"]).drop("line")
    racks = racks.join(notes, on=["m", "k"], how="left", maintain_order="left")
    return racks.select(RACKS_WRITTEN.names()).cast(RACKS_WRITTEN), faults


def _again(closed: pl.DataFrame) -> pl.DataFrame:
    return closed.filter(pl.col("line") != pl.col("line").first().over("m", "k"))


def _groups(lines: pl.DataFrame, kind: str, pattern: str, names: list[str]) -> pl.DataFrame:
    parts = pl.col("body").str.extract_groups(pattern).struct.rename_fields(names).alias("parts")
    return lines.filter(pl.col("kind") == kind).select("m", "k", "line", "body", parts).unnest("parts")


def _shots(lines: pl.DataFrame) -> tuple[pl.DataFrame, list[Fault]]:
    shots = lines.filter(pl.col("kind") == "shot")
    shots = shots.select("m", "k", "line", "body", pl.col("body").str.extract_groups(_SHOT).alias("parts")).unnest(
        "parts"
    )
    ended = lines.filter(pl.col("kind") == "result").group_by("m", "k").agg(pl.col("line").first().alias("ended"))
    shots = shots.join(ended, on=["m", "k"], how="left", maintain_order="left")
    a_shot = pl.col("player").is_in(["A", "B"])
    no_shot, shots = shots.filter(~a_shot.fill_null(False)), shots.filter(a_shot)
    in_parens = pl.col("paren").str.extract_groups(_PAREN).struct
    matched = pl.col("paren").str.contains(_PAREN)
    faults = [
        *_faults(no_shot, "line", _("a shot (A or B first), a line rack or result, a tag, or a note after #")),
        *_faults(shots.filter(pl.col("path").is_null()), "no-path", _("a path, or ? if none was recorded"), "path"),
        *_faults(shots.filter(~matched), "parentheses", _("the view, the intent or both: (v pot)"), "view"),
        *_faults(shots.filter(pl.col("k") == 0), "outside-rack", _("a line rack N P before it")),
        *_faults(shots.filter(pl.col("line") > pl.col("ended")), "after-result", _("a line rack N P after the result")),
    ]  # fmt: skip
    shots = shots.with_columns(
        view=in_parens.field("1"),
        intent=pl.coalesce(in_parens.field("2"), in_parens.field("3")),
        rack=pl.col("k").cast(pl.String),
        shot=pl.lit(None, pl.String),
    )
    notes = _notes(lines, ["shot"], ["anchor"]).select(pl.col("anchor").alias("line"), "note")
    shots = shots.join(notes, on="line", how="left", maintain_order="left")
    return shots.select(SHOTS_WRITTEN.names()).cast(SHOTS_WRITTEN), faults


def _faults(rows: pl.DataFrame, code: str, expected: str, cell: str | None = None) -> list[Fault]:
    return [
        Fault(m, code, visible(body), expected, "shots", line, cell)
        for m, body, line in rows.select("m", "body", "line").iter_rows()
    ]


def _before_tags(lines: pl.DataFrame) -> list[Fault]:
    early = lines.filter(pl.col("m") < 0).head(1)
    expected = _('tags first: a match starts with [Match "its id"]')
    return [
        Fault(None, "before-tags", visible(text), expected, line=line)
        for text, line in early.select("text", "line").iter_rows()
    ]


def _no_match(lines: pl.DataFrame) -> Fault:
    first = lines.filter(pl.col("kind") != "blank").head(1)
    text, line = first.select("text", "line").row(0) if first.height else ("", None)
    return Fault(
        None, "no-match", visible(text), _('at least one match, which starts with [Match "its id"]'), line=line
    )
