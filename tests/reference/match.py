"""The replay of a match: breaks, score, winner, verdict, and the order of what is reported."""

from itertools import product
from typing import Any

from .document import Json
from .notation import CODES, Match, other
from .rack import Replayed, replay_rack
from .rules import Options
from .worlds import TooManyWorldsError

REPORTED = (
    "wrong-shooter", "wrong-breaker", "ball-not-on-table", "play-after-end", "rack-unfinished", "illegal-choice",
    "not-called", "call-unsupported", "winner-mismatch", "score-mismatch", "match-winner-mismatch", "match-unfinished",
    "rack-after-end", "stalemate-early",
)  # fmt: skip
Score = dict[str, int]
End = tuple[int, int, int]  # racks of A, racks of B, the first rack after the end (0: none)


def replay_match(match: Match, options: Options) -> Json:
    """The match's part of the document; the source says only what the reader knows."""
    racks = [replay_rack(match, rack, options) for rack in match.racks]
    ends = _ends(match, racks)
    winners = {_winner(match, end) for end in ends}
    scores = {end[:2] for end in ends}
    claimed_winner = match.tags.get("Winner") or None
    claimed_score = _score(match.tags["Score"]) if match.tags.get("Score") else None

    found = [d for rack in racks for d in rack.discrepancies]
    found += _wrong_breakers(match, racks)
    found += [_found("winner-mismatch", r.rack.number) for r in racks if r.verdict == "contradicted"]
    after = {end[2] for end in ends}
    if after != {0} and 0 not in after:
        found.append(_found("rack-after-end", max(after)))
    status = match.tag("Status", "played")
    if status != "forfeit":
        if claimed_score and claimed_score not in scores:
            found.append(_found("score-mismatch"))
        if claimed_winner and None not in winners and claimed_winner not in winners:
            found.append(_found("match-winner-mismatch"))
    if status == "played" and winners == {None}:
        found.append(_found("match-unfinished"))

    winner = next(iter(winners)) if len(winners) == 1 else None
    verdict = _verdict(match, ends, claimed_winner, claimed_score)
    if status == "forfeit":
        winner, verdict = claimed_winner, "unclaimed"
    turns = [t for rack in racks for t in rack.turns_on] if verdict == "undetermined" or not winner else []
    return {
        "match": match.tag("Match"),
        "ruleset": match.tag("Rules", "bzs-2005"),
        "score": _by_player(next(iter(scores))) if len(scores) == 1 else None,
        "winner": winner,
        "claimed": {"score": claimed_score and _by_player(claimed_score), "winner": claimed_winner},
        "verdict": verdict,
        "turns_on": turns,
        "discrepancies": sorted(found, key=_place),
        "racks": [rack.document() for rack in racks],
    }


def _found(code: str, rack: int | None = None) -> Json:
    return {"code": code, "rack": rack, "shot": None, "violation": None, "detail": None}


def _place(d: Json) -> Any:
    """By rack, then shot, `null` first, then as the rulings list the codes, then violation."""
    violation = CODES.index(d["violation"]) if d["violation"] else -1
    detail = d["detail"] or ""
    ball = int(detail) if detail.isdigit() else 0
    return (d["rack"] or 0, d["shot"] or 0, REPORTED.index(d["code"]), violation, ball, detail)


def _score(text: str) -> tuple[int, int]:
    a, _, b = text.partition("-")
    return int(a), int(b)


def _by_player(score: tuple[int, int]) -> Score:
    return {"A": score[0], "B": score[1]}


def _ends(match: Match, racks: list[Replayed]) -> set[End]:
    """How the match stands at its end, in every choice of one world for each rack."""
    race = int(match.tag("RaceTo"))
    count = 1
    for rack in racks:
        count *= len(rack.winners)
    if count > 100_000:
        raise TooManyWorldsError("too many undetermined racks")
    ends = set()
    for winners in product(*(rack.winners for rack in racks)):
        score = {"A": 0, "B": 0}
        after = 0
        for rack, winner in zip(racks, winners, strict=True):
            if race in score.values():
                after = rack.rack.number
                break
            if winner:
                score[winner] += 1
        ends.add((score["A"], score["B"], after))
    return ends


def _winner(match: Match, end: End) -> str | None:
    race = int(match.tag("RaceTo"))
    return "A" if end[0] >= race else "B" if end[1] >= race else None


def _verdict(match: Match, ends: set[End], winner: str | None, score: tuple[int, int] | None) -> str:
    if winner is None and score is None:
        return "unclaimed"

    def as_claimed(end: End) -> bool:
        return winner in (None, _winner(match, end)) and score in (None, end[:2])

    def may_come_true(end: End) -> bool:
        return _winner(match, end) is None and (score is None or (end[0] <= score[0] and end[1] <= score[1]))

    if all(as_claimed(end) for end in ends):
        return "confirmed"
    return "undetermined" if any(as_claimed(end) or may_come_true(end) for end in ends) else "contradicted"


def _wrong_breakers(match: Match, racks: list[Replayed]) -> list[Json]:
    """Art. 4. Loser, winner and score are the derived ones; where a rack has no derived winner, the claimed ones.

    Where a rack has neither, both winners are tried, and reported is what is wrong whoever won.
    """
    won = []
    for r in racks:
        known = r.winner or r.rack.claimed
        somebody: list[str | None] = ["A", "B"]  # undecided without a claim: somebody won it, nobody wrote who
        won.append([known] if known else sorted(r.winners, key=str) if r.rack.result == "replay" else somebody)
    wrong = [_breaks_against(match, racks, winners) for winners in product(*won)]
    return [_found("wrong-breaker", r.rack.number) for r in racks if all(r.rack.number in racks_ for racks_ in wrong)]


def _breaks_against(match: Match, racks: list[Replayed], winners: tuple[str | None, ...]) -> set[int]:
    """The racks that the wrong player broke, when the racks were won like this."""
    rule, race = match.tag("Break", "loser"), int(match.tag("RaceTo"))
    due: str | None = None  # who must break, `None` where either may
    score = {"A": 0, "B": 0}
    wrong = set()
    for rack, winner in zip(racks, winners, strict=True):
        breaker = rack.rack.breaker
        if due and breaker != due:
            wrong.add(rack.rack.number)
        if rack.rack.result == "replay" and winner is None:
            due = breaker  # a stalemate is broken again by the same player
            continue
        if winner and race not in score.values():  # racks after the end of the match do not score
            score[winner] += 1
        loser = other(winner) if winner else None
        behind = loser if score["A"] == score["B"] else min(score, key=lambda p: score[p])
        due = {"alternate": other(breaker), "winner": winner, "loser": loser, "trailing": behind}[rule]
    return wrong
