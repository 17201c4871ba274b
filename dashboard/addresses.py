"""Where the pages are, and links to them that keep the language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import streamlit as st
from streamlit.navigation.page import Page

from dashboard.language import DEFAULT
from wording import _, language, pgettext

_FOLDER: Final = Path(__file__).parent / "views"
"""Not `pages`: Streamlit takes a folder of that name beside the main file for pages of its older kind, and then shows
the first page that anybody opens after a start without our frame around it."""

ICONS: Final = {"tekme": ":material/list:", "otvoritve": ":material/change_history:", "prekrski": ":material/flag:"}
"""What the menu offers, in order. Icons of links, not of the pages: those Streamlit fetches from a foreign host."""


def title(page: str) -> str:
    """The title of a page in the language spoken here."""
    titles = {
        "tekme": pgettext("page", "Matches"),
        "tekma": pgettext("page", "Match"),
        "otvoritve": pgettext("page", "Breaks"),
        "prekrski": pgettext("page", "Fouls"),
    }
    return titles[page]


def pages() -> dict[str, Page]:
    """The pages by their name in the address, titled in the language spoken here."""
    names = ("tekme", "tekma", "otvoritve", "prekrski")
    return {
        name: st.Page(_FOLDER / f"{name}.py", title=title(name), url_path=name, default=name == "tekme")
        for name in names
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
    found = pages()
    for name, icon in ICONS.items():
        st.page_link(found[name], icon=icon, query_params=query())


def back_to_matches() -> None:
    """A link to the list of matches."""
    st.page_link(
        pages()["tekme"], label=_("To the list of matches"), icon=":material/arrow_back:", query_params=query()
    )
