"""From the list of matches to a match to its shots, as a person goes, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

WORDS = {
    "sl": {"matches": "Tekme", "breaks": "Otvoritve", "date": "10. 1. 2026", "rack": "Igra 2"},
    "en": {"matches": "Matches", "breaks": "Breaks", "date": "10 Jan 2026", "rack": "Rack 2"},
}


@pytest.mark.parametrize("lang", ["sl", "en"])
def test_matches_to_match_to_shots(visit: Visit, lang: str) -> None:
    words, page = WORDS[lang], visit.page
    visit.open("")
    if lang == "en":
        page.get_by_text("English", exact=True).click()
    expect(page.locator("h1")).to_have_text(words["matches"])
    row = page.locator(".o-table tbody tr", has_text="Ana Žnidar – Črt Šuštar")
    expect(row).to_contain_text(words["date"])
    row.get_by_role("link").click()

    expect(page.locator("h1")).to_have_text("Ana Žnidar – Črt Šuštar")
    assert page.url == f"{visit.base}/tekma?match=M1" + ("&lang=en" if lang == "en" else "")
    second = page.locator("#rack-2")
    expect(second.locator("summary")).to_contain_text(words["rack"])
    second.locator("summary").click()  # open from the start, for its discrepancy: now closed
    page.locator("a[href='#shot-2-2']").first.click()  # the link of the discrepancy opens it again
    expect(page.locator("#shot-2-2")).to_be_in_viewport()
    first = page.locator("#rack-1")
    expect(page.locator("#shot-1-1")).to_be_hidden()
    first.locator("summary").click()
    expect(page.locator("#shot-1-1")).to_contain_text("1→9→5")

    page.get_by_role("link", name=words["breaks"]).click()
    expect(page.locator("h1")).to_have_text(words["breaks"])
    expect(page.locator("[data-testid=stVegaLiteChart] :is(canvas, svg)").first).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Ana Žnidar – Črt Šuštar")


def test_filters_are_in_the_address_and_back_undoes_them(visit: Visit) -> None:
    page = visit.page
    visit.open("?lang=en&season=2026")
    rows = page.locator(".o-table tbody tr")
    expect(rows).to_have_count(4)
    page.get_by_label("Verdict").click()
    page.get_by_role("option", name="contradicted").click()
    expect(rows).to_have_count(1)
    assert page.url.endswith("?lang=en&season=2026&verdict=contradicted")
    page.go_back()
    expect(rows).to_have_count(4)


@pytest.mark.parametrize("visit", [390], indirect=True)
@pytest.mark.parametrize("address", ["", "tekma?match=M1", "otvoritve", "prekrski"])
def test_a_phone_shows_everything_within_its_width(visit: Visit, address: str) -> None:
    visit.open(address)
    visit.page.wait_for_selector(".o-table")
    ends = "[...document.querySelectorAll('.o-table')].map(table => table.getBoundingClientRect().right)"
    assert max(visit.page.evaluate(ends)) <= 390
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
