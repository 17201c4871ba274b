"""The quarantine for people: what is open, and closing entries by hand. The workbook of corrections: `corrections`."""

from pathlib import PurePath

import polars as pl

from ingest.keeping import Keeping
from ingest.problems import Problem
from ingest.store import Conflict, Run, Snapshot, Store
from wording import UserError, _


def entries(snapshot: Snapshot) -> list[Problem]:
    """The open entries of a version, by file and line."""
    rows = open_rows(snapshot)
    names = [name for name in rows.columns if name not in ("source", "run")]
    return [Problem(**row) for row in rows.select(names).iter_rows(named=True)]


def open_rows(snapshot: Snapshot) -> pl.DataFrame:
    """The same entries as rows of the table `quarantine`, in the same order."""
    return snapshot.read("quarantine").sort("file", "source", "line", nulls_last=False, maintain_order=True)


def dismiss(store: Store, what: str, reason: str | None = None) -> tuple[int, int]:
    """Close the entries of a match, or of a file (by name or SHA-256): how many, and the store's version.

    Raises:
        UserError: nothing open has that name, or another run published at the same time.
    """
    with store.begin() as writer:
        snapshot = writer.snapshot
        rows = snapshot.read("quarantine")
        books = Keeping(rows, snapshot.read("settled"), writer.run)
        meant = {
            (row["match"], row["source"])
            for row in rows.select("match", "source", "file").iter_rows(named=True)
            if what in (row["match"], row["source"], row["file"], PurePath(row["file"]).name)
        }
        if not meant:
            message = _("Nothing in the quarantine is called “{what}”. See: osmica quarantine list")
            raise UserError(message.format(what=what))
        for group in meant:
            books.dismiss(group)
        writer.replace("quarantine", books.quarantine())
        writer.replace("settled", books.settled())
        closed = rows.height - books.quarantine().height
        note = what if reason is None else f"{what}: {reason}"
        try:
            return closed, writer.commit(Run("dismiss", {"dismissed": closed}, note))
        except Conflict:
            message = _("Another run changed the store {place} at the same time. Try again.")
            raise UserError(message.format(place=store.address)) from None
