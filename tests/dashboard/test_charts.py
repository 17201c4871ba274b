"""The chart of a metric: a point and an interval for each player, numbers as the language writes them."""

from typing import Any

from analytics.metrics import metric
from dashboard import charts
from wording import use

RATE = {"metric": "break-legal", "k": 3, "n": 4, "rate": 0.75, "low": 0.300642, "high": 0.954413, "left_out": 0}
NONE = RATE | {"k": 0, "n": 0, "rate": None, "low": 0.0, "high": 1.0}


def drawn(code: str = "break-legal") -> dict[str, Any]:
    found: dict[str, Any] = charts.rates(metric(code), [("Ana", RATE), ("Črt", NONE)], RATE).to_dict()
    return found


def values(chart: dict[str, Any]) -> list[dict[str, Any]]:
    """The data of the points: Altair keeps them apart from the layers, by name."""
    found: list[dict[str, Any]] = chart["datasets"][chart["layer"][2]["data"]["name"]]
    return found


def test_interval_point_and_all_together_are_drawn() -> None:
    together, line, point = drawn()["layer"]
    assert (together["mark"]["type"], line["mark"]["type"], point["mark"]["type"]) == ("rule", "rule", "point")
    assert (line["encoding"]["x"]["field"], line["encoding"]["x2"]["field"]) == ("low", "high")
    assert point["encoding"]["x"]["field"] == "rate"


def test_a_player_without_data_is_not_drawn() -> None:
    assert [value["name"] for value in values(drawn())] == ["Ana"]


def test_numbers_are_written_as_the_language_does() -> None:
    use("sl")
    (value,) = values(drawn())
    assert (value["figure"], value["interval"], value["counted"]) == ("75,0\u00a0%", "30,1–95,4\u00a0%", "3 od 4")
    assert "'\u00a0%'" in drawn()["layer"][1]["encoding"]["x"]["axis"]["labelExpr"]
    use("en")
    (value,) = values(drawn("foul-shot"))
    assert (value["figure"], value["interval"]) == ("75.0", "30.1–95.4")
    assert "%" not in drawn("foul-shot")["layer"][1]["encoding"]["x"]["axis"]["labelExpr"]
