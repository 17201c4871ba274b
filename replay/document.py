"""The verdict on one match as the JSON document of `verdicts.md`."""

from typing import Any

from ingest.vocabulary import PLAYERS, POCKETS
from replay.logs import MatchLog
from replay.match import (
    CONTRADICTED,
    DISCREPANCIES,
    UNDETERMINED,
    MatchVerdict,
    RackEnd,
    claimed_by,
    judge,
    only,
)
from replay.phrases import detail
from replay.rack import RackLog, RackVerdict, judge_rack
from replay.records import (
    NO_REASON,
    NOBODY,
    STALEMATE,
    WON_BY_BLACK,
    WON_BY_BLACK_ON_BREAK,
    WON_BY_CONCESSION,
    WON_BY_FORFEIT,
    Shot,
)
from replay.rulesets import Rules
from replay.summary import CHOICE_DUE, FIELDS, GROUPS, NO_NEXT, PHASES, STARTS, ShotSummary
from replay.violations import VIOLATIONS, codes

REASONS = {
    NO_REASON: None,
    WON_BY_BLACK: "black",
    WON_BY_BLACK_ON_BREAK: "black-on-break",
    WON_BY_CONCESSION: "concession",
    WON_BY_FORFEIT: "forfeit",
    STALEMATE: "stalemate",
} | {index: violation.code for index, violation in enumerate(VIOLATIONS)}

Document = dict[str, Any]


def balls(mask: int) -> list[int]:
    """The numbers of the balls of a mask."""
    return [ball for ball in range(1, 16) if mask >> ball & 1]


def in_order(mask: int, order: int) -> list[int]:
    """The balls of a mask in the order in which they fell (the packed column `fell_order`); those without one at the
    end."""
    ordered = [order >> shift & 15 for shift in range(0, 60, 4)]
    return [ball for ball in ordered if ball and mask >> ball & 1] + [
        ball for ball in balls(mask) if ball not in ordered
    ]


def name(player: int | None) -> str | None:
    """A or B."""
    return None if player is None or player == NOBODY else PLAYERS[player]


def pocket(number: int) -> str | None:
    """The name of a pocket, `choice` while one is due, None where there is none."""
    return "choice" if number == CHOICE_DUE else POCKETS[number - 1] if number else None


def shot_document(number: int, shot: Shot, summary: ShotSummary) -> Document:
    """A judged shot."""
    decided = summary.next_player == NO_NEXT
    values: Document = {
        "phase": PHASES[summary.phase],
        "from": STARTS[summary.start],
        "observed": codes(summary.observed),
        "effective": codes(summary.effective),
        "pocketed": in_order(summary.fell, shot.fell_order),
        "own_pocketed": in_order(summary.own, shot.fell_order),
        "continues": bool(summary.continues),
        "decides": name(summary.decides),
        "groups": {"A": group(summary.group_a), "B": group(summary.group_b)},
        "fouls": {"A": summary.fouls_a, "B": summary.fouls_b},
        "black_pocket": {"A": pocket(summary.pocket_a), "B": pocket(summary.pocket_b)},
        "next": None if decided else {"player": name(summary.next_player), "from": STARTS[summary.next_start]},
    }
    open_names = [FIELDS[bit] for bit in range(len(FIELDS)) if summary.open >> bit & 1]
    for dotted in open_names:
        key, _, part = dotted.partition(".")
        if not part:
            values[key] = None
        elif values[key] is not None:
            values[key][part] = None
    ordered: Document = {"shot": number, "player": PLAYERS[shot.shooter]}
    ordered |= {key: values[key] for key in ("phase", "from", "observed")}
    ordered |= {"called": codes(shot.called_codes)}
    return ordered | {key: value for key, value in values.items() if key not in ordered} | {"open": open_names}


def group(number: int) -> str | None:
    """The name of a group."""
    return GROUPS[number - 1] if number else None


def unjudged_document(number: int, shot: Shot) -> Document:
    """A shot after the one that decided the rack."""
    nobody = {"A": None, "B": None}
    return {
        "shot": number,
        "player": PLAYERS[shot.shooter],
        "phase": None,
        "from": None,
        "observed": [],
        "called": codes(shot.called_codes),
        "effective": [],
        "pocketed": [],
        "own_pocketed": [],
        "continues": None,
        "decides": None,
        "groups": dict(nobody),
        "fouls": dict(nobody),
        "black_pocket": dict(nobody),
        "next": None,
        "open": [],
    }


def rack_document(verdict: RackVerdict, *, strict: bool) -> Document:
    """A rack with its shots."""
    log = verdict.log
    shots = [shot_document(k + 1, log.shots[k], summary) for k, summary in enumerate(verdict.shots)]
    if not (strict and verdict.diverges_at):
        judged = len(verdict.shots)
        shots += [unjudged_document(k + 1, shot) for k, shot in enumerate(log.shots) if k >= judged]
    return {
        "rack": log.number,
        "breaker": name(log.breaker),
        "winner": name(only(verdict.winners)),
        "reason": REASONS[verdict.reason],
        "claimed": name(claimed_by(log.ending)),
        "verdict": verdict.verdict,
        "diverges_at": verdict.diverges_at,
        "turns_on": [{"rack": log.number, "shot": shot, "fact": fact} for shot, fact in verdict.turns_on],
        "shots": shots,
    } | ({"bounded": True} if verdict.bounded else {})


def discrepancy(code: str, rack: int | None, shot: int | None, violation: str | None = None, what: int = 0) -> Document:
    """One discrepancy. `what`: the ball or the choice that it is about."""
    return {
        "code": code,
        "rack": rack,
        "shot": shot,
        "violation": violation,
        "detail": detail(code, violation, what),
    }


def rack_discrepancies(verdict: RackVerdict) -> list[Document]:
    """Where log and rules part within a rack."""
    rack = verdict.log.number
    found = [
        discrepancy(DISCREPANCIES[parting.code], rack, parting.shot + 1 or None, None, parting.what)
        for parting in verdict.partings
    ]
    for k, summary in enumerate(verdict.shots):
        found += [discrepancy("not-called", rack, k + 1, code) for code in codes(summary.not_called)]
        found += [discrepancy("call-unsupported", rack, k + 1, code) for code in codes(summary.unsupported)]
    if verdict.verdict == CONTRADICTED:
        found.append(discrepancy("winner-mismatch", rack, None))
    if verdict.stalemate_early:
        found.append(discrepancy("stalemate-early", rack, None))
    return found


def order(found: Document) -> tuple[int, int, int, int]:
    """The order of discrepancies: rack, shot (none first), the code's place in the rulings, the violation's in the
    table."""
    violation = next((i for i, row in enumerate(VIOLATIONS) if row.code == found["violation"]), -1)
    return found["rack"] or 0, found["shot"] or 0, DISCREPANCIES.index(found["code"]), violation


def judge_match(log: MatchLog, rules: Rules) -> tuple[list[RackVerdict], MatchVerdict]:
    """Every rack replayed, and the match over them."""
    racks = [judge_rack(rack, rules) for rack in log.racks]
    ends = [RackEnd(r.log.breaker, r.log.ending, r.winners, r.stalemate) for r in racks]
    return racks, judge(log.header, ends)


def match_document(log: MatchLog, rules: Rules, ruleset: str) -> Document:
    """The whole match."""
    racks, verdict = judge_match(log, rules)
    found = [row for rack in racks for row in rack_discrepancies(rack)]
    found += [discrepancy("wrong-breaker", log.racks[i].number, None) for i in verdict.wrong_breakers]
    found += [discrepancy(code, None, None) for code in verdict.mismatches]
    if verdict.after_end is not None:
        found.append(discrepancy("rack-after-end", log.racks[verdict.after_end].number, None))
    turns: list[Document] = []
    documents = [rack_document(rack, strict=bool(rules.strict)) for rack in racks]
    if verdict.verdict == UNDETERMINED or verdict.winner is None:
        turns = [row for document in documents for row in document["turns_on"]]
    return {
        "match": log.match,
        "ruleset": ruleset,
        "source": log.source,
        "score": None if verdict.score is None else {"A": verdict.score[0], "B": verdict.score[1]},
        "winner": name(verdict.winner),
        "claimed": claim_document(log),
        "verdict": verdict.verdict,
        "turns_on": turns,
        "discrepancies": sorted(found, key=order),
        "racks": documents,
    }


def claim_document(log: MatchLog) -> Document:
    """What the tags `Score` and `Winner` say."""
    score = log.header.claimed_score
    return {
        "score": None if score is None else {"A": score[0], "B": score[1]},
        "winner": name(log.header.claimed_winner),
    }


def single_rack_document(log: MatchLog, number: int, rules: Rules, ruleset: str) -> Document | None:
    """The match with one rack judged alone: what needs the other racks (score, winner, order of the breaks) stays open.
    None where the match has no such rack."""
    rack: RackLog | None = next((rack for rack in log.racks if rack.number == number), None)
    if rack is None:
        return None
    verdict = judge_rack(rack, rules)
    document = rack_document(verdict, strict=bool(rules.strict))
    return {
        "match": log.match,
        "ruleset": ruleset,
        "source": log.source,
        "score": None,
        "winner": None,
        "claimed": claim_document(log),
        "verdict": verdict.verdict,
        "turns_on": document["turns_on"],
        "discrepancies": sorted(rack_discrepancies(verdict), key=order),
        "racks": [document],
    }
