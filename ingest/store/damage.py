"""What a damaged store looks like to its readers, in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import polars as pl

from wording import UserError, _

if TYPE_CHECKING:
    from ingest.store.place import Place


@contextmanager
def damage(place: "Place") -> Iterator[None]:
    """Turn what Polars says about a missing, cut or altered file of the store into a `UserError`."""
    try:
        yield
    except (pl.exceptions.ComputeError, pl.exceptions.SchemaError, OSError) as error:
        raise damaged(place, str(error).splitlines()[0]) from error


def damaged(place: "Place", reason: str) -> UserError:
    """The error to raise: what is wrong, and what to do."""
    message = _(
        "The store {place} is damaged: {reason}. “osmica store info --check” names every bad file; "
        "put those back from a copy, or ingest the logs into a new store (--store). Older versions may still be whole."
    )
    return UserError(message.format(place=place.address(""), reason=reason))
