"""Page Tekme: the list of matches, its filters in the address, the last ingest, and stores with nothing to show."""

from pathlib import Path

import pytest

from ingest.store import Run, Store
from tests.analytics.small import ANA, CRT, SmallStore, small_league
from tests.dashboard.conftest import Open
from tests.dashboard.reading import Table, links, menu, tables, text
from tests.dashboard.stores import publish


def only(found: dict[str, Table]) -> Table:
    (table,) = found.values()
    return table


def test_every_match_with_claim_score_and_verdict(open_page: Open) -> None:
    page = open_page(lang="en")
    table = only(tables(page))
    assert table.head == ["Date", "Competition, round", "Match", "Claimed", "By the log", "Verdict", "Discrepancies"]
    assert table.rows == [
        ["1 Mar 2026", "1. liga", "Ana Žnidar – Žiga Cokl", "2 : 0", "walkover", "– no claim", ""],
        ["20 Feb 2026", "1. liga", "Žiga Cokl – Ana Žnidar", "0 : 1", "–", "? undetermined", ""],
        ["10 Feb 2026", "Pokal", "Črt Šuštar – Žiga Cokl", "1 : 0", "0 : 1", "✗ contradicted", "2"],
        ["10 Jan 2026", "1. liga\nround 1", "Ana Žnidar – Črt Šuštar", "2 : 1", "2 : 1", "✓ confirmed", "1"],
        ["5 May 2025", "1. liga", "Ana Žnidar – Žiga Cokl", "1 : 0", "–", "… not replayed yet", ""],
    ]
    assert table.caption == "5 matches"


def test_slovene_is_spoken_where_the_address_names_no_language(open_page: Open) -> None:
    page = open_page()
    assert page.title[0].value == "Tekme"
    assert only(tables(page)).rows[0][0] == "1. 3. 2026"
    assert menu(page)[0] == ("Tekme", "")


def test_rows_lead_to_the_match_and_keep_the_language(open_page: Open) -> None:
    assert links(open_page(lang="en"))[3] == ("tekma?match=M1&lang=en", "Ana Žnidar – Črt Šuštar")
    assert links(open_page())[3] == ("tekma?match=M1", "Ana Žnidar – Črt Šuštar")
    assert {query for _label, query in menu(open_page(lang="en"))} == {"lang=en"}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ({"season": "2025"}, ["5 May 2025"]),
        ({"player": CRT}, ["10 Feb 2026", "10 Jan 2026"]),
        ({"verdict": ["confirmed", "contradicted"]}, ["10 Feb 2026", "10 Jan 2026"]),
        ({"competition": "Pokal", "player": CRT}, ["10 Feb 2026"]),
        (
            {"verdict": "nonsense", "season": "1999"},
            ["1 Mar 2026", "20 Feb 2026", "10 Feb 2026", "10 Jan 2026", "5 May 2025"],
        ),
    ],
)
def test_the_address_filters(open_page: Open, address: dict[str, str | list[str]], expected: list[str]) -> None:
    page = open_page(lang="en", **address)
    assert [row[0] for row in only(tables(page)).rows] == expected


def test_a_choice_goes_into_the_address(open_page: Open) -> None:
    page = open_page(lang="en")
    page.multiselect(key="player").select(ANA).run()
    page.multiselect(key="verdict").select("confirmed").run()
    assert page.query_params == {"lang": "en", "player": ANA, "verdict": "confirmed"}
    assert [row[0] for row in only(tables(page)).rows] == ["10 Jan 2026"]
    page.multiselect(key="player").unselect(ANA).run()
    assert page.query_params == {"lang": "en", "verdict": "confirmed"}


def test_the_language_is_chosen_and_goes_into_the_address(open_page: Open) -> None:
    page = open_page(season="2025")
    page.segmented_control(key="language").set_value("en").run()
    assert page.query_params == {"season": "2025", "lang": "en"}
    assert page.title[0].value == "Matches"
    page.segmented_control(key="language").set_value("sl").run()
    assert page.query_params == {"season": "2025"}


def test_nothing_fits(open_page: Open) -> None:
    page = open_page(lang="en", season="2025", competition="Pokal")
    assert "No match fits these filters" in text(page)
    assert tables(page) == {}


def test_the_last_ingest_is_accounted_for(open_page: Open) -> None:
    shown = text(open_page(lang="en"))
    assert "6 matches read = 4 new + 0 unchanged + 1 revised + 1 quarantined" in shown
    assert "1 match was kept out; 1 file could not be read" in shown
    assert "osmica quarantine list" in shown


def test_long_lists_come_in_pages(open_page: Open, tmp_path: Path) -> None:
    league = SmallStore(tmp_path / "rows")
    for number in range(120):
        league.match(f"M{number:03}", ANA, CRT, (1, 0, "A"))
    publish(league, tmp_path / "store")
    page = open_page(lang="en", store=tmp_path / "store", season="2026", page="3")
    (table,) = tables(page).values()
    assert table.caption == "120 matches"
    assert len(table.rows) == 20
    assert links(page)[-1] == ("tekme?season=2026&page=2&lang=en", "← newer")
    assert len(only(tables(open_page(store=tmp_path / "store", page="x"))).rows) == 50
    assert len(only(tables(open_page(store=tmp_path / "store", page="99"))).rows) == 20


@pytest.mark.parametrize("page", ["tekme", "tekma", "otvoritve", "prekrski"])
@pytest.mark.parametrize("lang", ["sl", "en"])
def test_an_empty_store_says_what_to_do(open_page: Open, tmp_path: Path, page: str, lang: str) -> None:
    shown = open_page(page, store=tmp_path / "nothing", lang=lang)
    assert [code.value for code in shown.code] == [f"osmica run --store {tmp_path}/nothing zapisniki/", "osmica demo"]
    assert len(shown.title) == 1
    assert str(tmp_path).split("/")[-1] in text(shown)


def test_a_store_whose_every_match_was_kept_out_says_so(open_page: Open, tmp_path: Path) -> None:
    counts = {"read": 2, "new": 0, "unchanged": 0, "revised": 0, "quarantined": 2, "unreadable": 0}
    league = SmallStore(tmp_path / "rows")
    league.rows["persons"] = [{"person": ANA, "name": "Ana"}]
    store = Store(tmp_path / "store")
    publish(league, store.place.address(""), Run("ingest", counts))
    shown = open_page(lang="en", store=tmp_path / "store")
    assert "2 matches were kept out" in text(shown)
    assert shown.code[0].value.startswith("osmica run --store")


def test_a_new_version_appears_without_a_restart(open_page: Open, tmp_path: Path) -> None:
    publish(small_league(tmp_path / "one"), tmp_path / "store")
    page = open_page(lang="en", store=tmp_path / "store")
    assert "Version 1" in page.sidebar.caption[0].value
    more = SmallStore(tmp_path / "two")
    more.match("M9", CRT, ANA, (1, 0, "A"))
    publish(more, tmp_path / "store")
    page.run()
    assert "Version 2" in page.sidebar.caption[0].value
    assert only(tables(page)).caption == "6 matches"


def test_a_damaged_store_is_told_without_a_traceback(open_page: Open, tmp_path: Path) -> None:
    publish(small_league(tmp_path / "rows"), tmp_path / "store")
    (damaged,) = (tmp_path / "store" / "matches").rglob("*.parquet")
    damaged.write_bytes(damaged.read_bytes()[:200])
    page = open_page(lang="en", store=tmp_path / "store")
    assert "osmica store info" in page.error[0].value
    damaged.unlink()
    assert "damaged" in open_page(lang="en", store=tmp_path / "store").error[0].value
