"""The replay of a store: verdict tables for the matches whose log, ruleset or engine changed, published at once."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from ingest.store import Conflict, Run, Snapshot, Store, per_match
from ingest.vocabulary import PLAYERS
from replay import schema
from replay.columns import (
    code_discrepancies,
    discrepancies,
    parting_discrepancies,
    rack_order,
    to_columns,
    verdict_shots,
)
from replay.document import REASONS, name
from replay.kernel import REASON, REDO, VISITS, WINNERS, Columns, Replayed, engine_hash, put, replay_columns
from replay.logs import ending, header
from replay.match import (
    CONTRADICTED,
    VISITS_BEFORE_STALEMATE,
    RackEnd,
    claimed_by,
    judge,
    only,
    rack_verdict,
)
from replay.rack import RackLog, RackVerdict, judge_rack
from replay.records import Shot
from replay.rulesets import RULESETS, Rules, rules
from replay.worlds import REPLAY
from wording import UserError, _

VERDICT_TABLES: Final = (
    per_match("verdict_matches", schema.VERDICT_MATCHES),
    per_match("verdict_racks", schema.VERDICT_RACKS),
    per_match("verdict_shots", schema.VERDICT_SHOTS),
    per_match("verdict_discrepancies", schema.VERDICT_DISCREPANCIES),
    per_match("verdict_turns_on", schema.VERDICT_TURNS_ON),
)
"""What the replay adds to a store."""

COMPILE_FROM: Final = 20_000
"""Shots from which compiling the rules pays; fewer are replayed plain, which takes a few seconds at most."""

BATCH: Final = 2_000_000
"""Shots replayed at a time, more only where one match has more."""

TRIES: Final = 5
Progress = Callable[[int, int], None]
"""Called with matches replayed so far and matches to replay."""
Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class ReplayReport:
    """What a replay did. `before` and `version` are the store's; they are the same where nothing had changed."""

    replayed: int
    unchanged: int
    shots: int
    before: int
    version: int

    def as_json(self) -> dict[str, int]:
        """The counts for a machine."""
        return {
            "replayed": self.replayed,
            "unchanged": self.unchanged,
            "shots": self.shots,
            "before": self.before,
            "version": self.version,
        }


def replay(store: Store, *, progress: Progress | None = None, cache_folder: Path | None = None) -> ReplayReport:
    """Replay what changed and publish its verdicts as one version, or none where nothing changed.

    `cache_folder` keeps the compiled rules, by default in the user's cache.

    Raises:
        UserError: the store is damaged or out of reach, or other runs kept publishing.
    """
    declared = Store(store.address, dict(store.place.options), VERDICT_TABLES)
    for _attempt in range(TRIES):
        try:
            return replay_once(declared, progress, cache_folder or default_cache())
        except Conflict:
            continue
    raise UserError(
        _(
            "Other runs kept changing the store {place} while this one was replaying. Try again when they are done."
        ).format(place=store.address)
    )


def default_cache() -> Path:
    """Where compiled rules are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("osmica", appauthor=False)


def engine_of(ruleset: str) -> str:
    """What verdicts depend on besides the log: the text of the rules, the ruleset and its switches."""
    base = RULESETS[ruleset]
    settings = ",".join(f"{key}={value}" for key, value in sorted(base.settings.items()))
    return hashlib.sha256(f"{engine_hash()} {base.name} {base.signed} {settings}".encode()).hexdigest()[:16]


def replay_once(store: Store, progress: Progress | None, cache_folder: Path) -> ReplayReport:
    """One try on top of the newest version.

    Raises:
        Conflict: another run published meanwhile.
    """
    snapshot = store.at()
    matches = snapshot.read("matches")
    engines = {ruleset: engine_of(ruleset) for ruleset in RULESETS}
    matches = matches.with_columns(pl.col("rules").replace_strict(engines, return_dtype=pl.String).alias("engine"))
    made = snapshot.read("verdict_matches", "match", "content", "engine")
    stale = matches.join(made, on=["match", "content", "engine"], how="anti", maintain_order="left")
    if stale.is_empty():
        return ReplayReport(0, matches.height, 0, snapshot.version, snapshot.version)
    total = int(stale["shots"].sum())
    folder = cache_folder if total >= COMPILE_FROM else None
    done = 0
    with store.begin(snapshot) as writer:
        for table in VERDICT_TABLES:
            writer.remove(table.name, stale["match"].to_list())
        for season, part in batches(stale):
            for name_of_table, rows in verdicts(part, *logs(snapshot, season, part), folder).items():
                writer.add(name_of_table, rows, season)
            done += part.height
            if progress is not None:
                progress(done, stale.height)
        version = writer.commit(Run("replay", {"replayed": stale.height, "shots": total}))
    return ReplayReport(stale.height, matches.height - stale.height, total, snapshot.version, version)


def batches(stale: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """The matches to replay, by season, in portions of some BATCH shots: whole matches, in order."""
    for (season,), part in stale.sort("season", "match").group_by("season", maintain_order=True):
        portion = (part["shots"].cast(pl.Int64).cum_sum() - part["shots"]) // BATCH
        for _number, rows in part.with_columns(portion=portion).group_by("portion", maintain_order=True):
            yield str(season), rows.drop("portion")


def logs(snapshot: Snapshot, season: str, part: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The racks and shots of some matches, in order.

    Raises:
        UserError: the store does not hold every rack and shot that the matches say they have.
    """
    wanted = part["match"].implode()
    racks = snapshot.scan("racks", season).filter(pl.col("match").is_in(wanted)).sort("match", "rack").collect()
    shots = snapshot.scan("shots", season).filter(pl.col("match").is_in(wanted)).sort("match", "rack", "shot").collect()
    if racks.height != part["racks"].sum() or shots.height != part["shots"].sum():
        message = _(
            "The store {place} lacks racks or shots of season {season}. Check it with: osmica store info --check"
        )
        raise UserError(message.format(place=snapshot.place.address(""), season=season))
    return racks, shots


def verdicts(matches: pl.DataFrame, racks: pl.DataFrame, shots: pl.DataFrame, cache_folder: Path | None) -> Tables:
    """The verdict tables of some matches, of which all racks and shots are given, in order."""
    racks = rack_order(racks, shots)
    told = {
        match: rules(RULESETS[ruleset].settings, calls_recorded=recorded, strict=False)
        for match, ruleset, recorded in matches.select("match", "rules", "calls_recorded").iter_rows()
    }
    columns = to_columns(racks, shots, told)
    replayed = replay_columns(columns, cache_folder)
    replayed, turning = plain_again(columns, replayed, racks)
    rack_rows, rack_found = judge_racks(racks, replayed)
    match_rows, scores, match_found = judge_matches(matches, racks, rack_rows)
    rows = rack_rows.with_columns(pl.Series("scores", scores, pl.Boolean))
    return {
        "verdict_matches": match_rows,
        "verdict_racks": typed(rows, schema.VERDICT_RACKS),
        "verdict_shots": verdict_shots(shots, replayed.shots),
        "verdict_discrepancies": pl.concat(
            [
                parting_discrepancies(racks, replayed.partings),
                code_discrepancies(shots, replayed.shots),
                rack_found,
                match_found,
            ]
        ).sort("match", "rack", "shot", maintain_order=True),
        "verdict_turns_on": pl.DataFrame(turning, schema=schema.VERDICT_TURNS_ON, orient="row"),
    }


def typed(rows: pl.DataFrame, columns: pl.Schema) -> pl.DataFrame:
    """The columns of a schema, in its order and types."""
    return rows.select(pl.col(name).cast(dtype) for name, dtype in columns.items())


def plain_again(
    columns: Columns, replayed: Replayed, racks: pl.DataFrame
) -> tuple[Replayed, list[tuple[str, int, int | None, str]]]:
    """What the bulk run leaves to the plain one: racks whose frontier outgrew it, racks without shots, and on which
    cells a rack turns whose winner is open. All of them are rare."""
    winners, reasons = replayed.racks[:, WINNERS], replayed.racks[:, REASON]
    partings = [replayed.partings]
    turning = []
    several = winners & (winners - 1) != 0
    again = several | (replayed.racks[:, REDO] == 1) | (columns.starts[1:] == columns.starts[:-1])
    keys = racks.select("match", "rack").rows()
    for r in np.flatnonzero(again).tolist():
        verdict = judge_rack(rack_log(columns, racks, r), Rules(*columns.rules[r].tolist()))
        winners[r], reasons[r] = verdict.winners, verdict.reason
        if replayed.racks[r, REDO] == 1:
            partings.append(redo(columns, replayed, r, verdict))
        turning += [(*keys[r], shot, fact) for shot, fact in verdict.turns_on]
    return replayed._replace(partings=np.concatenate(partings)), turning


def redo(columns: Columns, replayed: Replayed, r: int, verdict: RackVerdict) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Fill in the rows of a rack that was too much for the bulk run; its partings."""
    start = int(columns.starts[r])
    for k, summary in enumerate(verdict.shots):
        put(replayed.shots[start + k], summary)
    replayed.racks[r, VISITS] = 0 if verdict.stalemate_early else VISITS_BEFORE_STALEMATE
    found = [(r, parting.shot, parting.code, parting.what) for parting in verdict.partings]
    return np.array(found, dtype=np.int64).reshape(-1, 4)


def rack_log(columns: Columns, racks: pl.DataFrame, r: int) -> RackLog:
    """Rack `r` as the plain run takes it."""
    start, stop = columns.starts[r : r + 2].tolist()
    facts = [column[start:stop].tolist() for column in columns.facts]  # type: ignore[index]
    shots = [Shot(*values) for values in zip(*facts, strict=True)]
    row = racks.row(r, named=True)
    return RackLog(row["rack"], PLAYERS.index(row["breaker"]), ending(row["result"], row["reason"]), shots)


def judge_racks(racks: pl.DataFrame, replayed: Replayed) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of `verdict_racks` (with the mask of winners, without `scores`), and what concerns whole racks."""
    winners = replayed.racks[:, WINNERS].tolist()
    ends = [ending(result, reason) for result, reason in racks.select("result", "reason").iter_rows()]
    claims = [claimed_by(end) for end in ends]
    verdict = [rack_verdict(mask, claim) for mask, claim in zip(winners, claims, strict=True)]
    stalemate = [end.kind == REPLAY and only(mask) is None for end, mask in zip(ends, winners, strict=True)]
    rows = racks.select("match", "rack", "breaker", pl.col("count").alias("shots")).with_columns(
        pl.Series("winners", winners, pl.Int64),
        pl.Series("winner", [name(only(mask)) for mask in winners], pl.String),
        pl.Series("reason", [REASONS[reason] for reason in replayed.racks[:, REASON].tolist()], pl.String),
        pl.Series("claimed", [name(claim) for claim in claims], pl.String),
        pl.Series("verdict", verdict, pl.String),
        pl.lit(None, dtype=pl.Int16).alias("diverges_at"),
        pl.Series("stalemate", stalemate, pl.Boolean),
    )
    places = rows.select("match", "rack", pl.lit(None, dtype=pl.Int16).alias("shot"), "verdict", "shots")
    places = places.with_columns(racks["result"])
    early = pl.Series(replayed.racks[:, VISITS] < VISITS_BEFORE_STALEMATE)
    found = [
        discrepancies(places.filter(pl.col("verdict") == CONTRADICTED), "winner-mismatch"),
        discrepancies(places.filter((pl.col("result") == "replay") & early & (pl.col("shots") > 0)), "stalemate-early"),
    ]
    return rows, pl.concat(found)


def judge_matches(
    matches: pl.DataFrame, racks: pl.DataFrame, rack_rows: pl.DataFrame
) -> tuple[pl.DataFrame, list[bool], pl.DataFrame]:
    """The rows of `verdict_matches`, for each rack whether it may score, and the discrepancies of the match rules."""
    ends = [
        RackEnd(PLAYERS.index(breaker), ending(result, reason), winners, stalemate)
        for breaker, result, reason, winners, stalemate in rack_rows.select("breaker")
        .hstack(racks.select("result", "reason"))
        .hstack(rack_rows.select("winners", "stalemate"))
        .iter_rows()
    ]
    numbers = rack_rows["rack"].to_list()
    counts = dict(rack_rows.group_by("match").len().iter_rows())
    scores: list[bool] = []
    found: list[tuple[str, int | None, str]] = []
    rows = []
    bounds = np.cumsum([0, *(counts.get(match, 0) for match in matches["match"])]).tolist()
    for (start, stop), row in zip(pairwise(bounds), matches.iter_rows(named=True), strict=True):
        verdict = judge(header(row), ends[start:stop])
        scores += verdict.scores
        match = row["match"]
        found += [(match, numbers[start + i], "wrong-breaker") for i in verdict.wrong_breakers]
        found += [(match, None, code) for code in verdict.mismatches]
        if verdict.after_end is not None:
            found.append((match, numbers[start + verdict.after_end], "rack-after-end"))
        a, b = verdict.score or (None, None)
        rows.append((name(verdict.winner), a, b, verdict.verdict))
    judged = pl.DataFrame(
        rows,
        schema={"winner": pl.String, "score_a": pl.Int32, "score_b": pl.Int32, "verdict": pl.String},
        orient="row",
    )
    table = matches.with_columns(pl.col("rules").alias("ruleset")).hstack(judged)
    places = pl.DataFrame(found, schema={"match": pl.String, "rack": pl.Int16, "code": pl.String}, orient="row")
    places = places.with_columns(shot=pl.lit(None, dtype=pl.Int16))
    parts = [schema.VERDICT_DISCREPANCIES.to_frame()]
    parts += [discrepancies(part, str(code)) for (code,), part in places.group_by("code", maintain_order=True)]
    return typed(table, schema.VERDICT_MATCHES), scores, pl.concat(parts)
