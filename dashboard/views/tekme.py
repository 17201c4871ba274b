"""Tekme: every match with its claim, the score by the replay, and the verdict."""

from math import ceil
from typing import Any, Final

import streamlit as st

from analytics.filters import Filters
from analytics.matches import VERDICTS, choices, matches, overview
from analytics.runs import last_ingest
from dashboard import filters
from dashboard.accounting import accounting
from dashboard.addresses import link, title
from dashboard.markup import Column, Html, Row, anchor, join, lines, small, table, tag
from dashboard.source import nothing_here, opened
from dashboard.words import badge, round_name, score
from wording import _, date_text, ngettext, number

PAGE_SIZE: Final = 50


def row(match: dict[str, Any]) -> Row:
    """A match as a row; the winner by the replay stands bold."""
    names = (
        tag("span", match[f"{side}_name"], class_="o-wins" if match["winner"] == side.upper() else None)
        for side in ("a", "b")
    )
    players = anchor(link("tekma", match=match["match"]), join(names, " – "))
    derived = score(match["score_a"], match["score_b"])
    return Row(
        (
            date_text(match["date"]),
            lines((match["competition"], small(round_name(match["round"])))),
            lines((players, small(join((match["a_club"], match["b_club"]), " – ")))),
            score(match["claimed_a"], match["claimed_b"]),
            _("walkover") if match["status"] == "forfeit" else derived,
            badge(match["verdict"]),
            number(match["discrepancies"]) if match["discrepancies"] else "",
        )
    )


def columns() -> tuple[Column, ...]:
    """The headings of the list."""
    return (
        Column(_("Date"), "o-keep"),
        Column(_("Competition, round")),
        Column(_("Match"), "o-main"),
        Column(_("Claimed"), "o-keep", _("The score that the log's header claims.")),
        Column(_("By the log"), "o-keep", _("The score that follows from the shots by the rules.")),
        Column(_("Verdict")),
        Column(_("Discrepancies"), "o-num", _("Where the log and the rules part, or something was not called.")),
    )


def verdict_line(counts: dict[str, int]) -> Html:
    """How many matches have which verdict."""
    return tag("p", *(join((badge(code), " ", tag("b", number(n)), "\u2003")) for code, n in counts.items() if n))


def pager(page: int, pages: int) -> Html:
    """Links to the pages before and after."""
    around = ((page - 1, _("← newer")), (page + 1, _("older →")))
    links = (anchor(_page(to), text) for to, text in around if 1 <= to <= pages)
    here = _("Page {page} of {pages}").format(page=number(page), pages=number(pages))
    return tag("p", here, "\u2003", join(links, " · "), class_="o-links")


def _page(to: int) -> str:
    return link("tekme", **filters.kept(), **{filters.PAGE: str(to)})


warehouse = opened("tekme")
st.title(title("tekme"))
st.markdown(
    _("What each log claims, what follows from its shots by the rules, and whether the claim stands.")
    + " "
    + _("Open a match to see it shot by shot.")
)
accounting(last_ingest(warehouse))
wanted = filters.chosen(choices(warehouse), verdicts=True)
total = overview(warehouse, wanted)
heading = ngettext("{n} match", "{n} matches", total.matches).format(n=number(total.matches))
st.subheader(heading)
if total.matches:
    pages = ceil(total.matches / PAGE_SIZE)
    page = filters.page_number(pages)
    found = matches(warehouse, wanted, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)
    st.html(verdict_line({code: total.verdicts[code] for code in VERDICTS}))
    st.html(table(heading, columns(), (row(match) for match in found.iter_rows(named=True))))
    if pages > 1:
        st.html(pager(page, pages))
elif wanted == Filters():
    nothing_here()
else:
    st.info(_("No match fits these filters. Take one of them away."), icon=":material/filter_alt_off:")
