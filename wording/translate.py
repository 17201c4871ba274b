"""Which language, and the text of a message in it.

Messages are English in the sources, so English needs no catalogue. Every other language has one in `locale/`. The
compiled catalogue (`.mo`) is read where it stands and is current; otherwise the `.po` file itself, so that nobody
needs a build step. Nothing but the standard library is imported until that happens.
"""

import io
import os
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, Literal

Language = Literal["sl", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("sl", "en")
DOMAIN: Final = "osmica"
LOCALES: Final = Path(__file__).parent / "locale"

_chosen: ContextVar[Language | None] = ContextVar("osmica_language", default=None)
_default: Language | None = None


def parse(text: str) -> Language | None:
    """The language that `text` (`sl`, `SL`, `sl_SI.UTF-8`, `en-GB`) names, or None where it names none of ours."""
    start = text.strip().lower().replace("-", "_").split("_")[0].split(".")[0]
    return next((language for language in LANGUAGES if language == start), None)


def from_environment(environment: Mapping[str, str]) -> Language:
    """`OSMICA_LANG` first, then the locale variables in POSIX order; whatever is not Slovene reads English."""
    for name in ("OSMICA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value and (name != "OSMICA_LANG" or parse(value)):
            return parse(value) or "en"
    return "en"


def use(language: Language | None) -> None:
    """Speak this language from here on, in this thread or task only. None: the one of the whole process again."""
    _chosen.set(language)


def use_default(language: Language | None) -> None:
    """Speak this language wherever `use` was not called, in every thread. None: as the environment says."""
    global _default  # noqa: PLW0603 - one process, one default
    _default = language


def language() -> Language:
    """The language spoken here."""
    return _chosen.get() or _default or from_environment(os.environ)


@cache
def catalogue(language: Language, folder: Path = LOCALES) -> NullTranslations:
    """The translations into a language; those of English give every message back as it is."""
    if language == "en":
        return NullTranslations()
    source = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = source.with_suffix(".mo")
    if compiled.exists() and not (source.exists() and source.stat().st_mtime > compiled.stat().st_mtime):
        with compiled.open("rb") as file:
            return GNUTranslations(file)
    return GNUTranslations(io.BytesIO(compile_catalogue(source)))


def compile_catalogue(source: Path) -> bytes:
    """A `.po` file as the bytes of its `.mo` file. Fuzzy entries are left out."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    target = io.BytesIO()
    with source.open("rb") as file:
        write_mo(target, read_po(file))
    return target.getvalue()


def _(message: str) -> str:
    """The message in the language spoken here."""
    return catalogue(language()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the message that goes with the number `n` (Slovene: 1 tekma, 2 tekmi, 3 tekme, 5 tekem)."""
    return catalogue(language()).ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """The message as it is said in a context, for English words that Slovene has two words for."""
    return catalogue(language()).pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802 - the name by which gettext tools know it
    """Mark a message for the catalogues without translating it here: for tables of data at module level."""
    return message
