"""Dates are compared across calendars, languages and precision."""

from __future__ import annotations

import pytest

from kasen.evidence.dates import When
from kasen.evidence.reading import Reading


def read(text: str) -> list[When]:
    return Reading(text).dates


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2020年3月3日", "March 3, 2020"),
        ("二〇二〇年三月三日", "2020-03-03"),
        ("3 March 2020", "2020/3/3"),
        ("令和2年3月3日", "3rd of March 2020"),
        ("元文3年", "1738"),
        ("元文三年", "１７３８年"),
        ("平成元年", "1989"),
        ("建久2年", "1191年"),
        ("弘仁6年", "in 815"),
        ("昭和28年", "Showa 28"),
        ("16世紀", "the sixteenth century"),
        ("十六世紀", "16th century"),
        ("1990年代", "the 1990s"),
        ("2020年3月", "March 2020"),
        ("3月3日", "March 3rd"),
    ],
)
def test_the_same_date_in_another_form(one: str, other: str) -> None:
    left, right = read(one)[0], read(other)[0]
    assert left.holds(right)
    assert right.holds(left)


def test_a_coarser_date_follows_from_a_finer_and_not_the_other_way() -> None:
    century, year, day = read("12世紀")[0], read("1191年")[0], read("1191年7月5日")[0]
    assert century.holds(year)
    assert year.holds(day)
    assert not year.holds(century)
    assert not day.holds(year)


@pytest.mark.parametrize(
    ("one", "other"), [("1738年", "1783年"), ("12世紀", "1201年"), ("3月3日", "3月4日"), ("1990s", "2001")]
)
def test_different_dates_do_not_hold(one: str, other: str) -> None:
    assert not read(one)[0].holds(read(other)[0])


@pytest.mark.parametrize(
    "text", ["300年以上続く", "800年前", "you may drink 5 cups", "2,000 people", "1500 kg", "3.1415", ""]
)
def test_durations_amounts_and_verbs_are_no_dates(text: str) -> None:
    assert read(text) == []


def test_both_ends_of_a_span_of_years_are_read() -> None:
    assert [w.first for w in read("1603–1868")] == [1603, 1868]
    assert [w.first for w in read("2015〜2024年度")] == [2015, 2024]
    assert [w.first for w in read("2015-24")] == [2015, 2024]


def test_years_before_christ_are_negative() -> None:
    assert (read("紀元前3世紀")[0].first, read("紀元前3世紀")[0].last) == (-300, -201)
