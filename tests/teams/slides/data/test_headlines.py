from __future__ import annotations

from kasen.teams.slides.data import headlines

YEARS = ["2021", "2022", "2023"]


def test_time_is_titled_by_how_far_it_went() -> None:
    assert headlines.of_time("sales", YEARS, [100, 90, 150], "", "en") == "sales rose 50% from 2021 to 2023"
    assert headlines.of_time("売上", YEARS, [100, 90, 102], "円", "ja") == "売上は2021から2023までほぼ横ばい"
    assert headlines.of_time("利益", YEARS, [-5, 0, 9], "円", "ja") == "利益は2021から2023に増加"
    assert headlines.of_time("離職率", YEARS, [12, 11, 9.5], "%", "ja") == "離職率は2021から2023に2.5ポイント低下"
    assert headlines.of_time("x", YEARS, [None, None, 1], "", "en") == ""


def test_several_columns_are_titled_by_the_one_that_grew_most() -> None:
    apart = {"店舗": [10.0, 11.0], "通販": [10.0, 18.0]}
    assert headlines.of_series(apart, YEARS[:2], "円", "ja") == "伸びが最も大きいのは通販（80%増）"
    falling = {"a": [10.0, 9.0], "b": [10.0, 5.0]}
    assert "grew" not in headlines.of_series(falling, YEARS[:2], "", "en")


def test_a_leader_is_titled_with_its_share_and_rates_have_none() -> None:
    known = {"labels": ["a", "b", "c"], "by": "town", "lang": "en"}
    said = headlines.of_categories("sales", values=[60, 30, 10], unit="t", total=100, **known)  # type: ignore[arg-type]
    assert said == "a makes up 60% of sales"
    said = headlines.of_categories("rate", values=[60, 30, 10], unit="%", total=None, **known)  # type: ignore[arg-type]
    assert said == "rate is highest for a: 60%"


def test_what_is_about_the_same_everywhere_has_no_leader() -> None:
    known = {"labels": ["甲", "乙", "丙"], "total": None, "by": "店", "lang": "ja"}
    said = headlines.of_categories("売上", values=[100, 99, 98], unit="円", **known)  # type: ignore[arg-type]
    assert said == "売上は店による差が小さい"
    assert headlines.of_categories("売上", values=[100, 100, 50], unit="円", **known) == "", "two lead"  # type: ignore[arg-type]


def test_two_columns_that_go_together_are_titled_by_how() -> None:
    assert headlines.of_pair("price", "売上", -0.8, "ja") == "「price」が大きいほど売上は小さい"
