"""Loan words in katakana and in Latin letters."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.sounds import same_sound, skeleton
from teams.resume.ledger.sides import FEW


@pytest.mark.parametrize(
    ("katakana", "latin"),
    [
        ("クラウド", "cloud"),
        ("マネジメント", "management"),
        ("マネージメント", "management"),
        ("ドキュメント", "document"),
        ("データベース", "database"),
        ("コミュニケーション", "communication"),
        ("セキュリティ", "security"),
    ],
)
def test_a_loan_word_sounds_like_its_origin(katakana: str, latin: str) -> None:
    assert same_sound(katakana, latin)


@pytest.mark.parametrize(
    ("katakana", "latin"),
    [
        ("クラウド", "python"),
        ("セキュリティ", "marketing"),
        ("ドキュメント", "deployment"),
        ("データ", "date"),
        ("", ""),
        ("ア", "a"),
    ],
)
def test_other_words_and_words_too_short_to_tell_do_not(katakana: str, latin: str) -> None:
    assert not same_sound(katakana, latin)


def test_what_katakana_does_not_tell_apart_is_one() -> None:
    assert skeleton("right") == skeleton("light")
    assert skeleton("ベース") == skeleton("base")
    assert skeleton("サーバー") == skeleton("サーバ")


@FEW
@given(st.text(max_size=20))
def test_any_word_has_a_skeleton_without_vowels_or_doubles(word: str) -> None:
    found = skeleton(word.casefold())
    assert not set(found) & set("aeiou")
    assert all(a != b for a, b in pairwise(found))
