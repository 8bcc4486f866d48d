from __future__ import annotations

import pytest

from kasen.teams.resume.document.kana import hiragana, romaji


@pytest.mark.parametrize(
    ("kana", "spelling"),
    [
        ("やまだ", "yamada"), ("タロウ", "taro"), ("たろう", "tarou"), ("きょうこ", "kyoko"),
        ("しゅんじ", "shunji"), ("はっとり", "hattori"),
        ("ちえ", "chie"), ("まっちゃ", "matcha"), ("じゅんいち", "junichi"), ("おおの", "ohno"), ("ゆうき", "yuki"),
    ],
)  # fmt: skip
def test_readings_are_spelled_as_people_do(kana: str, spelling: str) -> None:
    assert spelling in romaji(kana)


@pytest.mark.parametrize("text", ["", "山田", "abc", "や田"])
def test_what_is_no_kana_has_no_reading(text: str) -> None:
    assert romaji(text) == ()


def test_katakana_becomes_hiragana() -> None:
    assert hiragana("ヤマダ太郎") == "やまだ太郎"
