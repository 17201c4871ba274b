"""One rack replayed and judged: the plain run that the audit, the explanations and the dossier read."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from replay.match import VISITS_BEFORE_STALEMATE, claimed_by, only, rack_verdict, without_shots
from replay.records import NO_REASON, STALEMATE, WON_BY_CONCESSION, WON_BY_FORFEIT, Shot
from replay.rulesets import Rules
from replay.summary import ShotSummary, most_visits, summarise_rack, summarise_shot
from replay.turns_on import turns_on
from replay.worlds import CONCESSION, FORFEIT, REPLAY, Ending, Parting, Worlds, replay_rack

UNBOUNDED: Final = 1 << 62


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


def explore(log: RackLog, rules: Rules) -> Worlds:
    """The worlds of a rack with at least one shot, exactly: first with the look ahead that keeps unknown results small,
    and without it where that met a point at which no world fitted."""
    worlds = replay_rack(log.shots, log.breaker, log.ending, rules, True, UNBOUNDED)
    if worlds.conflict:
        worlds = replay_rack(log.shots, log.breaker, log.ending, rules, False, UNBOUNDED)
    return worlds


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
