"""The frame of every page: language and menu. Streamlit runs this file.

Start it with `osmica dashboard`, which sets address, port and privacy; `OSMICA_STORE` names the store.
"""

import streamlit as st

from dashboard import addresses, language, source
from dashboard.markup import plain, tag
from dashboard.style import CSS, ICON, ICON_ADDRESS
from wording import UserError

spoken = language.settle()
page = st.navigation(list(addresses.pages().values()), position="hidden")
st.set_page_config(page_title=f"{page.title} · osmica", page_icon=ICON, layout="wide")
st.html(CSS)
with st.sidebar:
    st.html(tag("div", tag("img", src=ICON_ADDRESS, alt=""), "osmica", class_="o-logo"))
    addresses.menu()
    st.divider()
    language.switch(spoken)
try:
    page.run()
except UserError as error:
    # What was opened may be of a store that was put back meanwhile: the next run opens it anew.
    source.forget()
    st.error(plain(str(error)), icon=":material/error:")
