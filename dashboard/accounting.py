"""The row accounting of the last ingest, in one line: nothing is lost, all is counted."""

import streamlit as st

from analytics.runs import Ingest
from wording import _, moment_text, ngettext, number


def accounting(run: Ingest | None) -> None:
    """Say what the last ingest read and what became of it. Nothing where there was none."""
    if run is None:
        return
    read = ngettext("{n} match read", "{n} matches read", run.read).format(n=number(run.read))
    parts = _("{read} = {new} new + {unchanged} unchanged + {revised} revised + {quarantined} quarantined")
    text = parts.format(
        read=read,
        new=number(run.new),
        unchanged=number(run.unchanged),
        revised=number(run.revised),
        quarantined=number(run.quarantined),
    )
    st.caption(_("Last ingest, {time}: {counts}.").format(time=moment_text(run.time.astimezone()), counts=text))
    if run.quarantined or run.unreadable:
        kept_out = ngettext("{n} match was kept out", "{n} matches were kept out", run.quarantined)
        broken = ngettext("{n} file could not be read", "{n} files could not be read", run.unreadable)
        told = [text.format(n=number(n)) for text, n in ((kept_out, run.quarantined), (broken, run.unreadable)) if n]
        todo = _("{what}. What is wrong and how to correct it: `osmica quarantine list`.")
        st.warning(todo.format(what="; ".join(told)), icon=":material/report:")
