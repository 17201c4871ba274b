"""One match of the store as its log was."""

from typing import TYPE_CHECKING

from ingest.store.default import open_store
from wording import UserError, _

if TYPE_CHECKING:
    from ingest.gathering import Gathered


def open_match(match: str, url: str | None = None, version: int | None = None) -> "Gathered":
    """The tables of one match in a version of the store that `--store` names, or in the newest.

    Raises:
        UserError: there is no such match or version, or the store is damaged.
    """
    from ingest.gathering import Gathered

    snapshot = open_store(url).at(version)
    tables = {name: snapshot.read(name, match=match) for name in ("matches", "racks", "shots", "tags")}
    if tables["matches"].is_empty():
        message = _("Match {match} is not in the store {place} (version {version}).")
        raise UserError(message.format(match=match, place=snapshot.place.address(""), version=snapshot.version))
    named = tables["matches"].select("a", "b", "referee").row(0)
    persons = snapshot.read("persons")
    persons = persons.filter(persons["person"].is_in([person for person in named if person is not None]))
    order = ("rack", "shot")
    racks, shots = tables["racks"].sort(order[:1]), tables["shots"].sort(order)
    return Gathered(tables["matches"], persons, racks, shots, tables["tags"], 1, 1, (), ())
