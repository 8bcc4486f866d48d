"""What is denied, in both languages, and what only looks like a denial."""

from __future__ import annotations

import pytest

from kasen.evidence.negation import denials
from kasen.evidence.reading import Reading


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("上陸しなかった。", "上陸"),
        ("カフェインを含まない", "含"),
        ("飲みません", "飲"),
        ("熱湯を使わず、", "使"),
        ("栽培されていない", "栽培"),
        ("発酵させずに蒸す", "発酵"),
        ("茶ではありません", "茶"),
        ("does not contain caffeine", "contain"),
        ("never exported tea", "export"),
        ("brewed without sugar", "sugar"),
        ("they didn't stop", "stop"),
    ],
)
def test_a_denial_names_what_it_denies(text: str, word: str) -> None:
    assert [d.word for d in denials(Reading(text).folded)] == [word]


@pytest.mark.parametrize(
    "text",
    [
        "宇治だけでなく静岡でも",
        "必ず飲む",
        "欠かせない",
        "少なくない",
        "間もなく",
        "not only in Uji",
        "no doubt",
        "茶を飲む",
        "",
    ],
)
def test_words_that_only_look_like_denials(text: str) -> None:
    assert denials(Reading(text).folded) == []


def test_the_same_denial_in_other_grammar() -> None:
    one, other = denials("barley tea contains no caffeine")[0], denials("it does not contain caffeine")[0]
    assert one.same(other)
    assert not one.same(denials("it does not grow here")[0])
