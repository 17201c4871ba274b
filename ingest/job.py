"""Ingest: read the logs, tell new matches from known ones, and publish what changed as one version of the store."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import polars as pl

from ingest.accounting import FileCount, IngestReport
from ingest.fates import Fates, by_source
from ingest.keeping import Keeping
from ingest.naming import dated, keep_persons
from ingest.problems import Problem, Warning_
from ingest.reading import Reading, Source, read_paths
from ingest.store import Conflict, Run, Store, Writer
from ingest.store.tables import REVISIONS, SOURCES, WARNINGS
from wording import UserError, _

Progress = Callable[[FileCount], None]
"""Called with each file's counts when it has been dealt with."""

_TRIES: Final = 5
_LOG: Final = ("matches", "racks", "shots", "tags")
_AFTER_READING: Final = frozenset(
    {"accounting", "cli", "convert", "corrections", "fates", "gathering", "job", "keeping", "naming", "quarantine"}
    | {"store_cli", "summary", "tabular", "template"}
)
"""Modules that do not decide what a file says; whatever else is in this folder may."""


def ingest(
    paths: Sequence[Path], store: Store, *, revise: bool = False, progress: Progress | None = None
) -> IngestReport:
    """Read logs into the store, in the order given; one new version, or none where nothing changed.

    `revise`: another content under an id that the store knew before this run replaces what is there, though the log
    does not say so. Two contents under one id in one run are a conflict all the same, unless the later one names the
    earlier. If another run publishes meanwhile, this one starts again from what is there then.

    Raises:
        UserError: the store is damaged or out of reach, or other runs kept publishing.
    """
    for _attempt in range(_TRIES):
        try:
            return _ingest(paths, store, revise=revise, progress=progress)
        except Conflict:
            continue
    message = _("Other runs kept changing the store {place} while this one was reading. Try again when they are done.")
    raise UserError(message.format(place=store.address))


def _ingest(paths: Sequence[Path], store: Store, *, revise: bool, progress: Progress | None) -> IngestReport:
    with store.begin() as writer:
        intake = Intake(store, writer, revise=revise)
        for reading in read_paths(paths, known=intake.known):
            intake.take(reading)
            if progress is not None:
                progress(intake.files[-1])
        if not intake.files:
            message = _("There is no log file in {paths}. Logs end in .kos, .csv, .xlsx, .jsonl or .zip.")
            raise UserError(message.format(paths=", ".join(map(str, paths))))
        return intake.publish()


class Intake:
    """The matches of one run as they come, held against one version of the store."""

    def __init__(self, store: Store, writer: Writer, *, revise: bool) -> None:
        self.files: Final[list[FileCount]] = []
        self._source: Source | None = None  # of the last of `files`
        self._store: Final = store
        self._writer: Final = writer
        snapshot = writer.snapshot
        self._books: Final = Keeping(snapshot.read("quarantine"), snapshot.read("settled"), writer.run)
        self._fates: Final = Fates(snapshot, revise=revise)
        self._sources: Final = {row["sha256"]: row for row in snapshot.read("sources").iter_rows(named=True)}
        self._from: Final = by_source(snapshot)
        self._entered: Final[set[str]] = set()
        self._gone: Final[list[str]] = []  # matches of the version that this run replaces
        self._persons: Final[list[pl.DataFrame]] = []
        self._bringing: Final[dict[str, tuple[Source, FileCount]]] = {}  # what brought something into the store
        self._problems: Final[list[Problem]] = []
        self._warnings: Final[list[Warning_]] = []

    def known(self, source: Source) -> bool:
        """Whether all matches of these bytes are in the store as they came from them, so that none need be read.

        The store's own files are no logs.
        """
        if self._store.holds(source.file):
            return True  # a folder of logs that the store lies in
        row = self._sources.get(source.sha256)
        matches = self._from.get(source.sha256, [])
        if row is None or row["problems"] or row["reader"] != reader() or row["matches"] != len(matches):
            return False
        if self._fates.seen(matches):
            return False
        count = self._count(source)
        count.read += len(matches)
        count.unchanged += len(matches)
        return True

    def take(self, reading: Reading) -> None:
        """Decide about each match of a reading and hand what goes in to the writer."""
        source = reading.source
        count = self._count(source)
        count.read += reading.read
        count.quarantined += reading.read - reading.matches.height
        count.unreadable = count.read == 0 and any(problem.match is None for problem in reading.quarantined)
        problems = list(reading.quarantined)
        entering: list[str] = []
        replaced: list[str] = []
        for row in reading.matches.iter_rows(named=True):
            stored = self._fates.content(row["match"])
            match self._fates.decide(row["match"], row["content"], row["revises"], source.sha256):
                case "new":
                    count.new += 1
                    entering.append(row["match"])
                case "revised":
                    count.revised += 1
                    entering.append(row["match"])
                    replaced.append(row["match"])
                case "unchanged":
                    count.unchanged += 1
                case "superseded":
                    count.unchanged += 1
                    count.superseded += 1
                case "conflict":
                    count.quarantined += 1
                    problems.append(_conflict(row, str(stored)))
        self._problems.extend(problems)
        count.problems += len(problems)
        self._warnings.extend(reading.warnings)
        self._leave(replaced)
        self._enter(reading, entering)
        # Of an empty file, or one that could not be opened, there is nothing to keep.
        opened = self._books.arrive(source.sha256, problems) if source.data else False
        if opened or entering:
            self._bringing.setdefault(source.sha256, (source, count))

    def publish(self) -> IngestReport:
        """Write the books, publish, and report."""
        writer, before = self._writer, self._writer.snapshot.version
        gone = pl.DataFrame({"match": self._gone}, schema={"match": pl.String})
        if self._persons:
            keep_persons(writer, pl.concat(self._persons), gone)
        revisions = [(*row, writer.run) for row in self._fates.revisions]
        writer.add("revisions", pl.DataFrame(revisions, schema=REVISIONS, orient="row"))
        if self._books.changed:
            writer.replace("quarantine", self._books.quarantine())
            writer.replace("settled", self._books.settled())
        for source, _count in self._bringing.values():
            self._store.keep_source(source.data)
        writer.remove("sources", [key for key in self._bringing if key in self._sources])
        writer.add("sources", _source_rows(self._bringing.values(), writer.run))
        report = IngestReport(tuple(self.files), tuple(self._problems), tuple(self._warnings), before, before)
        version = writer.commit(Run("ingest", _counts(report)))
        return IngestReport(report.files, report.problems, report.warnings, before, version)

    def _count(self, source: Source) -> FileCount:
        """The counts of a source; its readings come one after the other, and a file given twice counts twice."""
        if source is not self._source:
            self._source = source
            self.files.append(FileCount(source.file, source.sha256))
        return self.files[-1]

    def _leave(self, replaced: Sequence[str]) -> None:
        self._writer.remove_matches(replaced)
        self._gone.extend(replaced)
        again = self._entered.intersection(replaced)
        if again:
            named = pl.col("match").is_in(sorted(again))
            self._persons[:] = [rows.filter(~named) for rows in self._persons]

    def _enter(self, reading: Reading, entering: Sequence[str]) -> None:
        if not entering:
            return
        matches = reading.matches.filter(pl.col("match").is_in(entering))
        seasons = matches.select("match", "season")
        for season in seasons["season"].unique(maintain_order=True):
            own = seasons.filter(pl.col("season") == season)
            everything = own.height == reading.matches.height
            for name in _LOG:
                rows: pl.DataFrame = getattr(reading, name)
                kept = rows if everything else rows.join(own, on="match", how="semi", maintain_order="left")
                self._writer.add(name, kept, season)
        self._persons.append(dated(reading.persons, matches))
        self._entered.update(entering)
        self._books.enter(entering)
        # What is strange about the file as a whole is kept with the first match that it brings, once.
        key = reading.source.sha256
        fresh = key not in self._sources and key not in self._bringing
        told: set[str | None] = {None, *entering} if fresh else set(entering)
        self._writer.add("warnings", _warning_rows(reading, told, self._writer.run))


def withdraw(store: Store, match: str, reason: str | None = None) -> int:
    """Take a match out of the store, verdicts included; the new version's number. Earlier versions keep it.

    Raises:
        UserError: the newest version has no such match.
    """
    for _attempt in range(_TRIES):
        try:
            return _withdraw(store, match, reason)
        except Conflict:
            continue
    message = _("Other runs kept changing the store {place}. Try again when they are done.")
    raise UserError(message.format(place=store.address))


def _withdraw(store: Store, match: str, reason: str | None) -> int:
    with store.begin() as writer:
        snapshot = writer.snapshot
        if not snapshot.read("matches", "match", match=match).height:
            message = _("Match {match} is not in the store (version {version}). Nothing was withdrawn.")
            raise UserError(message.format(match=match, version=snapshot.version))
        writer.remove_matches([match])
        writer.remove("revisions", [match])
        books = Keeping(snapshot.read("quarantine"), snapshot.read("settled"), writer.run)
        books.forget(match)
        if books.changed:
            writer.replace("settled", books.settled())
        nobody = dated(snapshot.read("persons").clear(), snapshot.read("matches").clear())
        keep_persons(writer, nobody, pl.DataFrame({"match": [match]}))
        note = match if reason is None else f"{match}: {reason}"
        return writer.commit(Run("withdraw", {"withdrawn": 1}, note))


@cache
def reader() -> str:
    """Fingerprint of the program that reads logs: what another program made of a file says nothing about this one."""
    folder = Path(__file__).parent
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        if name.removesuffix(".py") not in _AFTER_READING and not name.startswith("store/"):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _conflict(row: dict[str, object], stored: str) -> Problem:
    expected = _("the match as the store knows it, or a tag Revises with the content hash that it replaces: {content}")
    hint = _(
        "If this is a correction of the stored match, add the tag Revises, or ingest with --revise. "
        "If it is another match, give it another id."
    )
    sheet, line = row["sheet"], row["line"]
    return Problem(
        file=str(row["file"]),
        sheet=None if sheet is None else str(sheet),
        line=line if isinstance(line, int) else None,
        column=None if sheet is not None else "Match",
        match=str(row["match"]),
        code="conflict",
        text=str(row["match"]),
        expected=expected.format(content=stored),
        hint=hint,
        cell="Match",
    )


def _source_rows(sources: Iterable[tuple[Source, FileCount]], run: str) -> pl.DataFrame:
    rows = [
        (source.sha256, source.file, len(source.data), count.read, count.problems, reader(), run)
        for source, count in sources
    ]
    return pl.DataFrame(rows, schema=SOURCES, orient="row")


def _warning_rows(reading: Reading, matches: set[str | None], run: str) -> pl.DataFrame:
    rows = [
        (w.file, reading.source.sha256, w.sheet, w.line, w.column, w.match, w.text, w.message, run)
        for w in reading.warnings
        if w.match in matches
    ]
    return pl.DataFrame(rows, schema=WARNINGS, orient="row")


def _counts(report: IngestReport) -> dict[str, int]:
    total = report.total
    return {
        "read": total.read,
        "new": total.new,
        "unchanged": total.unchanged,
        "revised": total.revised,
        "quarantined": total.quarantined,
        "unreadable": report.unreadable,
    }
