"""Two documents of the same log, compared value by value."""

from typing import Any

NOT_COMPARED = {"source", "detail"}  # the reference knows no hashes, and words its details otherwise
ABSENT: tuple[object, ...] = (None, {"A": None, "B": None}, [])  # "null or empty", on shots after the end of a rack


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """A line for each value of the matches that differs: where it stands, what the reference says, what the other."""
    mine = {m["match"]: m for m in ours["matches"]}
    other = {m["match"]: m for m in theirs["matches"]}
    found = [f"match {name}: only in one document" for name in mine.keys() ^ other.keys()]
    for name in mine.keys() & other.keys():
        found += _differ(f"match {name}", mine[name], other[name])
    return found


def report(log: str, ours: dict[str, Any], theirs: dict[str, Any], limit: int = 12) -> str:
    """What a failing test prints: the first differences and the log, its lines numbered; empty when all is equal."""
    found = differences(ours, theirs)
    if not found:
        return ""
    more = [f"... and {len(found) - limit} more"] if len(found) > limit else []
    lines = [f"{n:3} {line}" for n, line in enumerate(log.splitlines(), 1)]
    return "\n".join([f"mode {ours.get('mode')}, {ours.get('switches')}", *found[:limit], *more, "", *lines])


def _differ(place: str, a: Any, b: Any) -> list[str]:
    key = place.rpartition(" ")[2]
    if isinstance(a, dict) and isinstance(b, dict):
        found = []
        for name in dict.fromkeys([*a, *b]):
            if name in NOT_COMPARED:
                continue
            if name not in a or name not in b:
                found.append(f"{place} {name}: missing in {'the reference' if name not in a else 'the other'}")
            else:
                found += _differ(f"{place} {name}", a[name], b[name])
        return found
    if isinstance(a, list) and isinstance(b, list):
        return _differ_lists(place, key, a, b)
    same = a == b and isinstance(a, bool) == isinstance(b, bool)
    return [] if same else [f"{place}: reference {a!r}, other {b!r}"]


def _differ_lists(place: str, key: str, a: list[Any], b: list[Any]) -> list[str]:
    if key == "discrepancies":  # a list of small records: say which are in one only
        one, two = ([tuple(d.get(k) for k in ("rack", "shot", "code", "violation")) for d in x] for x in (a, b))
        found = [f"{place}: only in the reference {d}" for d in _minus(one, two)]
        found += [f"{place}: only in the other {d}" for d in _minus(two, one)]
        return found if found or one == two else [f"{place}: in another order: reference {one}, other {two}"]
    if key in ("racks", "shots") and len(a) == len(b):
        number = key[:-1]
        return [d for x, y in zip(a, b, strict=True) for d in _differ_numbered(f"{place} {x.get(number)}", x, y)]
    if key in ("open", "own_pocketed"):  # their order is not laid down
        a, b = sorted(a), sorted(b)
    return [] if a == b else [f"{place}: reference {a!r}, other {b!r}"]


def _differ_numbered(place: str, x: dict[str, Any], y: dict[str, Any]) -> list[str]:
    if "shot" in x and x.get("phase") is None and "phase" not in x.get("open", []):  # after the end: null or empty
        x = {k: None if v in ABSENT else v for k, v in x.items()}
        y = {k: None if v in ABSENT or v == {} else v for k, v in y.items()}
    return _differ(place, x, y)


def _minus(a: list[Any], b: list[Any]) -> list[Any]:
    left = list(b)
    only = []
    for x in a:
        if x in left:
            left.remove(x)
        else:
            only.append(x)
    return only
