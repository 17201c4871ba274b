"""Logs for tests: the sample league, and short matches made to order."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

_DATA: Final = Path(__file__).parents[2] / "data" / "league-2026"
LEAGUE: Final = [_DATA / name for name in ("kos", "csv", "jsonl", "xlsx")]
BROKEN: Final = _DATA / "broken"


def kos(
    match: str,
    *,
    shots: Sequence[str] = ("A 3 - > 3HL",),
    date: str = "2026-10-03",
    season: str | None = None,
    a: str = "Ana Žnidar",
    revises: str | None = None,
    extra: str = "",
) -> str:
    """One match to one rack, won by A, as a `.kos` text."""
    lines = [
        f'[Match "{match}"]',
        f'[Date "{date}"]',
        *([f'[Season "{season}"]'] if season else []),
        f'[A "{a}"]  [A.Id "P-1"]  [A.Club "BK Ilirija"]',
        '[B "Črt Šuštar"]  [B.Id "P-2"]',
        '[Referee "M. Vovk"]',
        '[RaceTo "1"]',
        *([f'[Revises "{revises}"]'] if revises else []),
        *([extra] if extra else []),
        "",
        "rack 1 A",
        *shots,
        "result A concession",
        "",
    ]
    return "\n".join(lines)
