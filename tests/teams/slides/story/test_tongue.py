from __future__ import annotations

import pytest

from kasen.teams.slides.story.tongue import is_in, japanese, latin


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
