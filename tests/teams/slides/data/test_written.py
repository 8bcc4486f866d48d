from __future__ import annotations

import pytest

from kasen.teams.slides.data.written import (
    begun,
    change,
    is_difference,
    is_rate,
    number_format,
    percent,
    plain,
    sayable,
    written,
)


@pytest.mark.parametrize(
    ("value", "unit", "ja", "en"),
    [
        (1234, "百万円", "1,234百万円", "1,234百万円"),
        (1234.5, "t", "1,234.5t", "1,234.5 t"),
        (45.34, "%", "45.3%", "45.3%"),
        (-1234, "$", "-$1,234", "-$1,234"),
        (1200, "円", "1,200円", "1,200 yen"),
        (3, "", "3", "3"),
        (1_234_567_890, "円", "12.3億円", "1.23 billion yen"),
        (45_600_000, "円", "4,560万円", "45.6 million yen"),
        (-2_500_000, "$", "-$250万", "-$2.5 million"),
        (999_999, "人", "999,999人", "999,999人"),
        (1_234_567_890, "百万円", "1,234,567,890百万円", "1,234,567,890百万円"),
    ],
)
def test_a_number_stands_with_its_unit(value: float, unit: str, ja: str, en: str) -> None:
    assert (written(value, unit, "ja"), written(value, unit, "en")) == (ja, en)


def test_as_many_decimals_as_matter() -> None:
    assert [plain(n) for n in (0.123, 1.5, 12.345, 1234.56, 123_456.7, 2.0)] == [
        "0.12", "1.5", "12.3", "1,234.6", "123,457", "2",
    ]  # fmt: skip
    assert number_format([1, 2, None], "", "en") == "#,##0"
    assert number_format([1.5, 20], "円", "ja") == "#,##0.0"
    assert number_format([0.5], "%", "en") == '#,##0.00"%"'
    assert number_format([1_234_567_890], "円", "ja") == '#,##0,,"百万"'
    assert number_format([1_234_567_890], "百万円", "ja") == "#,##0"


@pytest.mark.parametrize(
    "name", ["達成率", "平均単価", "価格", "growth rate", "unit price", "Share", "気温", "average age"]
)
def test_what_must_not_be_added_up_is_known_by_its_name(name: str) -> None:
    assert is_rate(name, "")


def test_amounts_may_be_added_up() -> None:
    assert not any(is_rate(name, "円") for name in ("売上", "販売数", "sales", "比較対象", "shareholders"))
    assert is_rate("売上", "%")
    assert is_rate("売上", "円/kg")
    assert is_difference("前年同月差")
    assert is_difference("change from last year")
    assert not is_difference("exchange")


def test_shares_and_changes_of_nothing_are_nothing() -> None:
    assert (percent(1, 4), percent(1, 0)) == (25, None)
    assert (change(80, 100), change(0, 5), change(-5, 5)) == (25, None, None)


def test_what_follows_from_a_series_may_be_said() -> None:
    said = sayable({"sales": [100, 150, None, 120]}, unit="", in_time=True, rate=False)
    assert {100, 150, 120, 370, 50, 20, 1.2, 1.5} <= set(said)
    assert any(abs(n - 100 * 150 / 370) < 1e-4 for n in said)
    assert -20 in said
    assert -30 in said


def test_rates_have_no_totals_and_parts_of_something_no_shares() -> None:
    rate = sayable({"x": [10.0, 30.0]}, unit="%", in_time=False, rate=True)
    assert 40 not in rate
    part = sayable({"x": [10.0, 30.0]}, unit="", in_time=False, rate=False, whole=False)
    assert 40 in part
    assert 75 not in part
    assert 75 in sayable({"x": [10.0, 30.0]}, unit="", in_time=False, rate=False)


def test_numbers_in_millions_may_be_said_in_full() -> None:
    assert 1_234_000_000 in sayable({"x": [1234.0, 1.0]}, unit="百万円", in_time=False, rate=False)


def test_of_two_series_their_shares_and_the_step_between_them_may_be_said() -> None:
    said = sayable({"2023": [80.0, 20.0], "2024": [100.0, 10.0]}, unit="", in_time=False, rate=False)
    assert {20, 25, -50, 210} <= set(said)


def test_the_numbers_of_many_points_are_bounded() -> None:
    many = {f"s{n}": [float(i * n) for i in range(300)] for n in range(10)}
    assert len(sayable(many, unit="千円", in_time=True, rate=False)) <= 400


def test_a_name_begins_with_a_capital_where_it_has_one() -> None:
    assert (begun("sales by shop"), begun("crude tea の量"), begun("")) == ("Sales by shop", "crude tea の量", "")


def test_ratios_and_shares_are_never_said_in_the_scale_of_a_unit() -> None:
    found = sayable({"sales": (100.0, 120.0)}, unit="million yen", in_time=True, rate=False)
    assert {100.0, 120.0, 1.2, 20.0, 120_000_000.0, 220_000_000.0} <= set(found)
    assert not {1_200_000.0, 2_000_000.0} & set(found), "1.2 times is no 1.2 million"
