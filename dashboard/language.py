"""The language of a page: in the address (`?lang=en`), Slovene where the address names none."""

from typing import Final

import streamlit as st

from wording import LANGUAGES, Language, parse, use

DEFAULT: Final[Language] = "sl"
_NAMES: Final[dict[Language, str]] = {"sl": "Slovenščina", "en": "English"}
_KEY: Final = "language"


def settle() -> Language:
    """Speak the language of the address for the rest of this run.

    Nothing is written into the address here: only a person's choice does that, so that the back button works.
    """
    chosen = parse(st.query_params.get("lang", "")) or DEFAULT
    use(chosen)
    return chosen


def switch(chosen: Language) -> None:
    """The control to choose the language. Its label is in both, for whoever reads only the other one."""
    st.session_state[_KEY] = chosen
    st.segmented_control(
        "Jezik · Language",
        LANGUAGES,
        format_func=_NAMES.__getitem__,
        key=_KEY,
        required=True,
        on_change=_into_address,
    )


def _into_address() -> None:
    if st.session_state[_KEY] == DEFAULT:
        st.query_params.pop("lang", None)
    else:
        st.query_params["lang"] = st.session_state[_KEY]
