"""Page Otvoritve: the figures of `tests/analytics/test_rates.py`, each with its interval and count."""

from pathlib import Path

from tests.analytics.small import CRT, SmallStore
from tests.dashboard.conftest import Open
from tests.dashboard.reading import tables, text


def test_every_figure_carries_interval_and_count(open_page: Open) -> None:
    table = tables(open_page("otvoritve", lang="en"))["Breaks by player"]
    assert table.head == [
        *("Player", "Legal breaks", "Breaks with a ball", "Dry breaks", "Fouls on the break"),
        *("Scratches on the break", "Racks won by the breaker"),
    ]
    # Wilson: 4 of 5, 2 of 4, 1 of 4, 1 of 5, 1 of 4, 3 of 4
    assert table.rows[0] == [
        "All together",
        "80.0% 4 of 5\n37.6–96.4%",
        "50.0% 2 of 4\n15.0–85.0%",
        "25.0% 1 of 4\n4.6–69.9%",
        "20.0% 1 of 5\n3.6–62.4%",
        "25.0% 1 of 4\n4.6–69.9%",
        "75.0% 3 of 4\n30.1–95.4%",
    ]
    assert [row[0] for row in table.rows[1:]] == [
        "Ana Žnidar\nBK Ilirija",
        "Črt Šuštar\nBK Ilirija",
        "Žiga Cokl\nBD Direkt",
    ]
    assert table.rows[3][-1] == "– no data"


def test_slovene_writes_a_decimal_comma(open_page: Open) -> None:
    (table,) = tables(open_page("otvoritve")).values()
    assert table.rows[0][1] == "80,0\u00a0% 4 od 5\n37,6–96,4\u00a0%"


def test_what_was_left_out_is_said(open_page: Open) -> None:
    told = text(open_page("otvoritve", lang="en"))
    assert "Breaks with a ball 1; Dry breaks 1; Scratches on the break 1; Racks won by the breaker 1" in told


def test_the_figure_of_the_chart_stands_in_the_address(open_page: Open) -> None:
    page = open_page("otvoritve", lang="en", metric="break-won")
    assert "Racks that the breaker won by the replay, of all racks with a winner." in text(page)
    page.segmented_control(key="metric").set_value("break-dry").run()
    assert page.query_params == {"lang": "en", "metric": "break-dry"}
    assert len(page.get("vega_lite_chart") or page.get("arrow_vega_lite_chart")) == 1


def test_filters(open_page: Open) -> None:
    table = tables(open_page("otvoritve", lang="en", player=CRT, competition="Pokal"))["Breaks by player"]
    assert [row[:2] for row in table.rows] == [
        ["All together", "100.0% 1 of 1\n20.7–100.0%"],
        ["Črt Šuštar\nBK Ilirija", "100.0% 1 of 1\n20.7–100.0%"],
    ]
    assert "No replayed rack fits" in text(open_page("otvoritve", lang="en", season="2025"))


def test_an_empty_store(open_page: Open, tmp_path: Path) -> None:
    page = open_page("otvoritve", store=SmallStore(tmp_path / "no").folder)
    assert page.code[1].value == "osmica demo"
