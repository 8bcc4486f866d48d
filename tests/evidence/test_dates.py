"""Dates are compared across calendars, languages and precision."""

from __future__ import annotations

import pytest

from kasen.evidence.dates import When
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems


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


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("The road is open from January to May.", [1, 5]),
        ("It flowers June to September.", [6, 9]),
        ("It is shut from May through July.", [5, 7]),
        ("It is shut between March and November.", [3, 11]),
        ("It rains until March, and till May in the hills.", [3, 5]),
        ("They lay eggs in February and July.", [2, 7]),
        ("It peaked in October–December.", [10, 12]),
        ("They met in late May or June.", [5, 6]),
        ("People may march to town and may stay.", []),
        ("From June 2019 to May 2020 it was shut.", [6, 5]),
        ("It was shut in March 3 times, and before May 2020.", [3, 5]),
        ("It was shut from November to January 2020.", [11, 1]),
        ("He came with May and June to see August Sander.", []),
        ("from marches to decorations", []),
    ],
)
def test_months_beside_words_of_time_are_dates(text: str, months: list[int]) -> None:
    assert [when.month for when in read(text)] == months


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The road is open from January to May.", "The road is open from January to March."),
        ("It flowers June to September.", "In the hills it flowers June to August."),
        ("It is shut between March and November.", "It is shut between March and October."),
        ("It is shut through July.", "It is shut through June and the first days of the summer."),
    ],
)
def test_another_month_at_the_end_of_a_span_is_told(claim: str, said: str) -> None:
    assert problems(claim, said)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("From January to March the road is open.", "The road is open between January and March."),
        ("The road is open January through March.", "The road is open from January to March."),
        ("道は1月から3月まで通れる。", "道は1月から3月までの間は通れる。"),
    ],
)
def test_the_same_months_in_other_words_are_left_alone(claim: str, said: str) -> None:
    assert problems(claim, said) == []
