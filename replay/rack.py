"""One rack replayed and judged: the plain run that the audit, the explanations and the dossier read."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from ingest.vocabulary import PATH_COMPLETE, POCKET_UNKNOWN
from replay.match import (
    A_WINS,
    B_WINS,
    NO_WINNER,
    VISITS_BEFORE_STALEMATE,
    claimed_by,
    only,
    rack_verdict,
    without_shots,
)
from replay.records import NO_REASON, STALEMATE, WON_BY_CONCESSION, WON_BY_FORFEIT, Shot
from replay.results import pocket_in
from replay.rulesets import Rules
from replay.summary import ShotSummary, most_visits, summarise_rack, summarise_shot
from replay.turns_on import turns_on
from replay.worlds import CONCESSION, FORFEIT, PLAIN, REPLAY, Ending, Parting, Worlds, replay_rack

BOUND: Final = 60_000
"""The most ways in which one shot of a rack is followed. A rack that needs more stays undetermined and says so."""


class RackLog(NamedTuple):
    """A rack as the log has it."""

    number: int
    breaker: int
    ending: Ending
    shots: list[Shot]


@dataclass(frozen=True)
class RackVerdict:
    """A rack judged. `shots` holds the shots up to the one that ended it; `winners` is the mask of `replay.match`."""

    log: RackLog
    winners: int
    reason: int
    verdict: str
    diverges_at: int | None
    shots: tuple[ShotSummary, ...]
    partings: tuple[Parting, ...]
    turns_on: tuple[tuple[int | None, str], ...]  # (shot from 1 or None, cell)
    stalemate: bool
    stalemate_early: bool
    bounded: bool = False  # too much is open to follow: everything but that is left out, and nothing is judged


def explore(log: RackLog, rules: Rules) -> Worlds:
    """The worlds of a rack with at least one shot: first with the look ahead that keeps unknown results small, and
    without it where that met a point at which no world fitted. Exact, unless it says `too_many`."""
    worlds = replay_rack(log.shots, log.breaker, log.ending, rules, True, BOUND)
    if worlds.conflict:
        worlds = replay_rack(log.shots, log.breaker, log.ending, rules, False, BOUND)
    return worlds


def unrecorded_cells(log: RackLog) -> tuple[tuple[int | None, str], ...]:
    """Every cell of a rack that was not, or not wholly, recorded, as (shot from 1, cell). Choices are not among them:
    whether one was due is a question to the rules."""
    found: list[tuple[int | None, str]] = []
    for number, shot in enumerate(log.shots, 1):
        if shot.path_state != PATH_COMPLETE:
            found.append((number, "path"))
        if shot.view_code == 0 and number > 1:
            found.append((number, "view"))
        if shot.result_known == 0 or any(pocket_in(shot.pockets, ball) == POCKET_UNKNOWN for ball in range(1, 16)):
            found.append((number, "result"))
    return tuple(found)


def unfollowed(log: RackLog) -> RackVerdict:
    """A rack of which too much is open: anybody may have won it, and it may turn on every open cell."""
    winners = A_WINS | B_WINS | (0 if log.ending.kind == PLAIN else NO_WINNER)
    return RackVerdict(
        log,
        winners,
        NO_REASON,
        rack_verdict(winners, claimed_by(log.ending)),
        None,
        (),
        (),
        unrecorded_cells(log),
        log.ending.kind == REPLAY,
        stalemate_early=False,
        bounded=True,
    )


def judge_rack(log: RackLog, rules: Rules) -> RackVerdict:
    """Replay a rack and hold its claim against the worlds left."""
    claimed = claimed_by(log.ending)
    if not log.shots:
        winners = without_shots(log.ending)
        reason = {CONCESSION: WON_BY_CONCESSION, FORFEIT: WON_BY_FORFEIT, REPLAY: STALEMATE}.get(
            log.ending.kind, NO_REASON
        )
        lost = log.ending.kind not in (CONCESSION, FORFEIT, REPLAY)
        return RackVerdict(
            log,
            winners,
            reason,
            rack_verdict(winners, claimed),
            None,
            (),
            (),
            ((None, "shots"),) if lost else (),
            log.ending.kind == REPLAY,
            stalemate_early=False,
        )
    worlds = explore(log, rules)
    if worlds.too_many:
        return unfollowed(log)
    summary = summarise_rack(worlds, log.ending)
    early = log.ending.kind == REPLAY and most_visits(worlds, log.shots) < VISITS_BEFORE_STALEMATE
    return RackVerdict(
        log,
        summary.winners,
        summary.reason,
        rack_verdict(summary.winners, claimed),
        worlds.diverged or None,
        tuple(summarise_shot(worlds, k) for k in range(worlds.judged)),
        tuple(worlds.partings),
        tuple(turns_on(worlds, log.ending)) if summary.winners & (summary.winners - 1) else (),
        log.ending.kind == REPLAY and only(summary.winners) is None,
        early and not worlds.diverged,
    )
