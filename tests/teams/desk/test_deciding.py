from __future__ import annotations

import pytest

from kasen.teams.desk import wording
from kasen.teams.desk.deciding import decide
from teams.desk.asked import said, told


@pytest.mark.parametrize(
    ("message", "team"),
    [
        ("茶の輸出を役員に報告するスライドを作って", "slides"),
        ("Make a 5-slide deck about tea exports", "slides"),
        ("来期の提案プレゼン、抹茶の欧州展開について", "slides"),
        ("ｽﾗｲﾄﾞを作って、宇治茶の歴史", "slides"),
        ("なぜ宇治が日本茶の中心になったのか", "research"),
        ("宇治茶の歴史について教えて", "research"),
        ("Why did Uji become the centre of Japanese tea?", "research"),
        ("Compare sencha and gyokuro by price and caffeine", "research"),
        ("カフェイン摂取の上限は？", "research"),
        ("summary of the market for electric bicycles in Japan", "research"),
    ],
)
def test_a_wish_goes_to_the_team_of_its_words(message: str, team: str) -> None:
    lang = "ja" if any(ord(letter) > 0x3000 for letter in message) else "en"
    found = decide(**told(message, lang=lang))
    assert found.team == team
    assert found.reply == wording.handing_off(team, lang)
    assert found.request


@pytest.mark.parametrize(
    "message", ["職務経歴書を見てください", "Please review my resume", "Can you improve my CV?", "履歴書の添削"]
)
def test_a_resume_needs_its_file(message: str) -> None:
    asked = decide(**told(message))
    assert (asked.team, asked.reply) == ("", "Please send the file (.md, .pdf); then it can begin.")
    assert decide(**told(message, files=["cv.docx"])).team == ""
    assert decide(**told(message, files=["a.PDF"])).team == "resume"


def test_a_resume_alone_says_what_it_is() -> None:
    assert decide(**told("", files=["職務経歴書.pdf"])).team == "resume"
    assert decide(**told("これをお願いします", files=["resume_2026.md"], lang="ja")).team == "resume"


@pytest.mark.parametrize(
    ("message", "lang", "part"),
    [
        ("こんにちは", "ja", "何を作りましょうか"),
        ("Hello!", "en", "What shall we make"),
        ("ありがとうございました。", "ja", "どういたしまして"),
        ("thanks a lot", "en", "You are welcome"),
        ("何ができますか？", "ja", "**slides**"),
        ("What can you do?", "en", "**research** — A cited report."),
        ("お茶", "ja", "もう少し教えてください"),
        ("tea", "en", "Please say a little more"),
        ("", "en", "Please say a little more"),
        ("スライドを作ってください", "ja", "何についてのスライド"),
        ("Can you make some slides for us please?", "en", "What shall the slides be about"),
        ("!!! ???", "en", "Please say a little more"),
    ],
)
def test_small_talk_is_answered_and_what_is_vague_is_asked(message: str, lang: str, part: str) -> None:
    found = decide(**told(message, lang=lang))
    assert (found.team, found.request) == ("", "")
    assert part in found.reply


def test_files_without_words_are_asked_about() -> None:
    assert decide(**told("", files=["a.csv"])).reply == wording.ASK_FILES["en"]


def test_an_answer_to_a_question_belongs_to_what_was_asked() -> None:
    before = said("スライドを作って", wording.ASK_SUBJECT["ja"])
    found = decide(**told("茶の輸出", earlier=before, lang="ja"))
    assert (found.team, found.request) == ("slides", "スライドを作って\n茶の輸出")
    before = said("お茶", wording.ASK_WHAT["ja"])
    assert decide(**told("歴史", earlier=before, lang="ja")).team == "research"
    before = said("Please review my resume", wording.ASK_FILE["en"].format(forms=".md"))
    assert decide(**told("here", files=["x.md"], earlier=before)).team == "resume"


def test_after_a_greeting_a_word_is_still_too_little() -> None:
    before = said("hello", wording.HELLO["en"])
    assert decide(**told("tea", earlier=before)).team == ""


def test_under_finished_work_words_go_on_with_it_unless_they_name_another_team() -> None:
    found = decide(**told("もっと短く", under="slides", lang="ja"))
    assert (found.team, found.request, found.reply) == ("slides", "もっと短く", wording.AGAIN["ja"])
    assert decide(**told("これをスライドにして", under="research", lang="ja")).team == "slides"
    assert decide(**told("ありがとう", under="slides", lang="ja")).team == ""


def test_a_question_is_handed_on_without_the_words_that_order_it() -> None:
    assert decide(**told("宇治茶の歴史について教えてください。", lang="ja")).request == "宇治茶の歴史"
    assert decide(**told("Could you please find out why Uji became famous?")).request == "why Uji became famous?"
    assert decide(**told("カフェイン摂取の上限は？", lang="ja")).request == "カフェイン摂取の上限は？"


def test_without_teams_nobody_is_named() -> None:
    assert decide(**told("why tea?", teams=[])).reply == wording.NOBODY["en"]
