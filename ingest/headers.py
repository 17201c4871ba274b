"""The tags of the matches of a file: what must be there, what each may say, and the rows of `matches` made of them."""

from typing import Final

import polars as pl

from ingest import vocabulary as v
from ingest.problems import visible
from ingest.readers.cells import Caution, Fault, Written
from ingest.readers.tags import NOTE
from wording import _

_CONTROL: Final = r"[\p{Cc}\x{FFFE}\x{FFFF}]"
_SCORE: Final = r"^(\d{1,4})[-:](\d{1,4})$"


def wide(written: Written) -> pl.DataFrame:
    """A row a match: `m`, `line`, and a column for each known tag, trimmed; null = missing or empty."""
    known = written.tags.filter(pl.col("tag").is_in(list(v.KNOWN_TAGS)))
    known = known.group_by("m").agg(
        pl.col("value").filter(pl.col("tag") == tag).first().alias(tag) for tag in v.KNOWN_TAGS
    )
    table = written.heads.join(known, on="m", how="left", maintain_order="left")
    trimmed = [pl.col(tag).str.strip_chars().replace("", None) for tag in v.KNOWN_TAGS if tag != "Match"]
    return table.with_columns(*trimmed, pl.col("Match").replace("", None))


def header_faults(written: Written, table: pl.DataFrame) -> list[Fault]:
    """Every error of the tags of every match."""
    table = table.filter(~pl.col("m").is_in(sorted(written.unread)))
    found = [*_missing(written, table), *_doubled(written), *_unwritable(written), *_bad_id(table)]
    words = {"Break": v.BREAK_RULES, "Rules": v.RULESETS, "Calls": v.CALLS, "Status": v.STATUSES, "Winner": v.PLAYERS}
    race = whole(pl.col("RaceTo"))
    won = pl.col("Score").str.extract_groups(_SCORE).struct
    rules = [
        ("Date", date(pl.col("Date")).is_null(), "date", _("a date as 2026-10-03")),
        ("RaceTo", race.is_null() | (race < 1), "race-to", _("a whole number from 1")),
        ("Score", won.field("1").is_null(), "score", _("racks won by A and by B, as 3-1")),
        (
            "Score",
            pl.max_horizontal(whole(won.field("1")), whole(won.field("2"))) > race,
            "score-beyond",
            _("no more racks than the tag RaceTo says"),
        ),
        *(
            (tag, ~pl.col(tag).is_in(list(known)), tag.lower(), _("one of: {words}").format(words=", ".join(known)))
            for tag, known in words.items()
        ),
    ]
    flags = table.select(
        (pl.col(tag).is_not_null() & wrong).alias(str(i)) for i, (tag, wrong, *_rest) in enumerate(rules)
    )
    for i, (tag, _wrong, code, expected) in enumerate(rules):
        if flags[str(i)].any():
            bad = _placed(written, table.filter(flags[str(i)]), tag)
            found += [
                Fault(m, code, visible(text), expected, "matches", line, tag) for m, text, line in bad.iter_rows()
            ]
    return found


def header_cautions(written: Written, table: pl.DataFrame) -> list[Caution]:
    """A caution for each tag that is not known, and for scores written with a colon."""
    unknown = written.tags.filter(
        ~pl.col("tag").is_in([*v.KNOWN_TAGS, NOTE]) & (pl.col("value").str.strip_chars() != "")
    )
    unknown = unknown.group_by("tag", maintain_order=True).agg(pl.col("m", "value", "line").first())
    message = _("The tag is not known; it is kept as it stands.")
    found = [
        Caution(m, visible(value), message, "matches", line, tag)
        for tag, m, value, line in unknown.select("tag", "m", "value", "line").iter_rows()
    ]
    if not table["Score"].str.contains(":").any():
        return found
    colons = _placed(
        written, table.filter(pl.col("Score").str.contains(_SCORE) & pl.col("Score").str.contains(":")), "Score"
    )
    return found + [
        Caution(
            m, visible(text), _("The score is written 3-1, with a hyphen; it was read so."), "matches", line, "Score"
        )
        for m, text, line in colons.iter_rows()
    ]


def date(text: pl.Expr) -> pl.Expr:
    """An ISO date, or null."""
    return pl.when(text.str.contains(r"^\d{4}-\d\d-\d\d$")).then(text).str.to_date("%Y-%m-%d", strict=False)


def whole(text: pl.Expr) -> pl.Expr:
    """A number written in digits alone, without a leading zero, that fits the schema; or null."""
    return pl.when(text.str.contains(r"^(0|[1-9]\d{0,8})$")).then(text).cast(pl.Int32, strict=False)


def score(text: pl.Expr) -> list[pl.Expr]:
    """`claimed_a` and `claimed_b`."""
    won = text.str.extract_groups(_SCORE).struct
    return [
        won.field(side).cast(pl.Int32, strict=False).alias(name)
        for side, name in (("1", "claimed_a"), ("2", "claimed_b"))
    ]


def _missing(written: Written, table: pl.DataFrame) -> list[Fault]:
    hint = _("Add the tag, or fill in the column.")
    spoiled = {(fault.m, fault.cell) for fault in written.faults}
    return [
        Fault(
            m,
            "missing-tag",
            "",
            _("the tag {tag}, which every match needs").format(tag=tag),
            "matches",
            line,
            tag,
            hint,
        )
        for tag in v.NEEDED_TAGS
        if table[tag].has_nulls()
        for m, line in table.filter(pl.col(tag).is_null()).select("m", "line").iter_rows()
        if (m, tag) not in spoiled
    ]


def _doubled(written: Written) -> list[Fault]:
    again = written.tags.filter(pl.col("tag") != NOTE).filter(pl.int_range(pl.len()).over("m", "tag") > 0)
    return [
        Fault(m, "doubled-tag", visible(value), _("the tag {tag} once").format(tag=tag), "matches", line, tag)
        for m, tag, value, line in again.select("m", "tag", "value", "line").iter_rows()
    ]


def _unwritable(written: Written) -> list[Fault]:
    no_note = pl.col("tag") != NOTE
    bad = written.tags.filter(
        (no_note & (pl.col("tag") + pl.col("value").str.strip_chars()).str.contains(_CONTROL))
        | (~no_note & pl.col("value").str.contains(r"[[\p{Cc}\x{FFFE}\x{FFFF}]--[\n\r\t]]"))
    )
    names = written.tags.filter(pl.col("tag").str.contains(r'["\[\]]|^\s|\s$|^$'))
    one_line = _("one line without control characters")
    unwritable = _("the name of a tag without quotes, brackets, or spaces at its ends")
    return [
        Fault(m, "tag-name", visible(tag), unwritable, "matches", line, visible(tag))
        for m, tag, line in names.select("m", "tag", "line").iter_rows()
    ] + [
        Fault(m, "control-character", visible(value), one_line, "matches", line, visible(tag))
        for m, tag, value, line in bad.select("m", "tag", "value", "line").iter_rows()
    ]  # fmt: skip


def _bad_id(table: pl.DataFrame) -> list[Fault]:
    name = pl.col("Match")
    wrong = (name != name.str.strip_chars()) | (name != name.str.normalize("NFC"))
    expected = _("an id without spaces at its ends, in Unicode's composed form (NFC)")
    return [
        Fault(m, "match-id", visible(text), expected, "matches", line, "Match")
        for m, text, line in table.filter(wrong).select("m", "Match", "line").iter_rows()
    ]


def _placed(written: Written, rows: pl.DataFrame, tag: str) -> pl.DataFrame:
    """`m`, the value of the tag, and the line where it stands."""
    lines = written.tags.filter(pl.col("tag") == tag).group_by("m").agg(pl.col("line").first())
    return rows.select("m", tag).join(lines, on="m", how="left", maintain_order="left")
