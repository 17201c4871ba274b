"""Page Prekrški: the figures of `tests/analytics/test_rates.py`."""

from tests.analytics.small import ANA
from tests.dashboard.conftest import Open
from tests.dashboard.reading import tables, text


def test_fouls_by_player(open_page: Open) -> None:
    table = tables(open_page("prekrski", lang="en"))["Fouls by player"]
    assert table.rows == [
        ["All together", "27.3 3 of 11\n9.7–56.6", "20.0% 1 of 5\n3.6–62.4%"],
        ["Ana Žnidar\nBK Ilirija", "20.0 1 of 5\n3.6–62.4", "50.0% 1 of 2\n9.5–90.5%"],
        ["Črt Šuštar\nBK Ilirija", "40.0 2 of 5\n11.8–76.9", "0.0% 0 of 3\n0.0–56.1%"],
        ["Žiga Cokl\nBD Direkt", "0.0 0 of 1\n0.0–79.3", "– no data"],
    ]


def test_violations_by_code(open_page: Open) -> None:
    table = tables(open_page("prekrski", lang="en"))["Violations by code"]
    assert [(row[0].split("\n")[1], *row[1:4], *row[5:]) for row in table.rows] == [
        ("break-short", "art. 3", "foul", "1", "1", "0", "0"),
        ("opponent-first", "art. 8, 10, 14", "foul", "1", "1", "0", "0"),
        ("missed", "art. 8", "foul", "1", "2", "1", "0"),
        ("ball-off", "art. 15", "foul", "1", "1", "0", "0"),
    ]
    assert table.rows[0][4] == "9.1 1 of 11\n1.6–37.7"


def test_one_player(open_page: Open) -> None:
    page = open_page("prekrski", lang="en", player=ANA)
    codes = {row[0].split("\n")[1] for row in tables(page)["Violations by code"].rows}
    assert codes == {"break-short", "missed"}
    assert "Fouls per 100 shots 1; Violations not called 1" in text(page)


def test_slovene(open_page: Open) -> None:
    page = open_page("prekrski")
    assert page.title[0].value == "Prekrški"
    (players, _codes) = tables(page).values()
    assert players.rows[0][1] == "27,3 3 od 11\n9,7–56,6"


def test_nothing_fits(open_page: Open) -> None:
    assert "No replayed rack fits" in text(open_page("prekrski", lang="en", season="2025"))
