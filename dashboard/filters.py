"""What a page is narrowed to. The address holds it, so that a view can be sent as a link and the back button works.

The address is read at every run and is what counts; a choice made in a control is written into it.
"""

from collections.abc import Callable, Sequence
from typing import Final

import streamlit as st

from analytics.filters import Filters
from analytics.matches import VERDICTS, Choices
from dashboard.words import verdict
from wording import _

PAGE: Final = "page"
_ALL: Final = ("season", "competition", "player", "verdict")


def chosen(choices: Choices, *, verdicts: bool = False) -> Filters:
    """The controls, filled in from the address, and what they choose. What the store does not hold is ignored."""
    people = {
        person.person: f"{person.name} · {person.club}" if person.club else person.name for person in choices.players
    }
    columns = st.columns(4 if verdicts else 3)
    with columns[0]:
        seasons = _several("season", _("Season"), choices.seasons)
    with columns[1]:
        competitions = _several(
            "competition", _("Competition"), choices.competitions, lambda name: name or _("none named")
        )
    with columns[2]:
        players = _several("player", _("Player"), list(people), people.__getitem__)
    if not verdicts:
        return Filters(seasons, competitions, players)
    with columns[3]:
        return Filters(seasons, competitions, players, _several("verdict", _("Verdict"), VERDICTS, verdict))


def kept() -> dict[str, list[str]]:
    """The filters of the address, for a link to the same view."""
    return {name: st.query_params.get_all(name) for name in _ALL if name in st.query_params}


def page_number(pages: int) -> int:
    """The page of a long table that the address names, from 1; the nearest there is."""
    text = st.query_params.get(PAGE, "1")
    return min(max(int(text) if text.isdecimal() else 1, 1), max(pages, 1))


def _several(name: str, label: str, options: Sequence[str], word: Callable[[str], str] = str) -> tuple[str, ...]:
    wanted = st.query_params.get_all(name)
    st.session_state[name] = [option for option in options if option in wanted]
    st.multiselect(
        label,
        options,
        format_func=word,
        key=name,
        placeholder=_("all"),
        on_change=_into_address,
        args=(name,),
    )
    return tuple(st.session_state[name])


def one(name: str, label: str, options: Sequence[str], word: Callable[[str], str]) -> str:
    """One of several, the first where the address names none; held in the address like the filters."""
    wanted = st.query_params.get(name, "")
    st.session_state[name] = wanted if wanted in options else options[0]
    st.segmented_control(
        label, options, format_func=word, key=name, required=True, on_change=_into_address, args=(name, options[0])
    )
    return str(st.session_state[name])


def _into_address(name: str, default: str | None = None) -> None:
    value = st.session_state[name]
    st.query_params.pop(PAGE, None)
    if value and value != default:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)
