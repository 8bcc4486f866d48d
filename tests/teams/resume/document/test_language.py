from __future__ import annotations

import pytest

from kasen.teams.resume.document.language import language_of


@pytest.mark.parametrize(
    "text",
    [
        "職務経歴書",
        "株式会社 東京 開発 設計",
        "Python, Go, AWS の開発を担当",
        "---\nlang: ja\n---\nBackend engineer",
        "---\r\nlang: 'ja-JP'  # ja\r\n---\r\nBackend engineer",
        "```python\nmany_english_words_that_are = 'code and no prose at all'\n```\n職歴",
        "[設計](https://example.com/a/very/long/path/with/many/words) `code code code code`",
    ],
)
def test_japanese_is_told_by_its_letters_or_by_the_front_matter(text: str) -> None:
    assert language_of(text) == "ja"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12345 %%",
        "Backend engineer at 株式会社サンプル in Tokyo for many years of hard work and more",
        "---\nlang: en\n---\nこんにちは",
        "---\nlang: fr\n---\nIngénieur logiciel",
    ],
)
def test_everything_else_is_english(text: str) -> None:
    assert language_of(text) == "en"


def test_front_matter_that_is_never_closed_says_nothing() -> None:
    assert language_of("---\nlang: en\n" + "開発を担当した。\n" * 30) == "ja"
