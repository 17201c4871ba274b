"""From the store to a warehouse: the newest version at every run of a page, opened once for everybody who reads it."""

from shlex import quote

import streamlit as st

from analytics.warehouse import Warehouse
from dashboard.addresses import title
from dashboard.markup import plain
from ingest.store import open_store
from ingest.store.default import default_url
from wording import _


def warehouse() -> Warehouse | None:
    """The newest version of the store, or None where nothing was ever published.

    `OSMICA_STORE` names the store (`osmica dashboard --store` sets it). A version never changes, so what was opened for
    one person serves all; a new version is another key, and appears at the next run of a page.

    Raises:
        UserError: the store cannot be read.
    """
    url = default_url()
    version = open_store(url).version
    return _open(url, version) if version else None


@st.cache_resource(show_spinner=False, max_entries=3)
def _open(url: str, version: int) -> Warehouse:
    return Warehouse(open_store(url).at(version))


def forget() -> None:
    """Close what was opened; the next run opens it again."""
    _open.clear()


def opened(page: str) -> Warehouse:
    """The warehouse for a page; an empty store says so and what to do, and the page ends here.

    Raises:
        UserError: the store cannot be read.
    """
    found = warehouse()
    if found is None:
        st.title(title(page))
        nothing_here()
        st.stop()
    st.sidebar.caption(_("Version {version} of the store").format(version=found.version))
    return found


def nothing_here() -> None:
    """What an empty store shows instead of figures."""
    st.info(_("No match has been read into this store yet."), icon=":material/inbox:")
    st.markdown(_("Read your logs and replay them; this page then shows them by itself:"))
    st.code(f"osmica run --store {quote(default_url())} zapisniki/", language="bash")
    st.markdown(_("Or look around with the sample league first:"))
    st.code("osmica demo", language="bash")
    st.caption(_("The store is {place}.").format(place=plain(default_url())))
