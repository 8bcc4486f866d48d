"""A text as the ledger sees it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.reading import Text, Token
from teams.resume.ledger.sides import ANY_TEXT, FEW


def token(text: str, written: str) -> Token:
    return next(one for one in Text(text).tokens if one.written == written)


def test_a_text_is_read_into_words_figures_dates_limits_and_denials() -> None:
    text = Text("- In April 2021, helped about 12 people, not only in **SAP**, see https://example.com/a.")
    assert [one.month for one in text.dates] == [4]
    assert [one.base for one in text.figures] == [12]
    assert {"share", "about"} <= {one.limit for one in text.marks}
    assert [one.text for one in text.addresses] == ["https://example.com/a"]
    assert token(text.original, "SAP").name
    assert Text("- Did not sign it.").denials
    assert Text("署名はしていない。").denials


def test_the_same_is_read_in_japanese() -> None:
    text = Text("・令和3年4月から約12名を補佐し、在庫管理システムを構築。")
    assert [(one.first, one.month) for one in text.dates] == [(2021, 4)]
    assert [one.base for one in text.figures] == [12]
    assert {"share", "about"} <= {one.limit for one in text.marks}
    assert any("did" in one.kinds for one in text.tokens)


@pytest.mark.parametrize(
    ("text", "word", "name"),
    [
        ("Used Terraform daily.", "Terraform", True),
        ("Sold bread.", "Sold", False),
        ("Bread sold well.", "Bread", False),
        ("Used Kubernetes.", "Kubernetes", True),
        ("Met the team.", "Met", False),
    ],
)
def test_a_name_is_told_from_a_word_that_opens_a_sentence(text: str, word: str, name: bool) -> None:
    assert token(text, word).name is name


def test_words_that_claim_nothing_are_free_and_unknown_ones_are_not() -> None:
    assert token("the zorbling of bread", "the").free
    assert not token("the zorbling of bread", "zorbling").free
    assert not token("the zorbling of bread", "zorbling").known


def test_several_words_that_are_known_as_one_are_one_token() -> None:
    assert token("Ran amazon web services.", "amazon web services").groups == token("Ran AWS.", "AWS").groups


@pytest.mark.parametrize("text", ["B2B sales", "24/7 help desk", "web 2.0"])
def test_a_digit_in_a_name_is_no_figure(text: str) -> None:
    assert Text(text).figures == []


@pytest.mark.parametrize(
    ("text", "japanese"),
    [
        ("売上を伸ばした", True),
        ("Kubernetes と AWS を用いた基盤の構築", True),
        ("Sold bread at 東雲 shop daily", False),
        ("", False),
        ("30%", False),
    ],
)
def test_the_language_is_that_of_most_of_its_words(text: str, japanese: bool) -> None:
    assert Text(text).is_japanese is japanese


def test_figures_and_dates_are_no_words() -> None:
    assert [one.written for one in Text("twelve cars in April 2021").tokens if not one.free] == ["cars"]


@FEW
@given(ANY_TEXT)
def test_the_words_of_any_text_stand_in_order_where_they_say(text: str) -> None:
    read = Text(text)
    for one in read.tokens:
        assert read.folded[one.start : one.end] == one.text
        assert one.roots
        assert one.known or not one.groups
    assert all(first.start <= second.start for first, second in pairwise(read.tokens))
    assert all(0 <= one.span[0] < one.span[1] <= len(read.folded) for one in read.figures)
