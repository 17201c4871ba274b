"""The rule cases of `tests/cases`: short logs with the ruling that each must get, and what is wrong with a document."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "cases"
DEFAULTS = {"Date": "2026-01-01", "A": "Ana", "B": "Boris", "RaceTo": "1", "Calls": "recorded"}
_NOTHING = object()


@dataclass(frozen=True)
class Case:
    """One log with expectations. `expect` is as it stands in the file; `wrong` says how it is read."""

    name: str
    article: str
    why: str
    log: str
    mode: str
    switches: dict[str, str]
    expect: list[dict[str, Any]]

    def text(self) -> str:
        """The case as a file in the notation: the match's name is the case's, tags not given get their default."""
        lines = [line.strip() for line in self.log.strip("\n").split("\n")]
        given = set(re.findall(r'\[([\w.]+)\s+"', self.log))
        tags = {"Match": self.name, **DEFAULTS}
        head = [f'[{tag} "{value}"]' for tag, value in tags.items() if tag not in given]
        head += [line for line in lines if line.startswith("[")]
        return "\n".join([*head, "", *(line for line in lines if not line.startswith("["))]) + "\n"

    def wrong(self, document: dict[str, Any]) -> list[str]:
        """What in the document is not as expected, a line for each."""
        match = next((m for m in document["matches"] if m["match"] == self.name), None)
        if any("quarantined" in e for e in self.expect):
            quarantined = any(q["match"] == self.name for q in document["quarantined"])
            return [] if quarantined == all(e.get("quarantined", True) for e in self.expect) else ["quarantined or not"]
        if match is None:
            return ["the match is not in the document"]
        return [f"{self.why} Expected {e}, got {got!r}" for e in self.expect for got in _unlike(match, e)]


def load(folder: Path = FOLDER) -> Iterator[Case]:
    """All cases of the folder, file by file."""
    for file in sorted(folder.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            yield Case(
                case["name"],
                case["article"],
                case["why"],
                case["log"],
                case.get("mode", "as-called"),
                case.get("set", {}),
                case["expect"],
            )


def _unlike(match: dict[str, Any], expected: dict[str, Any]) -> Iterator[Any]:
    """What stands where the expectation looks, if it is something else."""
    key = next((k for k in expected if k.startswith("discrepancies")), None)
    if key:
        places = {k: expected[k] for k in ("rack", "shot") if k in expected}
        codes = {d["code"] for d in match["discrepancies"] if places.items() <= d.items()}
        want = set(expected[key])
        fits = {"discrepancies": codes == want, "discrepancies_include": want <= codes}.get(key, not want & codes)
        if not fits:
            yield sorted(codes)
        return
    here: Any = match
    for kind in ("rack", "shot"):
        if kind in expected:
            here = next((x for x in here[f"{kind}s"] if x[kind] == expected[kind]), {})
    for part in expected["field"].split("."):
        here = None if here is None else here.get(part, _NOTHING) if isinstance(here, dict) else _NOTHING
    if "contains" in expected:
        want = expected["contains"]
        fits = isinstance(here, list) and any(x == want or _holds(x, want) for x in here)
    elif "length" in expected:
        fits = isinstance(here, list | dict) and len(here) == expected["length"]
    else:
        fits = here == expected["value"] and isinstance(here, bool) == isinstance(expected["value"], bool)
    if not fits:
        yield here


def _holds(element: Any, want: Any) -> bool:
    return isinstance(element, dict) and isinstance(want, dict) and want.items() <= element.items()
