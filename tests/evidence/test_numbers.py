"""Amounts read the same however they are written."""

from __future__ import annotations

import pytest

from kasen.evidence.dates import dates
from kasen.evidence.numbers import Number, numbers
from kasen.evidence.reading import Reading


def read(text: str) -> list[Number]:
    return Reading(text).numbers


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3億円", "300 million yen"),
        ("３億５，０００万円", "¥350,000,000"),
        ("三割", "30%"),
        ("30パーセント", "thirty percent"),
        ("2兆3,000億円", "2.3 trillion yen"),
        ("五百万人", "5 million people"),
        ("1.5kg", "1500グラム"),
        ("2倍", "two times"),
        ("半分", "50 %"),
        ("3分の1", "one third"),
        ("90秒", "1.5 minutes"),
        ("80℃", "80 degrees"),
        ("百二十本", "120"),
        ("12か国", "twelve countries"),
        ("20世紀", "20 centuries"),
        ("3千トン", "3,000 tonnes"),
        ("10年間", "120 months"),
    ],
)
def test_the_same_amount_in_another_script(one: str, other: str) -> None:
    left = numbers(Reading(one).folded)
    right = numbers(Reading(other).folded)
    assert left[0].same(right[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3億円", "3億ドル"),
        ("20 mg", "20 g"),
        ("60秒", "60分"),
        ("3割", "3%"),
        ("364億円", "346億円"),
        ("5人", "5件"),
        ("8,798トン", "8,798kg"),
    ],
)
def test_another_figure_or_unit_is_another_amount(one: str, other: str) -> None:
    assert not read(one)[0].same(read(other)[0])


def test_the_ends_of_a_range_share_unit_and_scale() -> None:
    assert [(int(n.value), n.unit.kind, n.in_range) for n in read("3〜5万円")] == [
        (30000, "yen", True),
        (50000, "yen", True),
    ]
    assert [(int(n.value), n.unit.kind) for n in read("between 10 and 20 grams")] == [(10, "mass"), (20, "mass")]
    assert not any(n.in_range for n in read("10 grams and 20 grams"))


@pytest.mark.parametrize(
    "text",
    ["千利休は一番茶を十分に飲んだ。", "三重県の八女茶", "COVID-19 and CO2", "万人に愛される", "No one came", ""],
)
def test_numerals_inside_words_are_no_amounts(text: str) -> None:
    assert read(text) == []


def test_dates_are_not_counted_as_amounts() -> None:
    text = Reading("1738年（元文3年）に3人が")
    assert [n.value for n in numbers(text.folded, [d.span for d in dates(text.folded)])] == [3]


def test_approximation_and_sign_are_read() -> None:
    assert read("約364億円")[0].about
    assert read("about 30 percent")[0].about
    assert not read("364億円")[0].about
    assert read("マイナス5℃")[0].value == -5


def test_an_endless_row_of_digits_is_read_without_failing() -> None:
    assert read("9" * 10_000)
