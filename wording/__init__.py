"""Every word a user reads, in Slovene and English: messages (gettext), numbers and dates (Babel), errors."""

from wording.errors import UserError
from wording.formats import NOTHING, date_text, moment_text, number, percent
from wording.translate import (
    LANGUAGES,
    N_,
    Language,
    _,
    language,
    ngettext,
    parse,
    pgettext,
    use,
    use_default,
)

__all__ = [
    "LANGUAGES",
    "NOTHING",
    "N_",
    "Language",
    "UserError",
    "_",
    "date_text",
    "language",
    "moment_text",
    "ngettext",
    "number",
    "parse",
    "percent",
    "pgettext",
    "use",
    "use_default",
]
