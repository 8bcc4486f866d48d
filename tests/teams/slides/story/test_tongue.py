from __future__ import annotations

import pytest

from kasen.teams.slides.story.tongue import is_foreign, is_in, japanese, latin, own_words


def test_characters_and_words_are_counted() -> None:
    assert (japanese("茶のTea regions 2024"), latin("茶のTea regions 2024")) == (2, 2)
    assert (japanese(""), latin("")) == (0, 0)


@pytest.mark.parametrize(
    ("text", "lang", "is_so"),
    [
        ("宇治は日本茶の中心だった。", "ja", True),
        ("Uji was the centre of tea.", "ja", False),
        ("AIを使う", "ja", True),
        ("Uji was the centre of tea.", "en", True),
        ("宇治は日本茶の中心だった。", "en", False),
        ("The 茶 of Uji", "en", True),
        ("2,780", "ja", True),
        ("2,780", "en", True),
    ],
)
def test_a_sentence_is_in_a_language(text: str, lang: str, is_so: bool) -> None:
    assert is_in(text, lang) is is_so


def test_names_that_are_quoted_do_not_make_a_title_foreign() -> None:
    assert not is_foreign("“店舗売上”, “通販売上” over time", "en")
    assert not is_foreign("「contract value per customer」の推移", "ja")
    assert is_foreign("店舗売上の推移", "en")
    assert is_foreign("「売上」", "en"), "a name alone is still of its language"


def test_of_a_title_in_both_languages_the_deck_takes_its_own() -> None:
    both = "Tea regions of Japan 日本の茶産地"
    assert (own_words(both, "en"), own_words(both, "ja")) == ("Tea regions of Japan", "日本の茶産地")
    for title in ("宇治茶の歴史", "Uji", "KPI の推移", "Kissa Yōjōki 喫茶"):
        assert own_words(title, "ja") == title
    assert own_words("日本の茶", "en") == "日本の茶"
