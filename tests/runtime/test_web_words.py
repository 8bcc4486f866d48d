from __future__ import annotations

from kasen.runtime import web_words


def test_each_sentence_is_said_in_both_languages_and_names_its_subject() -> None:
    assert web_words.failed("tavily", "tavily: answered 503.", "Wait a moment.", "en") == (
        "Web search with `tavily` failed: tavily: answered 503. Wait a moment."
    )
    assert web_words.failed("ddgs", "時間切れ", "", "ja") == "ウェブ検索 `ddgs` は失敗しました：時間切れ。"
    for lang in ("ja", "en"):
        assert "RUN" in web_words.no_search("宇治茶", "RUN", lang)
        assert "宇治茶" in web_words.no_search("宇治茶", "RUN", lang)
        assert "RUN" in web_words.no_page("RUN", lang)
        assert "`openai:e`" in web_words.by_words("openai:e", lang)


def test_what_came_from_outside_is_one_short_line_without_escapes() -> None:
    said = web_words.failed("a", "\x1b[31mred\n" + "x" * 1000, "", "en")
    assert "\x1b" not in said
    assert "\n" not in said
    assert len(said) < 300
