"""Sources disagree when the same thing has different figures, and only then."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.disagreement import Said, about, differ, disagreements


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("宇治茶の歴史は1271年に始まる。", "宇治茶の歴史は1191年に始まるとされる。", True),
        ("2020年の緑茶輸出量は5,274トンだった。", "2020年の緑茶の輸出量は約4,900トンであった。", True),
        ("2020年の緑茶輸出量は5,274トンだった。", "２０２０年の緑茶の輸出量は5274トンであった。", False),
        ("2015年の緑茶輸出量は4,127トンだった。", "2020年の緑茶の輸出量は5,274トンであった。", False),
        ("5月には南西諸島が梅雨に入る。", "6月には南西諸島が梅雨前線の勢力圏から抜ける。", False),
        ("The house was founded in 1738.", "The house was founded in 1740 by Nagatani.", True),
        ("Sales were 3 million yen in 2020.", "Sales were 300万円 in 2020.", False),
        ("Matcha has 3.2 % caffeine.", "Sencha has 2.3 % caffeine.", False),
        ("Tea is green.", "Tea is green.", False),
        ("", "", False),
    ],
)
def test_only_different_figures_for_the_same_thing_disagree(one: str, other: str, expected: bool) -> None:
    assert differ(one, other) is expected
    assert differ(other, one) is expected


def test_a_source_does_not_disagree_with_itself() -> None:
    one = Said("a", "The house was founded in 1738.")
    same_source = Said("a", "The house was founded in 1740.")
    other = Said("b", "The house was founded in 1740.")
    assert disagreements([one], [one, same_source, other]) == [(0, 2)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The price of the Alpha is 500 dollars.", "The price of the Beta is 700 dollars."),
        ("メーカーによれば、アルファの価格は500ドルである。", "メーカーによれば、ベータの価格は700ドルである。"),
    ],
)
def test_figures_of_two_things_are_no_disagreement(one: str, other: str) -> None:
    assert not differ(one, other)


def test_what_two_sides_are_about_ends_where_their_words_part() -> None:
    text = "The tea jar procession, which helped Uji, began in 1633."
    assert about(["tea", "jar", "procession", "helped"], text) == "tea jar procession"
    assert about(["将軍", "新茶", "御茶壺道中"], "将軍へ新茶を運ぶ御茶壺道中") == "将軍 新茶 御茶壺道中"
    assert about([], text) == ""
