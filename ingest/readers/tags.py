"""Names of tags: the ones the schema knows, however they are spelled in a heading, and the others verbatim."""

from typing import Final

from ingest.vocabulary import KNOWN_TAGS

NOTE: Final = "note"
"""Not a tag: the name under which notes on a match stand among its tags, and their column in a table of matches."""

_KNOWN: Final = {tag.lower(): tag for tag in KNOWN_TAGS}


def canonical_tag(name: str) -> str:
    """`a_id`, `A.Id`, `a.id` -> `A.Id`; a name that is not known stays as it is."""
    return _KNOWN.get(name.strip().lower().replace("_", "."), name)


def heading(tag: str) -> str:
    """The heading of the tag's column in a table of matches: `A.Id` -> `a_id`; unknown ones verbatim."""
    return tag.lower().replace(".", "_") if tag in KNOWN_TAGS else tag
