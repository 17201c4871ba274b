"""What becomes of a match that comes with good content: new, known, a revision, or a conflict."""

from typing import Final, Literal

import polars as pl

from ingest.store import Snapshot

Fate = Literal["new", "unchanged", "superseded", "revised", "conflict"]


class Fates:
    """The contents that a version of the store knows, and those of the run on top of it.

    `revise`: another content under an id that the store knew before this run replaces it, though no log says so.
    """

    def __init__(self, snapshot: Snapshot, *, revise: bool) -> None:
        self._revise: Final = revise
        self._content: Final[dict[str, str]] = dict(snapshot.read("matches", "match", "content").iter_rows())
        self._superseded: Final = set(snapshot.read("revisions", "match", "content").iter_rows())
        self._sources: Final = set(snapshot.read("sources", "sha256")["sha256"])
        self._seen: Final[set[str]] = set()
        self.revisions: Final[list[tuple[str, str, str]]] = []
        """Match, the content that was replaced, the one that replaced it: what this run adds."""

    def content(self, match: str) -> str | None:
        """The content that the store has now."""
        return self._content.get(match)

    def seen(self, matches: list[str]) -> bool:
        """Whether the run has met one of these ids; if not, it has now, and found each unchanged."""
        if not self._seen.isdisjoint(matches):
            return True
        self._seen.update(matches)
        return False

    def decide(self, match: str, content: str, revises: str | None, source: str) -> Fate:
        """The fate of a match with this content, read from `source`; what enters is what the store has from now on.

        A content that was replaced once is known and changes nothing when its file is read again, even if that names
        the present content: two files that name each other would else take turns for ever.
        """
        stored = self._content.get(match)
        if stored == content:
            self._seen.add(match)
            return "unchanged"
        if stored is not None:
            old = (match, content) in self._superseded
            forced = self._revise and match not in self._seen
            named = revises == stored and not (old and source in self._sources)
            if not forced and not named:
                return "superseded" if old else "conflict"
            self._supersede(match, stored, content)
        if revises is not None:
            self._supersede(match, revises, content)
        self._content[match] = content
        self._seen.add(match)
        return "new" if stored is None else "revised"

    def _supersede(self, match: str, content: str, by: str) -> None:
        if (match, content) not in self._superseded:
            self._superseded.add((match, content))
            self.revisions.append((match, content, by))


def by_source(snapshot: Snapshot) -> dict[str, list[str]]:
    """The matches of a version that came from each source (its SHA-256)."""
    rows = snapshot.read("matches", "match", "source").group_by("source").agg(pl.col("match"))
    return dict(rows.iter_rows())
