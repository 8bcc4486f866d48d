"""Dates of a résumé and how long its periods are."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.markup import ready
from kasen.teams.resume.ledger.periods import lengths, periods, spoken
from teams.resume.ledger.sides import ANY_TEXT, FEW


def dates(text: str) -> list[tuple[int | None, int | None]]:
    return [(one.first, one.month) for one in periods(ready(text)[1])]


def months(text: str, today: date | None = None) -> list[tuple[int, int]]:
    folded = ready(text)[1]
    return lengths(folded, periods(folded), today)


@pytest.mark.parametrize(
    "text",
    [
        "April 2021",
        "Apr 2021",
        "Apr. 2021",
        "2021/04",
        "2021.4",
        "04/2021",
        "2021年4月",
        "２０２１年４月",
        "令和3年4月",
        "R3.4",
    ],
)
def test_one_month_in_many_forms_is_one_date(text: str) -> None:
    assert dates(text) == [(2021, 4)]
    one, other = periods(ready(text)[1])[0], periods("2021/04")[0]
    assert spoken(one) == spoken(other)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FY2021", [(2021, None)]),
        ("FY21", [(2021, None)]),
        ("2021年度", [(2021, None)]),
        ("平成31年4月", [(2019, 4)]),
        ("令和元年5月", [(2019, 5)]),
        ("2019-2021", [(2019, None), (2021, None)]),
        ("2019年4月〜2021年3月", [(2019, 4), (2021, 3)]),
    ],
)
def test_business_years_eras_and_periods_are_read(text: str, found: list[tuple[int, int | None]]) -> None:
    assert dates(text) == found


@pytest.mark.parametrize("text", ["", "1200 people", "2,019 units", "1/2", "売上", "13/20210", "ISO 9001"])
def test_an_amount_is_no_date(text: str) -> None:
    assert dates(text) == []


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("2019年4月〜2021年3月", 23, 24),
        ("April 2019 – March 2021", 23, 24),
        ("2019-2021", 12, 36),
        ("2019 to 2019", 1, 12),
    ],
)
def test_a_period_is_as_long_as_its_dates_allow(text: str, least: int, most: int) -> None:
    [(shortest, longest)] = months(text)
    assert least <= shortest <= longest <= most


@pytest.mark.parametrize("text", ["2019年4月〜現在", "April 2019 - present", "2019/04 – to date"])
def test_what_lasts_to_this_day_is_counted_to_today(text: str) -> None:
    [(first, _)] = months(text, date(2021, 4, 1))
    [(later, _)] = months(text, date(2022, 4, 1))
    assert (first, later) == (24, 36)


@pytest.mark.parametrize("text", ["2019", "2021年3月", "in 2019 sold, in 2021 bought", "2021-2019"])
def test_dates_that_make_no_period_have_no_length(text: str) -> None:
    assert months(text) == []


@FEW
@given(ANY_TEXT)
def test_any_text_is_read_and_dates_stand_where_they_say(text: str) -> None:
    folded = ready(text)[1]
    found = periods(folded)
    assert all(0 <= one.span[0] < one.span[1] <= len(folded) for one in found)
    assert [one.span for one in found] == sorted(one.span for one in found)
    assert all(0 < least <= most for least, most in lengths(folded, found, date(2030, 1, 1)))


@FEW
@given(st.integers(1990, 2040), st.integers(1, 12), st.integers(0, 300))
def test_the_length_of_a_period_is_its_months(year: int, month: int, more: int) -> None:
    later = year * 12 + month - 1 + more
    text = f"{year}年{month}月〜{later // 12}年{later % 12 + 1}月"
    if more == 0 or later // 12 > 2069:
        return
    [(least, most)] = months(text)
    assert least <= more <= most <= more + 1
