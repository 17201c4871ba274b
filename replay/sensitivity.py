"""Whether another reading of the rules would give another winner, and from which shot on."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from replay.document import judge_match, name
from replay.logs import MatchLog
from replay.match import MatchVerdict, only
from replay.rack import RackVerdict
from replay.rulesets import SWITCHES, rules

Judged = tuple[list[RackVerdict], MatchVerdict]


def readings(mode: str, chosen: Mapping[str, str]) -> list[tuple[str, dict[str, str]]]:
    """Every other reading as (mode, settings): the other mode, and every other setting of the switches in this mode."""
    other = "as-called" if mode == "strict" else "strict"
    combinations = [
        dict(zip((switch.name for switch in SWITCHES), values, strict=True))
        for values in product(*(switch.values for switch in SWITCHES))
    ]
    return [(other, dict(chosen))] + [(mode, settings) for settings in combinations if settings != chosen]


def judged(log: MatchLog, mode: str, settings: Mapping[str, str]) -> Judged:
    """The match in one reading."""
    return judge_match(log, rules(settings, calls_recorded=log.calls_recorded, strict=mode == "strict"))


def first_difference(a: RackVerdict, b: RackVerdict) -> int | None:
    """The first shot (from 1) that two readings judge differently."""
    for k, (one, other) in enumerate(zip(a.shots, b.shots, strict=False)):
        if one != other:
            return k + 1
    return min(len(a.shots), len(b.shots)) + 1 if len(a.shots) != len(b.shots) else a.diverges_at or b.diverges_at


def hangs_on(mode: str, other: str, chosen: Mapping[str, str], settings: Mapping[str, str]) -> str:
    """The articles on which a reading differs from the one asked for."""
    if mode != other:
        return "18"
    return ", ".join(switch.article for switch in SWITCHES if chosen[switch.name] != settings[switch.name])


def sensitivity(log: MatchLog, mode: str, chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """One row for each other reading of a match: what changes, the winner it gives, and the racks with another winner,
    each with the first shot that is judged differently. None where a rack has too much open to be followed."""
    racks, verdict = judged(log, mode, chosen)
    if any(rack.bounded for rack in racks):
        return []
    found = []
    for other, settings in readings(mode, chosen):
        others, changed = judged(log, other, settings)
        differing = [
            {
                "rack": a.log.number,
                "winner": name(only(a.winners)),
                "instead": name(only(b.winners)),
                "shot": first_difference(a, b),
            }
            for a, b in zip(racks, others, strict=True)
            if a.winners != b.winners
        ]
        found.append(
            {
                "match": log.match,
                "mode": other,
                "set": {key: value for key, value in settings.items() if chosen[key] != value},
                "article": hangs_on(mode, other, chosen, settings),
                "winner": name(verdict.winner),
                "instead": name(changed.winner),
                "changes": changed.winner != verdict.winner,
                "racks": differing,
            }
        )
    return found
