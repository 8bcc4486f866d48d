from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.desk.checking import held
from kasen.teams.desk.schemas import LINE, Decision
from teams.desk.asked import request

RULE = Decision(reply="by rule", team="research", request="by rule")
MESSAGE = "Why is Uji famous for tea?"


def checked(
    lang: str = "en", message: str = MESSAGE, files: tuple[str, ...] = (), under: str = "", **said: Any
) -> Decision:
    return held(Decision(**{"reply": "ok", **said}), RULE, request(message, files=list(files), under=under), lang)


@pytest.mark.parametrize(
    "name", ["research", "Research", " `research` ", "research team", "team:research", "'RESEARCH'"]
)
def test_a_team_is_known_by_its_name_however_it_is_written(name: str) -> None:
    found = checked(team=name, request="Why is Uji famous?")
    assert (found.team, found.request, found.reply) == ("research", "Why is Uji famous?", "ok")


@pytest.mark.parametrize("name", ["marketing", "research and slides", "x" * 50 + " research", "desk", "ｓｌｉｄｅ"])
def test_a_team_that_does_not_exist_leaves_it_to_the_rule(name: str) -> None:
    assert checked(team=name, request="x") == RULE


def test_a_question_back_stays_a_question() -> None:
    assert checked(reply="About what?", team="") == Decision(reply="About what?")


def test_a_reply_without_words_is_the_rules() -> None:
    assert checked(reply="  ", team="") == RULE
    assert checked(reply=" ", team="slides", request="A deck").reply == "The slides are being made."


@pytest.mark.parametrize(
    ("lang", "message", "reply", "is_kept"),
    [
        ("ja", "宇治茶について", "I will look into it.", False),
        ("ja", "宇治茶について", "調べます。", True),
        ("en", MESSAGE, "宇治茶の歴史について調べて報告書にまとめます。", False),
        ("en", MESSAGE, "Looking into 宇治 and its history.", True),
    ],
)
def test_a_reply_in_another_language_is_said_in_the_persons(lang: str, message: str, reply: str, is_kept: bool) -> None:
    found = checked(lang, message, reply=reply, team="research", request=message)
    assert (found.reply == reply) is is_kept
    assert found.team == "research"
    assert found.reply


def test_a_request_that_is_missing_or_translated_is_the_message() -> None:
    assert checked(team="research", request="").request == MESSAGE
    assert (
        checked("ja", "宇治茶の歴史", team="research", request="history of Uji tea", reply="はい").request
        == "宇治茶の歴史"
    )


def test_a_mode_that_the_team_does_not_have_is_left_out() -> None:
    assert checked(team="research", request="x y", mode=" Deep ").mode == "deep"
    assert checked(team="research", request="x y", mode="turbo").mode == ""


def test_a_team_that_needs_a_file_gets_none_without_one() -> None:
    asked = checked(team="resume", request="review it")
    assert (asked.team, asked.reply) == ("", "Please send the file (.md, .pdf); then it can begin.")
    assert checked(team="resume", request="review it", files=("cv.md",)).team == "resume"
    assert checked(team="resume", request="shorter", under="resume").team == "resume"


def test_an_endless_reply_is_cut() -> None:
    assert len(checked(reply="a " * 5000, team="").reply) <= LINE
