"""Small logs for the tests of the readers: how to read them, and random sound ones."""

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from ingest import vocabulary as v
from ingest.reading import Reading, read_paths

DATA = Path(__file__).parents[2] / "data" / "league-2026"

HEADER = """[Match "M-1"]
[Date "2026-10-03"]
[A "Ana Žnidar"]
[B "Črt Šuštar"]
[RaceTo "1"]
"""


def one_match(body: str = "rack 1 A\nA | 1 - > 1FL\n", header: str = HEADER) -> str:
    """A match of one rack under a sound header."""
    return f"{header}\n{body}"


def read(folder: Path, data: str | bytes, name: str = "log.kos") -> Reading:
    """The one reading of a file that holds `data`."""
    (reading,) = read_all(folder, data, name)
    return reading


def read_all(folder: Path, data: str | bytes, name: str = "log.kos") -> Sequence[Reading]:
    """All readings of a file that holds `data`."""
    file = folder / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return list(read_paths([file]))


def faults(reading: Reading) -> list[tuple[int | None, str | None, str]]:
    """The problems of a reading as (line, column, code)."""
    return [(problem.line, problem.column, problem.code) for problem in reading.quarantined]


_LETTERS = "abcČčŠšŽž019 .,;:'\"\\[]{}#|<>&=+-_@!*?()/~^`éß中🎱"
_TEXT = st.text(_LETTERS, min_size=1, max_size=12).map(str.strip).filter(bool)
_NOTE = st.text(_LETTERS + "\n\t", min_size=1, max_size=20).map(str.strip).filter(bool)
_BALL = st.integers(1, 15).map(str)
_POCKET = st.sampled_from([*v.POCKETS, "?"])
_NO_NAME = str.maketrans("", "", '"[]')


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def paths(draw: st.DrawFn) -> str:
    """Sound paths, but for `_`, which needs a result that goes with it."""
    chain = st.lists(_BALL, min_size=1, max_size=4).map("+".join)
    tokens = draw(st.lists(st.one_of(st.sampled_from(["|", "-"]), chain), min_size=1, max_size=6))
    tokens += ["..."] if draw(st.booleans()) else []
    return draw(st.sampled_from(["?", ".", " ".join(tokens)]))


@st.composite
def results(draw: st.DrawFn, touched: bool = True) -> str:
    """Sound results, of object balls only where a ball may have been `touched`."""
    balls = draw(st.lists(_BALL, max_size=3, unique=True)) if touched else []
    falls = [ball + draw(st.one_of(_POCKET, st.just("^"))) for ball in balls]
    falls += draw(st.sampled_from([[], [], ["c^"], ["c~"], ["c~", "cHL"], ["c?"]]))
    return draw(st.sampled_from([" ".join(falls), "?"]))


@st.composite
def _shot(draw: st.DrawFn) -> str:
    path = draw(paths())
    touched = path == "?" or path.endswith("...") or any(character.isdigit() for character in path)
    result = draw(results(touched))
    inside = " ".join(filter(None, [draw(st.sampled_from(["", *v.VIEWS])), draw(st.sampled_from(["", *v.INTENTS]))]))
    choices = ["", "", "solids", "stripes accept", "take:10 pocket:A:FL", "back:5,12,leave", "down pocket:B:SR"]
    choice = draw(st.sampled_from(choices))
    parts = [
        f"{draw(st.sampled_from(v.PLAYERS))} {path}",
        f" ({inside})" if inside else "",
        f" > {result}" if result else "",
        draw(st.sampled_from(["", "", " * jump-masse", " * double-hit, touched-ball"])),
        draw(st.sampled_from(["", "", " ! foul", " ! cue-pocketed missed"])),
        f" = {choice}" if choice else "",
        draw(st.sampled_from(["", " @ 0:01:02", " @ 12:59:59.5", " @ 2026-02-14T10:03:01.25+01:00"])),
    ]
    return "".join(parts) + draw(_noted())


@st.composite
def _noted(draw: st.DrawFn) -> str:
    note = draw(st.one_of(st.none(), _NOTE))
    return "" if note is None else " # " + note.replace("\n", "\n# ")


@st.composite
def matches(draw: st.DrawFn, name: str) -> str:
    """The text of one sound match, called `name`, with unknown tags and notes anywhere."""
    tags = {"Match": name, "Date": "2026-10-03", "A": draw(_TEXT), "B": draw(_TEXT), "RaceTo": "3"}
    for tag in ("A.Id", "B.Id", "A.Club", "B.Club", "Referee", "Season", "Venue", "Round"):
        if draw(st.booleans()):
            tags[tag] = draw(_TEXT)
    tags |= draw(st.sampled_from([{}, {"Score": "3-1"}, {"Winner": "B", "Break": "loser"}, {"Calls": "recorded"}]))
    for _ in range(draw(st.integers(0, 2))):
        tags[f"X{draw(_TEXT)}".translate(_NO_NAME).strip()] = draw(_TEXT)
    lines = [f"[{tag} {_quoted(value)}]{draw(_noted())}" for tag, value in tags.items()]
    for rack in range(1, draw(st.integers(0, 3)) + 1):
        lines.append(f"rack {rack} {draw(st.sampled_from(v.PLAYERS))}{draw(_noted())}")
        lines += draw(st.lists(_shot(), max_size=5))
        claim = draw(st.sampled_from(["", "result ?", "result replay", "result A", "result B forfeit"]))
        lines += [claim + draw(_noted())] if claim else []
    return "\n".join(lines) + "\n\n"


whole_logs = st.integers(1, 3).flatmap(lambda n: st.tuples(*(matches(f"M-{i}") for i in range(n)))).map("".join)
"""Texts of `.kos` files with sound matches."""
