"""The frame of every page: language and menu. Streamlit runs this file.

Start it with `osmica dashboard`, which sets address, port and privacy; `OSMICA_STORE` names the store.
"""

import streamlit as st

from dashboard import addresses, language
from dashboard.markup import tag
from dashboard.style import CSS, ICON, ICON_ADDRESS

st.set_page_config(page_title="osmica", page_icon=ICON, layout="wide")
spoken = language.settle()
page = st.navigation(list(addresses.pages().values()), position="hidden")
st.html(CSS)
with st.sidebar:
    st.html(tag("div", tag("img", src=ICON_ADDRESS, alt=""), "osmica", class_="o-logo"))
    addresses.menu()
    st.divider()
    language.switch(spoken)
page.run()
