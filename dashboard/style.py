"""How our tables look. Colours are mixed from the text's own, so that they are readable on light and on dark."""

from base64 import b64encode
from typing import Final

ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">'
    '<circle cx="16" cy="16" r="15" fill="#111" stroke="#888"/><circle cx="16" cy="13" r="7.5" fill="#fff"/>'
    '<circle cx="16" cy="10.6" r="2.1" fill="none" stroke="#111" stroke-width="1.5"/>'
    '<circle cx="16" cy="15.2" r="2.6" fill="none" stroke="#111" stroke-width="1.5"/></svg>'
)
"""The black. Drawn here, because Streamlit fetches other icons of a page from a foreign host."""

ICON_ADDRESS: Final = f"data:image/svg+xml;base64,{b64encode(ICON.encode()).decode()}"

CSS: Final = """
<style>
.o-logo img { width: 1.8rem; height: 1.8rem; }
.o-logo { display: flex; gap: .6rem; align-items: center; font-size: 1.25rem; font-weight: 600; }
.o-scroll { overflow-x: auto; }
.o-table { border-collapse: collapse; width: 100%; margin: 0 0 .5rem; font-size: .92rem; line-height: 1.35; }
.o-table caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.o-table th, .o-table td { text-align: left; vertical-align: top; padding: .4rem .6rem; border: 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 16%, transparent); }
.o-table th { font-weight: 600; font-size: .82rem; opacity: .8; vertical-align: bottom; }
.o-table tbody tr:hover { background: color-mix(in srgb, currentColor 5%, transparent); }
.o-table tr:target, .o-table tr.o-marked { background: color-mix(in srgb, #e3a008 16%, transparent); }
.o-table tr.o-total td { font-weight: 600; background: color-mix(in srgb, currentColor 5%, transparent); }
.o-table tr.o-aside { opacity: .65; }
.o-table .o-num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.o-table .o-keep { white-space: nowrap; }
.o-table .o-wide { min-width: 7.5rem; }
.o-table .o-seen { min-width: 12rem; }
.o-table td, .o-facts dd { overflow-wrap: anywhere; }
.o-table .o-way, .o-table .o-main, .o-table .o-keep, .o-table .o-rate { overflow-wrap: normal; }
.o-table a, .o-links a { color: inherit; text-underline-offset: .15em; }
[data-testid="stMainBlockContainer"] { padding: 3.5rem 2rem 4rem; }
.o-small { font-size: .8rem; opacity: .75; font-weight: 400; }
.o-num .o-small, .o-rate div { white-space: nowrap; }
.o-wins { font-weight: 600; }
.o-badge, .o-verdict { --o-c: #808495; }
.o-badge { display: inline-block; white-space: nowrap; padding: .05rem .5rem; border-radius: 1rem; font-size: .84rem;
  border: 1px solid var(--o-c); background: color-mix(in srgb, var(--o-c) 18%, transparent); }
.o-confirmed { --o-c: #1a9850; } .o-contradicted { --o-c: #d73027; } .o-undetermined { --o-c: #e3a008; }
.o-pending { border-style: dashed; }
.o-counts { --o-c: #d73027; } .o-aside { --o-c: #808495; } .o-doubt { --o-c: #e3a008; }
.o-facts { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; font-size: .92rem; }
.o-facts dt { opacity: .75; } .o-facts dd { margin: 0; }
.o-verdict { font-size: 1.1rem; border-left: .3rem solid var(--o-c); padding: .3rem .8rem; }
details.o-rack { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem;
  margin-bottom: .6rem; padding: 0 .6rem; }
details.o-rack > summary { cursor: pointer; padding: .55rem .2rem; font-weight: 600; }
details.o-rack > summary .o-small { margin-left: .5rem; }
@media (max-width: 640px) {
  .o-table, .o-table tbody, .o-table tr, .o-table td { display: block; }
  .o-table thead { display: none; }
  .o-table tr { border-bottom: 2px solid color-mix(in srgb, currentColor 25%, transparent); padding: .4rem 0; }
  .o-table td { border: 0; padding: .15rem .2rem; display: grid; grid-template-columns: 7.5rem 1fr; gap: .5rem; }
  .o-rate div { white-space: normal; }
  .o-table td::before { content: attr(data-label); opacity: .7; font-size: .82rem; font-weight: 400; }
  .o-table td:empty { display: none; }
  .o-table .o-num { text-align: left; white-space: normal; }
  .o-table .o-main { font-weight: 600; }
  .o-facts { grid-template-columns: 1fr; gap: 0; } .o-facts dd { margin-bottom: .4rem; }
}
</style>
"""
