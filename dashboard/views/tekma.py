"""Tekma: one match, from the verdict down to every shot."""

import streamlit as st

from analytics.match import match_detail
from dashboard import match_header, match_racks, match_shots
from dashboard.addresses import back_to_matches, title
from dashboard.markup import plain
from dashboard.source import opened
from wording import _, ngettext, number

warehouse = opened("tekma")
wanted = st.query_params.get("match", "")
detail = match_detail(warehouse, wanted) if wanted else None
if detail is None:
    st.title(title("tekma"))
    if wanted:
        st.warning(_("There is no match “{match}” in this version of the store.").format(match=plain(wanted)))
    else:
        st.info(_("Choose a match in the list of matches."), icon=":material/list:")
    back_to_matches()
    st.stop()

back_to_matches()
head = detail.head
st.title(plain(f"{head.a_name} – {head.b_name}"), anchor=False)
st.caption(plain(match_header.subtitle(head)))
st.html(match_header.verdict_box(detail))
left, right = st.columns((3, 2))
with left:
    st.html(match_header.claims(head))
with right:
    st.html(match_header.facts(head))

if not detail.turns_on.is_empty():
    st.subheader(_("What the verdict turns on"))
    st.html(match_racks.turns_on(detail.turns_on))
if not detail.racks.is_empty():
    st.subheader(_("The score as it developed"))
    st.html(match_racks.progress(detail))
st.subheader(_("Discrepancies"))
if detail.discrepancies.is_empty():
    st.markdown(_("None: the log and the rules agree in everything."))
else:
    count = detail.discrepancies.height
    st.caption(
        ngettext(
            "{n} place where the log and the rules part, or where a violation was not called.",
            "{n} places where the log and the rules part, or where a violation was not called.",
            count,
        ).format(n=number(count))
    )
    st.html(match_racks.discrepancies(detail))
if not detail.racks.is_empty():
    st.subheader(_("Shot by shot"))
    st.caption(
        _(
            "The cue ball's way stands in words: 1→9 means that it touched ball 1 and ball 1 touched ball 9. "
            "Pockets are named as seen from the head end. Ball 8 is the black."
        )
    )
    st.html(match_shots.racks(detail))
