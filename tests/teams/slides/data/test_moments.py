from __future__ import annotations

import pytest

from kasen.teams.slides.data.moments import is_ordered, label, moment, slashed, sort_key


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024-04-01", "2024-04-01"),
        ("2024/4/1", "2024-04-01"),
        ("2024年4月1日", "2024-04-01"),
        ("2024年4月1日(月)", "2024-04-01"),
        ("２０２４年４月", "2024-04"),
        ("2024-04-01 09:30:00", "2024-04-01T09:30"),
        ("2024-04-01T09:30:00Z", "2024-04-01T09:30"),
        ("令和6年4月", "2024-04"),
        ("令和元年", "2019"),
        ("平成30年度", "FY2018"),
        ("昭和64年1月7日", "1989-01-07"),
        ("R6.4.1", "2024-04-01"),
        ("2024年度", "FY2024"),
        ("2024年", "2024"),
        ("FY24", "FY2024"),
        ("FY2024 Q1", "FY2024-Q1"),
        ("2024Q1", "2024-Q1"),
        ("Q3 2024", "2024-Q3"),
        ("2024年度第1四半期", "FY2024-Q1"),
        ("2024年第三四半期", "2024-Q3"),
        ("Apr 2024", "2024-04"),
        ("Apr-24", "2024-04"),
        ("April 1, 2024", "2024-04-01"),
        ("1 Apr 2024", "2024-04-01"),
        ("2024年3月期", "2024-03"),
    ],
)
def test_a_point_in_time_is_read_in_whatever_calendar(text: str, iso: str) -> None:
    assert moment(text) == iso


@pytest.mark.parametrize(
    "text", ["", "2024", "12", "2024-13-01", "2024/02/30", "H30", "S1", "2024.5", "4月", "tea", "x" * 100, "1/4/2024"]
)
def test_what_is_no_point_in_time_is_nothing(text: str) -> None:
    assert moment(text) == ""


def test_days_with_slashes_are_read_only_in_a_known_order() -> None:
    assert moment("1/4/2024", day_first=True) == "2024-04-01"
    assert moment("1/4/2024", day_first=False) == "2024-01-04"
    assert slashed("13/4/2024") == (13, 4)
    assert slashed("tea") is None


def test_eight_digits_are_a_day_only_where_the_column_says_so() -> None:
    assert moment("20240401", compact=True) == "2024-04-01"
    assert moment("20240401") == ""


def test_moments_of_any_grain_sort_in_time() -> None:
    given = ["FY2024", "2023-12-31", "2024-Q3", "2024-02", "2023", "2024-02-10T09:30", "2024-02-10T08:00"]
    assert sorted(given, key=sort_key) == [
        "2023", "2023-12-31", "FY2024", "2024-02", "2024-02-10T08:00", "2024-02-10T09:30", "2024-Q3",
    ]  # fmt: skip
    assert sort_key("tea") > sort_key("2999")


@pytest.mark.parametrize(
    ("iso", "ja", "en"),
    [
        ("2024-04", "2024年4月", "Apr 2024"),
        ("2024-04-01", "2024年4月1日", "Apr 1, 2024"),
        ("FY2024", "2024年度", "FY2024"),
        ("FY2024-Q1", "2024年度第1四半期", "Q1 FY2024"),
        ("2024", "2024年", "2024"),
        ("tea", "tea", "tea"),
    ],
)
def test_a_moment_is_shown_as_people_read_it(iso: str, ja: str, en: str) -> None:
    assert (label(iso, "ja"), label(iso, "en")) == (ja, en)
    assert iso == "tea" or iso.startswith("FY2024-Q") or moment(label(iso, "ja")) == iso


def test_parts_of_a_year_without_the_year_are_in_order_as_they_stand() -> None:
    assert all(map(is_ordered, ("4月", "Apr", "月曜", "Mon", "Q1", "第2四半期", "4/1", "2023/24", "week 3")))
    assert not any(map(is_ordered, ("東京", "tea", "12", "2024")))
