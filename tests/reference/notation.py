"""A small reader of the notation, for valid logs only: what is not valid raises `ValueError`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

SOLIDS = frozenset(range(1, 8))
STRIPES = frozenset(range(9, 16))
BALLS = frozenset(range(1, 16))
BLACK = 8
POCKETS = ("HL", "HR", "SL", "SR", "FL", "FR")
SEEN_CODES = (
    "jump-masse", "no-foot-on-floor", "touched-ball", "double-hit", "push-shot", "balls-moving", "bad-placement",
    "cue-on-table", "out-of-turn", "slow-play", "unsportsmanlike", "not-with-tip",
)  # fmt: skip
CODES = (
    "break-short", "start-short", "start-touched", "black-first", "black-one-rail", "opponent-first", "missed",
    "cue-pocketed", "cue-off", "ball-off", "black-off", *SEEN_CODES, "black-early", "black-with-other",
    "black-with-foul", "black-wrong-pocket", "third-foul", "foul",
)  # fmt: skip
LOSSES = frozenset({
    "start-touched", "black-first", "black-one-rail", "black-off", "black-early", "black-with-other", "black-with-foul",
    "black-wrong-pocket", "third-foul",
})  # fmt: skip
FOULS = frozenset(CODES) - LOSSES


@dataclass(frozen=True)
class Path:
    """What is written of the cue ball's way. `known`: "no" (`?`), "begin" (ends with `...`), "all"."""

    known: str
    first: int = 0  # the first ball touched, 0 = none is written
    rails: int = 0  # cushions before it (before the end, when none is written), those of a pocket's mouth included
    cushion: bool = False
    mouth: bool = False
    crossed: bool = False
    early: bool = False  # touched something before the first `|`, or something and there is no `|`
    touched: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Fallen:
    """A token of the cell `result`: ball 0 is the cue ball; `how` is "fell", "off" or "back" (left and came back)."""

    ball: int
    how: str
    pocket: str | None = None  # None: not written (`?`)


@dataclass(frozen=True)
class Shot:
    number: int
    player: str
    path: Path
    view: str | None
    result: tuple[Fallen, ...] | None  # None: not recorded
    seen: tuple[str, ...]
    called: tuple[str, ...]
    choice: tuple[str, ...]

    @property
    def named(self) -> frozenset[int]:
        """The object balls that path and result name."""
        return self.path.touched | {f.ball for f in self.result or () if f.ball}


@dataclass(frozen=True)
class Rack:
    number: int
    breaker: str
    shots: tuple[Shot, ...]
    result: str | None  # A, B, replay; None: no claim
    reason: str | None  # concession, forfeit

    @property
    def claimed(self) -> str | None:
        return self.result if self.result in ("A", "B") else None


@dataclass(frozen=True)
class Match:
    tags: dict[str, str]
    racks: tuple[Rack, ...] = field(default=())

    def tag(self, name: str, default: str = "") -> str:
        return self.tags.get(name, default)


def other(player: str) -> str:
    return "B" if player == "A" else "A"


def read_path(text: str) -> Path:
    tokens = text.split()
    if tokens == ["?"] or not tokens:
        return Path("no")
    if tokens == ["."]:
        return Path("all")
    known = "begin" if tokens[-1] == "..." else "all"
    first, rails, balls = 0, 0, list[int]()
    cushion = mouth = crossed = early = touching = False
    for token in tokens[:-1] if known == "begin" else tokens:
        if token == "|":
            early = early or (touching and not crossed)
            crossed = True
            continue
        touching = True
        if token in ("-", "_"):
            cushion, mouth = cushion or token == "-", mouth or token == "_"
            rails += 0 if first else 1
        else:
            chain = [int(b) for b in token.split("+")]
            balls += chain
            first = first or chain[0]
    early = early or (touching and not crossed)
    return Path(known, first, rails, cushion, mouth, crossed, early, frozenset(balls))


def read_result(text: str) -> tuple[Fallen, ...] | None:
    if text.strip() == "?":
        return None
    fallen = []
    for token in text.split():
        m = re.fullmatch(r"(c|\d+)(\^|~|\?|[HSF][LR])", token)
        if not m:
            raise ValueError(f"result: {token}")
        ball = 0 if m[1] == "c" else int(m[1])
        how = {"^": "off", "~": "back"}.get(m[2], "fell")
        fallen.append(Fallen(ball, how, m[2] if m[2] in POCKETS else None))
    return tuple(fallen)


def read_shot(number: int, line: str) -> Shot:
    line = re.split(r"(?:^|\s)#", line, maxsplit=1)[0]
    brackets = re.search(r"\(([^)]*)\)", line)
    words = brackets[1].split() if brackets else []
    if brackets:
        line = line[: brackets.start()] + line[brackets.end() :]
    player, _, rest = line.strip().partition(" ")
    cells = {"path": "", ">": "", "*": "", "!": "", "=": "", "@": ""}
    mark = "path"
    for token in rest.split():
        if token in cells and token != "path":
            mark = token
        else:
            cells[mark] += token + " "
    called = tuple(c for c in CODES if c in re.split(r"[\s,]+", cells["!"]))
    seen = tuple(c for c in CODES if c in re.split(r"[\s,]+", cells["*"]))
    choice = tuple(t for t in re.split(r"\s+|,(?!\s*\d)", cells["="].strip()) if t)
    view = next((w for w in words if w in ("v", "h")), None)
    return Shot(number, player, read_path(cells["path"]), view, read_result(cells[">"]), seen, called, choice)


def read(text: str) -> Iterator[Match]:
    """The matches of a text in the notation, in order."""
    tags: dict[str, str] = {}
    racks: list[Rack] = []
    head: tuple[int, str] | None = None
    shots: list[Shot] = []
    result: tuple[str | None, str | None] = (None, None)

    def close() -> None:
        nonlocal head, shots, result
        if head:
            racks.append(Rack(head[0], head[1], tuple(shots), *result))
        head, shots, result = None, [], (None, None)

    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            for name, value in re.findall(r'\[([\w.]+)\s+"((?:\\.|[^"\\])*)"\]', line):
                if name == "Match" and tags:
                    close()
                    yield Match(tags, tuple(racks))
                    tags, racks = {}, []
                tags[name] = re.sub(r"\\(.)", r"\1", value)
        elif line.startswith("rack "):
            close()
            head = (int(line.split()[1]), line.split()[2])
        elif line.startswith("result"):
            words = line.split(" #")[0].split()[1:]
            result = (None if words[0] == "?" else words[0], words[1] if len(words) > 1 else None)
        else:
            shots.append(read_shot(len(shots) + 1, line))
    close()
    if tags:
        yield Match(tags, tuple(racks))
