"""Page Tekma: one match from the verdict down to every shot."""

from pathlib import Path

import pytest

from tests.analytics.small import ANA, CRT, SmallStore
from tests.dashboard.conftest import Open
from tests.dashboard.reading import links, tables, text, written
from tests.dashboard.stores import publish


def test_header_claims_and_verdict(open_page: Open) -> None:
    page = open_page("tekma", match="M1", lang="en")
    assert page.title[0].value == "Ana Žnidar – Črt Šuštar"
    shown = text(page)
    assert "1. liga · round 1 · 10 Jan 2026 · BK Ilirija" in shown
    assert "The log bears out the claimed result." in shown
    assert "liga.kos , line 1" in shown
    claims = tables(page)["Claims against the derived result"]
    assert claims.rows == [
        ["Claimed in the log's header", "2 : 1", "Ana Žnidar"],
        ["By the shots and the rules", "2 : 1", "Ana Žnidar"],
    ]


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        ("M2", "The log contradicts the claimed result: by the rules it was 0 : 1, won by Žiga Cokl."),
        ("M3", "The log does not settle the result: it turns on 1 fact that was not recorded."),
        ("M4", "A walkover: the result stands as it was claimed, there is nothing to replay."),
        ("M5", "This match has not been replayed yet, or its log was revised since. Run: osmica replay"),
    ],
)
def test_the_verdict_stands_in_a_sentence(open_page: Open, match: str, sentence: str) -> None:
    assert sentence in text(open_page("tekma", match=match, lang="en"))


def test_the_score_as_it_developed(open_page: Open) -> None:
    progress = tables(open_page("tekma", match="M1", lang="en"))["The score as it developed"]
    black = "the black was pocketed properly (art. 17)"
    assert progress.rows == [
        ["1", "Ana Žnidar", "Ana Žnidar", black, "Ana Žnidar", "1 : 0", "✓ confirmed", "3"],
        ["2", "Črt Šuštar", "Črt Šuštar", black, "Črt Šuštar", "1 : 1", "✓ confirmed", "3"],
        [
            *("3", "Ana Žnidar", "nobody", "stalemate, the rack is played again (art. 19)", "to be played again"),
            *("1 : 1\ndoes not score", "– no claim", "1"),
        ],
        ["4", "Ana Žnidar", "Ana Žnidar", black, "Ana Žnidar", "2 : 1", "✓ confirmed", "3"],
    ]


def test_discrepancies_name_their_article_and_lead_to_the_shot(open_page: Open) -> None:
    page = open_page("tekma", match="M1", lang="en")
    (row,) = tables(page)["Discrepancies"].rows
    assert row[0] == "rack 2, shot 2"
    assert row[1].endswith("No legal ball was hit although one could be seen at least by half.")
    assert row[2:] == ["art. 8; art. 18", "202"]
    assert ("#shot-2-2", "rack 2, shot 2") in links(page)
    assert "shot-2-2" in tables(page)["Shots of rack 2"].ids


def test_shots_say_what_was_seen_called_and_ruled(open_page: Open) -> None:
    found = tables(open_page("tekma", match="M1", lang="en"))
    assert found["Shots of rack 1"].head == ["Shot", "Player", "Seen", "Called", "Ruled", "After the shot", "Line"]
    assert found["Shots of rack 1"].rows[0][:3] == [
        "1",
        "Ana Žnidar\nbreak",
        "centre line, 1→9→5, cushion\npocketed: 5 (foot left)",
    ]
    missed = "No legal ball was hit although one could be seen at least by half."
    assert found["Shots of rack 1"].rows[1][3:5] == [f"{missed} art. 8", f"foul {missed} art. 8"]
    assert found["Shots of rack 2"].rows[1][3:5] == ["", f"not called, does not count {missed} art. 8"]
    both = found["Shots of rack 4"].rows[1]
    assert both[3] == "A foul was called; its kind was not written."
    assert both[4].split("\n") == [
        "foul A ball of the opponent's group was hit first, directly. art. 8, 10, 14",
        "foul An object ball left the table. art. 15",
    ]


def test_open_facts_are_named_and_lead_to_the_shot(open_page: Open) -> None:
    page = open_page("tekma", match="M3", lang="en")
    assert ("#shot-1-3", "rack 1, shot 3") in links(page)
    assert "whether a legal ball was in view" in text(page)
    ruled = tables(page)["Shots of rack 1"].rows[2][4]
    assert ruled == "open: which violations count, which violations there were"
    assert tables(page)["The score as it developed"].rows[0][5] == "0 : 0\n+ 1 open"


def test_a_log_without_calls_has_no_column_for_them(open_page: Open) -> None:
    page = open_page("tekma", match="M2", lang="en")
    assert "Called" not in tables(page)["Shots of rack 1"].head
    assert "not recorded: every violation seen counts" in text(page)


def test_slovene(open_page: Open) -> None:
    page = open_page("tekma", match="M1")
    assert "10. 1. 2026" in text(page)
    assert "čl. 8" in text(page)
    assert ("#shot-2-2", "igra 2, udarec 2") in links(page)


def test_what_a_log_says_is_shown_and_not_run(open_page: Open, tmp_path: Path) -> None:
    league = SmallStore(tmp_path / "rows")
    evil = '<img src=x onerror="alert(1)"> *b* [x](y)'
    league.rows["persons"] = [{"person": ANA, "name": evil}, {"person": CRT, "name": "1. Črt_"}]
    league.match("<b>", ANA, CRT, (1, 0, "A"), venue=evil, competition="1. liga")
    league.verdict("<b>", "confirmed", (1, 0), "A")
    league.rack("<b>", 1, "A", "A", "black", note="<script>x</script>")
    league.shot("<b>", 1, "A", path="<i>")
    publish(league, tmp_path / "store")
    page = open_page("tekma", match="<b>", store=tmp_path / "store", lang="en")
    html = "".join(written(page, "html"))
    assert "<img" not in html
    assert "<script" not in html
    assert "<i>" not in html
    assert evil in text(page)
    assert "\\*b\\* \\[x\\]\\(y\\)" in page.title[0].value
    assert page.caption[0].value.startswith("1\\. liga")
    assert "match=%3Cb%3E" in links(open_page(store=tmp_path / "store"))[0][0]


def test_unknown_or_no_match(open_page: Open) -> None:
    unknown = open_page("tekma", match="M6_", lang="en")
    assert "There is no match “M6_” in this version of the store." in text(unknown)
    none = open_page("tekma", lang="en")
    assert "Choose a match in the list of matches." in text(none)
    for page in (unknown, none):
        (back,) = page.main.get("page_link")
        assert (back.proto.label, back.proto.query_string) == ("To the list of matches", "lang=en")
