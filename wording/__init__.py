"""Every word a user reads, in Slovene and English: messages (gettext), numbers and dates (Babel), and the user's errors."""

from wording.errors import UserError
from wording.formats import NOTHING, date_text, moment_text, number, percent
from wording.translate import (
    LANGUAGES,
    Language,
    N_,
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
    "Language",
    "N_",
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
