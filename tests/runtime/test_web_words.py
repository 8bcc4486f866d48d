from __future__ import annotations

from typing import get_args

import pytest

from kasen.runtime import web_words
from kasen.tools.fetch.page import Kind


def test_each_sentence_is_said_in_both_languages_and_names_its_subject() -> None:
    assert web_words.failed("tavily", "tavily: answered 503.", "Wait a moment.", "en") == (
        "Web search with `tavily` failed: answered 503. Wait a moment."
    )
    assert web_words.failed("ddgs", "時間切れ", "", "ja") == "ウェブ検索 `ddgs` は失敗しました：時間切れ。"
    for lang in ("ja", "en"):
        assert "RUN" in web_words.no_search("宇治茶", "RUN", lang)
        assert "宇治茶" in web_words.no_search("宇治茶", "RUN", lang)
        assert "RUN" in web_words.no_page("RUN", lang)
        assert "RUN" in web_words.no_picture("https://a.example/cv", "RUN", lang)
        assert "a.example" in web_words.no_picture("https://a.example/cv", "RUN", lang)
        assert "`openai:e`" in web_words.by_words("openai:e", lang)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            "ddgs: there is no network: the names of search engines cannot be looked up",
            "ネットワークにつながっていない",
        ),
        ("tavily did not answer within 10 s", "10 秒以内に応答がなかった"),
        ("the account `ddgs` is not asked for another 28 s: it failed 5 times in a row", "28 秒間は使わない"),
        ("the account `tavily` is not asked any more: its key was refused", "キーが拒否された"),
        ("tavily answered 503: down", "エラー 503 が返った"),
        (
            "no search answered: tavily answered 503: down; ddgs: there is no network",
            "tavily：エラー 503 が返った；ddgs：ネットワーク",
        ),
        ("something new", "something new"),
    ],
)
def test_why_a_search_failed_is_said_in_the_language_of_the_run(error: str, words: str) -> None:
    assert words in web_words.search_failed(error, "ja")
    assert web_words.search_failed(error, "en") == error


def test_why_a_page_was_not_read_is_said_in_the_language_of_the_run() -> None:
    assert web_words.unread("status", 404, "answered 404 Not Found", "ja") == "サーバーが 404 を返した"
    assert web_words.unread("status", 404, "answered 404 Not Found", "en") == "answered 404 Not Found"
    kinds = set(get_args(Kind)) - {"status"}
    assert kinds
    assert {kind for kind in kinds if web_words.unread(kind, None, "why", "ja") == "why"} == set()


def test_what_came_from_outside_is_one_short_line_without_escapes() -> None:
    said = web_words.failed("a", "\x1b[31mred\n" + "x" * 1000, "", "en")
    assert "\x1b" not in said
    assert "\n" not in said
    assert len(said) < 300
