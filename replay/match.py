"""The rules of a match over its racks: who breaks (art. 4), the score, the claims, the verdicts.

A rack counts here only by the winners that its worlds leave; the worlds of different racks do not depend on each other.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from replay.worlds import CONCESSION, FORFEIT, NO_CLAIM, PLAIN, REPLAY, Ending

A_WINS: Final = 1
B_WINS: Final = 2
NO_WINNER: Final = 4

CONFIRMED: Final = "confirmed"
CONTRADICTED: Final = "contradicted"
UNDETERMINED: Final = "undetermined"
UNCLAIMED: Final = "unclaimed"

VISITS_BEFORE_STALEMATE: Final = 6

DISCREPANCIES: Final = (
    "wrong-shooter",
    "wrong-breaker",
    "ball-not-on-table",
    "play-after-end",
    "rack-unfinished",
    "illegal-choice",
    "not-called",
    "call-unsupported",
    "winner-mismatch",
    "score-mismatch",
    "match-winner-mismatch",
    "match-unfinished",
    "rack-after-end",
    "stalemate-early",
)
"""In the order of the rulings; the first six are the numbers of `replay.worlds.Parting.code`."""


class Header(NamedTuple):
    """What a match's header says that the rules need. Players are 0 (A) and 1 (B); `None` where nothing is claimed."""

    race_to: int
    break_rule: str
    status: str
    claimed_score: tuple[int, int] | None
    claimed_winner: int | None


class RackEnd(NamedTuple):
    """A rack as the match sees it: who broke it, how its result line ends it, and the mask of possible winners."""

    breaker: int
    ending: Ending
    winners: int
    stalemate: bool  # ended by `result replay` and has no derived winner: no rack for these rules


class Standing(NamedTuple):
    """A state of the match that some world reaches, as the order of the breaks sees it."""

    score: tuple[int, int]
    last: int | None  # who won the last rack that counted
    breaker: int | None  # who broke the last rack
    again: bool  # the last rack was a stalemate


@dataclass(frozen=True)
class MatchVerdict:
    """What the racks make of the match's claims. `mismatches` are codes that concern the whole match."""

    score: tuple[int, int] | None
    winner: int | None
    verdict: str
    mismatches: tuple[str, ...]
    wrong_breakers: tuple[int, ...]  # indices of racks
    after_end: int | None  # index of the first rack after the end
    scores: tuple[bool, ...]  # for each rack: whether it may count in the score


def claimed_by(ending: Ending) -> int | None:
    """The player to whom the result line gives the rack, None without a claim."""
    return ending.player if ending.kind in (PLAIN, CONCESSION, FORFEIT) else None


def without_shots(ending: Ending) -> int:
    """The possible winners of a rack whose shots were lost: a concession or forfeit names the winner, a result line
    says that the rack ended, and without one it may not have."""
    if ending.kind in (CONCESSION, FORFEIT):
        return 1 << ending.player
    if ending.kind == REPLAY:
        return NO_WINNER
    return A_WINS | B_WINS | (NO_WINNER if ending.kind == NO_CLAIM else 0)


def rack_verdict(winners: int, claimed: int | None) -> str:
    """The verdict of a claim on something that only A or B can win (`rulings.md`, Unknown facts)."""
    if claimed is None:
        return UNCLAIMED
    if winners == 1 << claimed:
        return CONFIRMED
    if winners & (NO_WINNER | 1 << claimed) == 0:
        return CONTRADICTED
    return UNDETERMINED


def only(winners: int) -> int | None:
    """The winner where every world has the same, else None."""
    return {A_WINS: 0, B_WINS: 1}.get(winners)


def outcomes(rack: RackEnd) -> list[int | None]:
    """The winners that a rack may have for the order of the breaks: the derived one, else the claimed one, else either;
    None where it may be a stalemate."""
    winner = only(rack.winners)
    if winner is None:
        winner = claimed_by(rack.ending)
    if winner is not None:
        return [winner]
    if rack.ending.kind != REPLAY:
        return [0, 1]
    found: list[int | None] = [player for player in (0, 1) if rack.winners >> player & 1]
    return [*found, None] if rack.winners & NO_WINNER else found


def expected_breaker(rule: str, standing: Standing) -> int | None:
    """Who breaks the next rack (art. 4, 19); None for the first, which either may."""
    if standing.again or standing.breaker is None or standing.last is None:
        return standing.breaker
    if rule == "alternate":
        return 1 - standing.breaker
    if rule == "trailing" and standing.score[0] != standing.score[1]:
        return 0 if standing.score[0] < standing.score[1] else 1
    return standing.last if rule == "winner" else 1 - standing.last


def after_rack(standing: Standing, breaker: int, winner: int | None, goal: int) -> Standing:
    """The standing after a rack. A stalemate is broken again by the same player and does not count (art. 19)."""
    if winner is None:
        return Standing(standing.score, standing.last, breaker, again=True)
    score = standing.score if goal in standing.score else add(standing.score, winner)
    return Standing(score, winner, breaker, again=False)


def wrong_breakers(rule: str, racks: list[RackEnd], goal: int) -> tuple[int, ...]:
    """The racks that in every world the other player had to break (art. 4).

    Racks after the end, when one player has `goal` racks, do not score.
    """
    found = []
    standings = {Standing((0, 0), None, None, again=False)}
    for index, rack in enumerate(racks):
        expected = {expected_breaker(rule, standing) for standing in standings}
        if None not in expected and rack.breaker not in expected:
            found.append(index)
        standings = {
            after_rack(standing, rack.breaker, winner, goal) for standing in standings for winner in outcomes(rack)
        }
    return tuple(found)


def add(score: tuple[int, int], winner: int) -> tuple[int, int]:
    """The score after a rack."""
    return score[0] + (winner == 0), score[1] + (winner == 1)


def judge(header: Header, racks: list[RackEnd]) -> MatchVerdict:
    """The match of these racks: score, winner, verdict, and what does not agree."""
    goal = header.race_to
    scores = {(0, 0)}
    after_end: int | None = None
    counts = []
    for index, rack in enumerate(racks):
        over = all(goal in score for score in scores)
        if over and after_end is None:
            after_end = index
        counts.append(not over and not rack.stalemate)
        winners = [player for player in (0, 1) if rack.winners >> player & 1]
        following: set[tuple[int, int]] = set()
        for score in scores:
            if goal in score:
                following.add(score)
                continue
            following |= {add(score, winner) for winner in winners}
            if rack.winners & NO_WINNER:
                following.add(score)
        scores = following
    winners_left = {0 if score[0] == goal else 1 if score[1] == goal else None for score in scores}
    final = next(iter(scores)) if len(scores) == 1 else None
    winner = next(iter(winners_left)) if len(winners_left) == 1 else None
    breakers = wrong_breakers(header.break_rule, racks, goal)
    if header.status == "forfeit":
        return MatchVerdict(final, header.claimed_winner, UNCLAIMED, (), breakers, after_end, tuple(counts))
    mismatches = []
    if header.claimed_score is not None and header.claimed_score not in scores:
        mismatches.append("score-mismatch")
    if header.claimed_winner is not None and None not in winners_left and header.claimed_winner not in winners_left:
        mismatches.append("match-winner-mismatch")
    if header.status == "played" and winners_left == {None}:
        mismatches.append("match-unfinished")
    verdict = match_verdict(header, scores)
    return MatchVerdict(final, winner, verdict, tuple(mismatches), breakers, after_end, tuple(counts))


def match_verdict(header: Header, scores: set[tuple[int, int]]) -> str:
    """The verdict on what the match's tags claim, winner and score together (`rulings.md`, Unknown facts)."""
    claimed, winner, goal = header.claimed_score, header.claimed_winner, header.race_to
    if claimed is None and winner is None:
        return UNCLAIMED

    def gives(score: tuple[int, int]) -> bool:
        wins = 0 if score[0] == goal else 1 if score[1] == goal else None
        return (claimed is None or score == claimed) and (winner is None or wins == winner)

    def may_still(score: tuple[int, int]) -> bool:
        if goal in score:
            return False
        return claimed is None or (score[0] <= claimed[0] and score[1] <= claimed[1])

    if all(gives(score) for score in scores):
        return CONFIRMED
    if not any(gives(score) or may_still(score) for score in scores):
        return CONTRADICTED
    return UNDETERMINED
