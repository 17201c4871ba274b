"""Uploads, revisions and withdrawals in any order against a plain dict: contents, accounting, quarantine, versions."""

import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.job import ingest, withdraw
from ingest.reading import read_paths
from ingest.store import Store
from tests.ingest.logs import kos

IDS = ("M1", "M2")
CONTENTS = 3
BROKEN = -1


@dataclass(frozen=True)
class Upload:
    """A match in a file: its id, which content (BROKEN: one with an error), which content it says it replaces."""

    match: str
    content: int
    revises: int | None

    def text(self) -> str:
        named = None if self.revises is None else hash_of(self.match, self.revises)
        path = "16" if self.content == BROKEN else str(self.content + 1)
        return kos(self.match, shots=[f"A {path} - > {path}HL"], revises=named)


@dataclass(frozen=True)
class Ingest:
    files: tuple[tuple[Upload, ...], ...]
    revise: bool


@dataclass(frozen=True)
class Withdraw:
    match: str


@cache
def hash_of(match: str, content: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.kos")
        path.write_text(Upload(match, content, None).text(), "utf-8")
        [reading] = read_paths([path])
        return str(reading.matches["content"][0])


@dataclass
class Model:
    """What the store should hold, worked out the slow way, as the log format's last section says."""

    stored: dict[str, int] = field(default_factory=dict)
    replaced: set[tuple[str, int]] = field(default_factory=set)
    open: set[tuple[str, str]] = field(default_factory=set)  # match and text of its file
    settled: set[tuple[str, str]] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)

    def ingest(self, run: Ingest) -> dict[str, int]:
        counts = dict.fromkeys(("read", "new", "unchanged", "revised", "quarantined"), 0)
        seen: set[str] = set()
        arrived: set[tuple[str, str]] = set()
        known = frozenset(self.sources)
        for uploads in run.files:
            text = file_text(uploads)
            for upload in in_turns(uploads):
                fate = self.fate(upload, run.revise and upload.match not in seen, text in known)
                counts["read"] += 1
                counts[fate] += 1
                if fate in ("new", "revised"):
                    self.enter(upload)
                    self.sources.add(text)
                elif fate == "quarantined":
                    self.quarantine((upload.match, text), arrived)
                if fate in ("new", "revised") or self.stored.get(upload.match) == upload.content:
                    seen.add(upload.match)
        return counts

    def fate(self, upload: Upload, forced: bool, known: bool) -> str:
        if upload.content == BROKEN:
            return "quarantined"
        if upload.match not in self.stored:
            return "new"
        if self.stored[upload.match] == upload.content:
            return "unchanged"
        old = (upload.match, upload.content) in self.replaced
        if forced or (upload.revises == self.stored[upload.match] and not (old and known)):
            return "revised"
        return "unchanged" if old else "quarantined"

    def enter(self, upload: Upload) -> None:
        if upload.match in self.stored:
            self.replaced.add((upload.match, self.stored[upload.match]))
        if upload.revises is not None:
            self.replaced.add((upload.match, upload.revises))
        self.stored[upload.match] = upload.content
        gone = {group for group in self.open if group[0] == upload.match}
        self.open -= gone
        self.settled |= gone

    def quarantine(self, group: tuple[str, str], arrived: set[tuple[str, str]]) -> None:
        if group in self.settled:
            return
        arrived.add(group)
        if group not in self.open:
            self.sources.add(group[1])
            older = {other for other in self.open if other[0] == group[0] and other not in arrived}
            self.open = (self.open - older) | {group}
            self.settled |= older

    def withdraw(self, match: str) -> None:
        del self.stored[match]
        self.replaced = {pair for pair in self.replaced if pair[0] != match}
        self.settled = {group for group in self.settled if group[0] != match}

    def state(self) -> object:
        return dict(self.stored), set(self.replaced), set(self.open), set(self.settled)


def file_text(uploads: tuple[Upload, ...]) -> str:
    return "\n".join(upload.text() for upload in uploads)


def in_turns(uploads: tuple[Upload, ...]) -> list[Upload]:
    """As a file is read: broken matches with the first of each id, then the second of each id, and so on."""
    met: dict[str, int] = {}
    order = []
    for place, upload in enumerate(uploads):
        if upload.content == BROKEN:
            order.append((0, 1, place))
        else:
            order.append((met.get(upload.match, 0), 0, place))
            met[upload.match] = met.get(upload.match, 0) + 1
    return [uploads[place] for _turn, _broken, place in sorted(order)]


UPLOADS = st.builds(
    Upload, st.sampled_from(IDS), st.integers(BROKEN, CONTENTS - 1), st.none() | st.integers(0, CONTENTS - 1)
)
FILES = st.lists(UPLOADS, min_size=1, max_size=3).map(tuple)
STEPS = st.builds(Ingest, st.lists(FILES, min_size=1, max_size=2).map(tuple), st.booleans()) | st.builds(
    Withdraw, st.sampled_from(IDS)
)


@settings(max_examples=20)
@given(st.lists(STEPS, min_size=2, max_size=5))
def test_the_store_does_what_a_dict_would(steps: list[Ingest | Withdraw]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, model = Store(Path(folder, "store")), Model()
        history = [dict(model.stored)]
        for step in steps:
            before, version = model.state(), store.version
            if isinstance(step, Withdraw):
                if step.match not in model.stored:
                    continue
                model.withdraw(step.match)
                withdraw(store, step.match)
            else:
                counts = model.ingest(step)
                report = ingest(written(step, Path(folder)), store, revise=step.revise)
                assert {name: getattr(report.total, name) for name in counts} == counts
                assert counts["read"] == sum(counts.values()) - counts["read"]
            assert store.version == version + (model.state() != before)
            history += [dict(model.stored)] * (store.version - version)
            check(store, model)
        assert [held(store, version) for version in range(len(history))] == [named(one) for one in history]


def written(step: Ingest, folder: Path) -> list[Path]:
    """The files of a step, under names that mean nothing."""
    paths = []
    for i, uploads in enumerate(step.files):
        path = folder / f"{i}.kos"
        path.write_text(file_text(uploads), "utf-8")
        paths.append(path)
    return paths


def check(store: Store, model: Model) -> None:
    assert held(store) == named(model.stored)
    snapshot = store.at()
    entries = snapshot.read("quarantine")
    groups = {
        (match, store.source_text(source)) for match, source in entries.select("match", "source").unique().iter_rows()
    }
    assert groups == model.open
    for table in ("racks", "shots"):
        assert snapshot.read(table)["match"].sort().to_list() == sorted(model.stored)
    assert snapshot.read("persons").height == (3 if model.stored else 0)
    assert store.check() == []


def held(store: Store, version: int | None = None) -> dict[str, str]:
    return dict(store.at(version).read("matches", "match", "content").iter_rows())


def named(stored: dict[str, int]) -> dict[str, str]:
    return {match: hash_of(match, content) for match, content in stored.items()}
