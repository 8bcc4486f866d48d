from __future__ import annotations

import pytest

from kasen.teams.slides.data import telling
from kasen.teams.slides.data.numbers import untraced
from kasen.teams.slides.data.written import sayable
from kasen.teams.slides.schemas.part import Lang


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(
    "values",
    [[100, 150, 120], [120, 80], [5, 5], [-3, 4, 2], [0, 10, 7], [99.5, 12.25, 1234.5], [123_456_789, 4_567_890_123]],
)
def test_every_number_that_is_told_follows_from_the_values(lang: Lang, values: list[float]) -> None:
    labels = [f"{2020 + n}" for n in range(len(values))]
    for unit in ("", "百万円", "%"):
        known = sayable({"x": values}, unit=unit, in_time=True, rate=unit == "%")
        told = telling.of_time("Tea", labels, values, unit, lang)
        assert told
        assert untraced(told, numbers=known, texts=labels) == [], told
        whole = sum(values) if unit != "%" and min(values) >= 0 else None
        told = telling.of_categories("Tea", labels, values, unit, total=whole, lang=lang)
        assert untraced(told, numbers=known, texts=labels) == [], told


def test_what_cannot_be_told_is_nothing() -> None:
    assert telling.of_time("x", ["2020"], [1], "", "en") == ""
    assert telling.of_categories("x", [], [], "", total=None, lang="en") == ""
    assert telling.without([], "en") == ""


def test_a_change_of_a_percentage_is_in_points() -> None:
    assert telling.of_time("Rate", ["2020", "2021"], [10, 12.5], "%", "en") == (
        "Rate rose by 2.5 points from 10% in 2020 to 12.5% in 2021."
    )
    assert "2.5ポイント下がった" in telling.of_time("率", ["2020", "2021"], [12.5, 10], "%", "ja")


def test_a_change_from_nothing_or_below_has_no_percentage() -> None:
    assert telling.of_time("X", ["a", "b"], [0, 5], "", "en") == "X rose from 0 in a to 5 in b."


def test_what_was_left_out_is_named() -> None:
    assert telling.without(["Jun 2024"], "en") == "; without Jun 2024, of which only a part is there"
    assert telling.of_value("売上", 12, "円", "ja") == "売上は12円である。"
    assert telling.of_points("A", 12, "en") == "Shows A (12 points)."
