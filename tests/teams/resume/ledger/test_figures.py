"""Figures in both languages: what is one amount, what is another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.figures import Figure, figures
from kasen.teams.resume.ledger.markup import ready
from teams.resume.ledger.sides import ANY_TEXT, FEW


def read(text: str) -> list[Figure]:
    return figures(ready(text)[1], [])


def only(text: str) -> Figure:
    found = read(text)
    assert len(found) == 1, found
    return found[0]


SAME = [
    ("30%", "30 percent", "3割", "三割", "３０％"),
    ("1,000万円", "1千万円", "10 million yen", "¥10,000,000", "¥10m", "一千万円"),
    ("$5k", "$5,000", "5,000 USD"),
    ("18 months", "1年6か月", "18か月", "one and a half years", "1年半"),
    ("90 minutes", "90分", "1.5 hours"),
    ("2 GB", "2.0 gb"),
    ("300 ms", "0.3 s"),
    ("5 km", "5,000 m"),
    ("12 people", "twelve people", "12名", "１２人", "十二名", "a dozen people"),
    ("1,500,000", "1.5 million", "150万"),
    ("doubled", "2x", "2倍", "倍増"),
    ("by half", "50%", "half of the plots"),
    ("9:30", "9時30分", "9:30 am"),
    ("first place", "1st place"),
    ("a few clients", "several clients"),
    ("dozens of clients", "数十名"),
]
OTHERS = [
    ("30%", "45%"),
    ("30%", "30 points"),
    ("3億円", "3万円"),
    ("£80,000", "€80,000"),
    ("300 ms", "300 s"),
    ("5 days", "5 hours"),
    ("4 thousand", "4 million"),
    ("first place", "second place"),
    ("N1", "N2"),
    ("数十名", "数百名"),
    ("a few clients", "many clients"),
    ("a few clients", "3 clients"),
    ("9:30 am", "9:30 pm"),
]


@pytest.mark.parametrize("forms", SAME)
def test_one_amount_in_several_forms_is_one(forms: tuple[str, ...]) -> None:
    first, *others = [only(form) for form in forms]
    assert [other.text for other in others if not (first.same(other) and other.same(first))] == []


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_another_amount_unit_scale_or_rank_is_another(one: str, other: str) -> None:
    assert not only(one).same(only(other))
    assert not only(other).same(only(one))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("30–50 boxes", [30, 50]),
        ("30〜50箱", [30, 50]),
        ("from 8 hours to 5", [28800, 18000]),
        ("9日から6日に", [777600, 518400]),
    ],
)
def test_both_ends_of_a_range_are_read_and_the_second_has_the_unit_of_the_first(text: str, ends: list[int]) -> None:
    found = read(text)
    assert [one.base for one in found] == ends
    assert all(one.in_range for one in found)
    assert len({one.kind for one in found}) == 1


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("raised output by 20%", "by"),
        ("raised output to 20%", "to"),
        ("20%", ""),
        ("離職率を20%削減", "by"),
        ("離職率を20%に削減", "to"),
    ],
)
def test_an_amount_of_change_is_told_from_what_it_came_to(text: str, way: str) -> None:
    assert only(text).way == way


def test_what_is_a_date_or_a_name_is_no_amount() -> None:
    text = "in 2021 we sold 40 cars"
    assert [one.base for one in figures(text, [(3, 7)])] == [40]


@pytest.mark.parametrize("text", ["", "cars", "売上を伸ばした", "-", "went to"])
def test_where_no_figure_is_none_is_found(text: str) -> None:
    assert read(text) == []


@FEW
@given(ANY_TEXT)
def test_any_text_is_read_and_figures_stand_in_order_where_they_say(text: str) -> None:
    folded = ready(text)[1]
    found = figures(folded, [])
    for one in found:
        assert 0 <= one.span[0] < one.span[1] <= len(folded)
        assert one.same(one)
    assert all(first.span <= second.span for first, second in pairwise(found))


@FEW
@given(st.integers(1, 10**7))
def test_digits_of_any_width_and_with_commas_are_one_figure(number: int) -> None:
    wide = str(number).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    first, *others = [only(f"{form}円") for form in (str(number), wide, f"{number:,}")]
    assert first.base == number
    assert all(one.same(first) for one in others)


@FEW
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_two_numbers_are_one_figure_only_when_they_are_equal(one: int, other: int) -> None:
    assert only(f"{one:,} people").same(only(f"{other:,} people")) == (one == other)
