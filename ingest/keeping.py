"""The quarantine's books: which matches of which files are open, and which are settled and stay out of it.

Unit: the entries of one match of one source file; of the whole file where `match` is None. They leave when the match
goes into the store, when a later run brings the match in another file, or when a person dismisses them. The same file
read again brings none of them back.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

import polars as pl

from ingest.problems import Problem
from ingest.store.tables import QUARANTINE, SETTLED

Group: TypeAlias = tuple[str | None, str]
"""A match id (None: the whole file) and the SHA-256 of a source file."""
Row: TypeAlias = dict[str, object]

_SAME: Final = ("sheet", "line", "column", "cell", "code", "text")
"""What makes two entries of a group the same. Not the name of the file, nor wording in one language or another."""


class Keeping:
    """The open and settled groups of a version, changed by one run."""

    def __init__(self, quarantine: pl.DataFrame, settled: pl.DataFrame, run: str) -> None:
        self._run: Final = run
        self._open: dict[Group, list[Row]] = {}
        for row in quarantine.iter_rows(named=True):
            self._open.setdefault((row["match"], row["source"]), []).append(row)
        self._settled: Final = {(row["match"], row["source"]): row for row in settled.iter_rows(named=True)}
        self._arrived: Final[set[Group]] = set()
        self.changed = False

    def arrive(self, source: str, problems: Iterable[Problem]) -> bool:
        """Take in the problems of one reading of a source; whether any of them is newly open."""
        groups: dict[Group, list[Row]] = {}
        for problem in problems:
            groups.setdefault((problem.match, source), []).append(self._row(problem, source))
        opened = [group for group, rows in groups.items() if self._arrive(group, rows)]
        return bool(opened)

    def enter(self, matches: Iterable[str]) -> None:
        """These matches went into the store: what was open about them is settled."""
        entered = set(matches)
        for group in [group for group in self._open if group[0] in entered]:
            self._settle(group, "entered")

    def dismiss(self, group: Group) -> None:
        """A person says that nothing is left to do about a group."""
        self._settle(group, "dismissed")

    def forget(self, match: str) -> None:
        """A match was withdrawn: files that were settled by it may bring their problems again."""
        for group in [group for group in self._settled if group[0] == match]:
            del self._settled[group]
            self.changed = True

    def groups(self) -> list[Group]:
        """What is open."""
        return list(self._open)

    def quarantine(self) -> pl.DataFrame:
        """The open entries (schema `tables.QUARANTINE`)."""
        return pl.DataFrame([row for rows in self._open.values() for row in rows], schema=QUARANTINE, orient="row")

    def settled(self) -> pl.DataFrame:
        """The settled groups (schema `tables.SETTLED`)."""
        return pl.DataFrame(list(self._settled.values()), schema=SETTLED, orient="row")

    def _arrive(self, group: Group, rows: list[Row]) -> bool:
        if group in self._settled:
            return False
        again = group in self._arrived
        self._arrived.add(group)
        before = self._open.get(group, [])
        if again:  # the match stands in its file a second time
            known = {_sameness(row) for row in before}
            rows = [*before, *(row for row in rows if _sameness(row) not in known)]
        if {_sameness(row) for row in rows} == {_sameness(row) for row in before}:
            return False
        self._open[group] = rows
        self.changed = True
        if not before and group[0] is not None:
            for other in [other for other in self._open if other[0] == group[0] and other not in self._arrived]:
                self._settle(other, "replaced")
        return True

    def _settle(self, group: Group, how: str) -> None:
        del self._open[group]
        match, source = group
        self._settled[group] = {"match": match, "source": source, "how": how, "run": self._run}
        self.changed = True

    def _row(self, problem: Problem, source: str) -> Row:
        values = {name: getattr(problem, name) for name in QUARANTINE if name not in ("source", "run")}
        return {**values, "source": source, "run": self._run}


def _sameness(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in _SAME)
