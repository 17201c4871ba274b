"""A shot of the document: what its worlds have in common, and the names of what differs."""

from collections.abc import Sequence
from typing import Any

from .notation import Shot
from .outcome import Outcome
from .rules import in_order

Json = dict[str, Any]


def shot_document(shot: Shot, outcomes: Sequence[Outcome]) -> Json:
    """The shot as its worlds tell it; without outcomes (after the end of the rack) only what the log says."""
    document: Json = {
        "shot": shot.number, "player": shot.player, "phase": None, "from": None, "observed": [],
        "called": list(shot.called), "effective": [], "pocketed": [], "own_pocketed": [], "continues": None,
        "decides": None, "groups": {"A": None, "B": None}, "fouls": {"A": None, "B": None},
        "black_pocket": {"A": None, "B": None}, "next": None, "open": [],
    }  # fmt: skip
    if not outcomes:
        return document
    worlds = [_values(outcome) for outcome in outcomes]
    if all(world["next"] for world in worlds):
        worlds = [{**w, "next": {}, "next.player": w["next"]["player"], "next.from": w["next"]["from"]} for w in worlds]
    for name in worlds[0]:
        value = worlds[0][name]
        # The order in which balls fell in a shot whose result is not recorded is not known either.
        unordered = name == "pocketed" and shot.result is None and len(value) > 1
        if unordered or any(world[name] != value for world in worlds):
            document["open"].append(name)
            value = None
        outer, _, inner = name.partition(".")
        if inner:
            document[outer][inner] = value
        else:
            document[outer] = value
    return document


def _values(outcome: Outcome) -> Json:
    """A shot in one world, by dotted names."""
    after = outcome.after
    return {
        "phase": outcome.phase,
        "from": outcome.lying,
        "observed": in_order(outcome.observed),
        "effective": in_order(outcome.effective),
        "pocketed": list(outcome.pocketed),
        "own_pocketed": list(outcome.own_pocketed),
        "continues": outcome.continues,
        "decides": outcome.decides,
        **{f"groups.{p}": after.groups[p] for p in "AB"},
        **{f"fouls.{p}": after.fouls[p] for p in "AB"},
        **{f"black_pocket.{p}": (pocket.where or "choice") if (pocket := after.pockets[p]) else None for p in "AB"},
        "next": None if outcome.decides else {"player": after.player, "from": after.lying},
    }
