"""Logs in the notation, read and replayed: what the tests of the replay stand on."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ingest.gathering import Gathered, gather
from ingest.reading import read_paths
from replay.audit import Options, audit
from replay.logs import match_logs

HEAD = '[Match "{name}"]\n[Date "2026-01-01"]\n[A "Ana"]\n[B "Boris"]\n'


def log(racks: str, *, name: str = "M", race: int = 1, calls: str = "not-recorded", tags: str = "") -> str:
    """A match in the notation around some racks; lines may be indented."""
    body = "\n".join(line.strip() for line in racks.strip().splitlines())
    return HEAD.format(name=name) + f'[RaceTo "{race}"]\n[Calls "{calls}"]\n{tags}\n\n{body}\n'


def read(texts: Sequence[str]) -> Gathered:
    """Matches of different ids, read from one file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "logs.kos"
        file.write_text("\n".join(texts), encoding="utf-8")
        return gather(read_paths([file]))


def readable(texts: Mapping[str, str]) -> dict[str, str]:
    """The logs (by match id) that the readers do not refuse: random ones may contradict themselves in a cell."""
    refused = {problem.match for problem in read(list(texts.values())).quarantined}
    return {match: text for match, text in texts.items() if match not in refused}


def judge_all(texts: Sequence[str], options: Options | None = None) -> dict[str, dict[str, Any]]:
    """Every match audited: match id to its document."""
    found = read(texts)
    assert not found.quarantined, found.quarantined[:3]
    document = audit(list(match_logs(found.matches, found.racks, found.shots)), (), (), options or Options())
    return {match["match"]: match for match in document["matches"]}


def judge(text: str, options: Options | None = None) -> dict[str, Any]:
    """One match audited."""
    (match,) = judge_all([text], options).values()
    return match
