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


def test_what_hardly_moved_or_differs_is_not_called_a_rise_or_a_lead() -> None:
    assert "about level" in telling.of_time("X", ["a", "b"], [100, 102], "", "en")
    assert "ほぼ横ばいだった（2%減）" in telling.of_time("X", ["a", "b"], [100, 98], "", "ja")
    near = telling.of_categories("X", ["a", "b", "c"], [100, 99, 98], "", total=297, lang="en")
    assert near == "X differs little: from 98 for c to 100 for a."
    assert telling.of_categories("X", ["a", "b"], [5, 5], "", total=10, lang="en") == "X is 5 for all of them."


def test_of_two_no_share_is_said_but_how_far_they_are_apart() -> None:
    told = telling.of_categories("Cost", ["build", "buy"], [120, 80], "t", total=200, lang="en")
    assert told == "Cost is 50% higher for build (120 t) than for buy (80 t)."


def test_those_that_share_the_lowest_place_are_all_named() -> None:
    told = telling.of_categories("率", ["甲", "乙", "丙"], [9, 2, 2], "%", total=None, lang="ja")
    assert told == "率が最も高いのは甲の9%である。最も低いのは乙と丙の2%である。"
    english = telling.of_categories("rate", ["a", "b", "c"], [9, 2, 2], "%", total=None, lang="en")
    assert english.endswith("the lowest are b and c at 2%.")


def test_a_table_of_which_nothing_is_highest_says_how_much_it_lists() -> None:
    assert telling.of_tops([], 9, "ja") == "全 9 件の内訳は次のとおり。"
    assert telling.of_tops([], 9, "en") == "All 9 entries side by side."
    assert telling.of_tops([("A", "x"), ("B", "y")], 2, "en") == "X is highest in A, y in B."
