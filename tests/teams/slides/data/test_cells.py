from __future__ import annotations

import pytest

from kasen.teams.slides.data.cells import Money, Percent, amount, european, is_nothing, is_unit, scale_of


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1234", 1234, ""),
        ("1,234.5", 1234.5, ""),
        ("１，２３４", 1234, ""),
        ("1 234 567", 1234567, ""),
        ("▲12", -12, ""),
        ("△1,200", -1200, ""),
        ("(12)", -12, ""),
        ("−3", -3, ""),
        ("12%", 12, "%"),
        ("１２．５％", 12.5, "%"),
        ("¥1,200", 1200, "円"),
        ("-¥1,200", -1200, "円"),
        ("$3.5M", 3_500_000, "$"),
        ("US$20", 20, "$"),
        ("1.2億円", 120_000_000, "円"),
        ("３億２，０００万", 320_000_000, ""),
        ("3千万円", 30_000_000, "円"),
        ("2千人", 2000, "人"),
        ("5 million", 5_000_000, ""),
        ("12kg", 12, "kg"),
        ("1.5e3", 1500, ""),
        ("+5", 5, ""),
    ],
)
def test_a_number_is_read_however_it_is_written(text: str, value: float, unit: str) -> None:
    found = amount(text)
    assert found is not None
    assert found.value == pytest.approx(value)
    assert found.unit == unit


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "abc",
        "00123",
        "090-1234-5678",
        "10代",
        "3丁目",
        "1位",
        "第3回",
        "2024年",
        "4月",
        "12:30",
        "1/2",
        "(12",
        "=1+1",
        "=SUM(A1:A3)",
        "@cmd",
        "+A1",
        "-A1",
        "1,23",
        "12 3",
        "9" * 20,
        "x" * 200,
        True,
        None,
    ],
)
def test_what_is_no_quantity_is_no_number(text: str | bool | None) -> None:
    assert amount(text) is None


def test_what_a_workbook_shows_as_percent_or_money_keeps_its_unit() -> None:
    money = Money(1200)
    money.unit = "円"
    assert amount(Percent(12.5)) == (12.5, "%")
    assert amount(money) == (1200, "円")
    assert amount(7) == (7, "")


def test_numbers_of_the_continent_are_read_when_they_are_asked_for() -> None:
    assert european("1.234,5") == (1234.5, "")
    assert european("12,5") == (12.5, "")
    assert european("1,234.5") is None


def test_a_dash_and_a_not_available_are_nothing_and_a_zero_is_something() -> None:
    assert all(is_nothing(cell) for cell in (None, "", " ", "-", "…", "N/A", "ー", "NaN"))
    assert not any(is_nothing(cell) for cell in ("0", 0, False, "x", "none of it"))


@pytest.mark.parametrize(
    ("unit", "scale"),
    [
        ("百万円", 10**6),
        ("千円", 1000),
        ("億円", 10**8),
        ("万人", 10**4),
        ("kg", 1),
        ("million yen", 10**6),
        ("USD billion", 10**9),
        ("円/kg", 1),
        ("%", 1),
        ("千トン", 1000),
    ],
)
def test_a_unit_is_told_from_a_word_and_its_scale_is_known(unit: str, scale: int) -> None:
    assert is_unit(unit)
    assert scale_of(unit) == scale


def test_words_are_no_units() -> None:
    assert not any(map(is_unit, ("売上", "前年比", "sales", "region", "2024", "税込み")))
