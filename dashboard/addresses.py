"""Where the pages are, and links to them that keep the language."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import Page

from dashboard.language import DEFAULT
from wording import _, language, pgettext

_FOLDER: Final = Path(__file__).parent / "pages"

Query = Mapping[str, str | Sequence[str]]


def pages() -> dict[str, Page]:
    """The pages by their name in the address, in the order of the menu, titled in the language spoken here."""
    titles = {
        "tekme": (pgettext("page", "Matches"), ":material/list:"),
        "tekma": (pgettext("page", "Match"), ":material/gavel:"),
        "otvoritve": (pgettext("page", "Breaks"), ":material/change_history:"),
        "prekrski": (pgettext("page", "Fouls"), ":material/flag:"),
    }
    return {
        name: st.Page(_FOLDER / f"{name}.py", title=title, icon=icon, url_path=name, default=name == "tekme")
        for name, (title, icon) in titles.items()
    }


def query(**parameters: str | Sequence[str]) -> dict[str, str | Sequence[str]]:
    """Parameters of an address, empty ones left out, with the language where it is not the default."""
    kept = {name: value for name, value in parameters.items() if value}
    return kept if language() == DEFAULT else {**kept, "lang": language()}


def link(page: str, /, **parameters: str | Sequence[str]) -> str:
    """A relative link to a page of the dashboard, ready for `href` but not yet escaped for HTML."""
    written = urlencode(query(**parameters), doseq=True)
    return page + (f"?{written}" if written else "")


def menu() -> None:
    """The links to all pages. Ours instead of Streamlit's own, which drop the language out of the address."""
    for page in pages().values():
        st.page_link(page, query_params=query())


def back_to_matches() -> None:
    """A link to the list of matches."""
    st.page_link(
        pages()["tekme"], label=_("To the list of matches"), icon=":material/arrow_back:", query_params=query()
    )
