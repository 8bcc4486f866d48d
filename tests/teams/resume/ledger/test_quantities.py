"""Amounts written in ways of their own."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.markup import ready
from kasen.teams.resume.ledger.quantities import Quantity, quantities
from teams.resume.ledger.sides import ANY_TEXT, FEW


def read(text: str) -> list[Quantity]:
    return quantities(ready(text)[1])


@pytest.mark.parametrize(
    ("text", "kind", "base"),
    [
        ("9:30 pm", "clock", 21 * 60 + 30),
        ("12 am", "clock", 0),
        ("9時30分", "clock", 9 * 60 + 30),
        ("$2.5k", "dollar", 2500),
        ("£3m", "pound sterling", 3 * 10**6),
        ("two and a half years", "months", 30),
        ("2年半", "months", 30),
        ("300 ms", "time", Fraction(3, 10)),
        ("1.5 GB", "bytes", 15 * 10**8),
        ("half a million", "", 500_000),
        ("by a quarter", "%", 25),
        ("three quarters of", "%", 75),
        ("4x", "times over", 4),
        ("3 percentage points", "points", 3),
        ("halved", "%", 50),
        ("倍増", "times over", 2),
        ("second place", "rank", 2),
        ("N1", "grade n", 1),
        ("十二台", "", 12),
    ],
)
def test_an_amount_is_read_in_the_base_of_its_kind(text: str, kind: str, base: Fraction) -> None:
    [found] = read(text)
    assert (found.kind, found.base, found.vague) == (kind, base, "")


@pytest.mark.parametrize("texts", [("dozens of", "数十"), ("several", "a few", "若干"), ("numerous", "多数")])
def test_what_is_only_said_vaguely_has_no_amount(texts: tuple[str, ...]) -> None:
    found = [read(text) for text in texts]
    assert [len(one) for one in found] == [1] * len(texts)
    assert {one.base for [one] in found} == {None}
    assert len({one.vague for [one] in found}) == 1
    assert found[0][0].vague


def test_a_word_that_says_more_than_its_amount_is_told_apart() -> None:
    assert [one.worded for text in ("doubled", "半減", "2x") for one in read(text)] == [True, True, False]


@pytest.mark.parametrize("text", ["", "40 cars", "sold bread", "パンを販売", "km"])
def test_plain_numbers_and_words_are_left_to_others(text: str) -> None:
    assert read(text) == []


@FEW
@given(ANY_TEXT)
def test_amounts_of_any_text_stand_in_order_and_apart(text: str) -> None:
    folded = ready(text)[1]
    found = quantities(folded)
    assert all(folded[slice(*one.span)].strip() == one.text for one in found)
    assert all((one.base is None) == bool(one.vague) for one in found)
    assert all(a.span[1] <= b.span[0] for a, b in pairwise(found))
