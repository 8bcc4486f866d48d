"""Cutting a run of kanji or katakana into words that are known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.segments import segments
from kasen.teams.resume.ledger.words import Entry, Words, words
from teams.resume.ledger.sides import FEW


def lexicon(*forms: str) -> Words:
    known = {form: Entry({number}) for number, form in enumerate(forms)}
    return replace(words(), other=known, longest_other=max(map(len, forms)))


def cut(text: str, *forms: str, whole: bool = False) -> list[tuple[str, bool]]:
    return [
        (text[a:b], entry is not None) for a, b, entry in segments(text, 0, len(text), lexicon(*forms), whole=whole)
    ]


def test_a_run_is_cut_where_known_words_meet() -> None:
    assert cut("顧客対応", "顧客", "対応") == [("顧客", True), ("対応", True)]


def test_the_longer_word_is_taken_before_its_parts() -> None:
    assert cut("顧客対応", "顧客", "対応", "顧客対応") == [("顧客対応", True)]


def test_what_is_not_known_stays_in_one_piece() -> None:
    assert cut("東雲食品営業", "営業") == [("東雲食品", False), ("営業", True)]
    assert cut("東雲", "営業") == [("東雲", False)]


def test_a_last_word_may_reach_beyond_the_run() -> None:
    text = "業務を減らした"
    assert segments(text, 3, 4, lexicon("減ら"), whole=False)[0][:2] == (3, 5)


@pytest.mark.parametrize("text", ["クラウドナイン", "ナインクラウド"])
def test_a_katakana_name_that_holds_a_word_is_not_that_word(text: str) -> None:
    assert cut(text, "クラウド", whole=True) == [(text, False)]
    assert cut("クラウドサーバー", "クラウド", "サーバー", whole=True) == [("クラウド", True), ("サーバー", True)]


def test_a_very_long_run_costs_no_more_than_its_length() -> None:
    assert segments("漢" * 5000, 0, 5000, lexicon("字"), whole=False)


@FEW
@given(st.text("顧客対応漢字", min_size=1, max_size=60))
def test_the_pieces_make_the_run_again(text: str) -> None:
    pieces = segments(text, 0, len(text), lexicon("顧客", "対応", "客対", "字"), whole=False)
    assert "".join(text[a:b] for a, b, _ in pieces) == text
