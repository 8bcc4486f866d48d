from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from kasen.errors import InputError
from kasen.runtime.request import in_words, language_of, look_at_the_door, parse_request, title_of
from kasen.team import load
from kasen.teams.echo.schemas import Request

ECHO = load("echo")


class NoText(BaseModel):
    n: int = 1


def test_a_request_is_taken_as_a_dict_or_as_the_teams_own_type() -> None:
    own = Request(text="hello")
    assert parse_request(ECHO, own) is own
    assert parse_request(ECHO, {"text": "hello"}) == own


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("Input should be greater than or equal to 0", "must be 0 or more"),
        ("Input should be less than or equal to 60", "must be 60 or less"),
        ("Input should be a valid integer, unable to parse string as an integer", "must be a valid integer"),
        ("value '--lang': Value error, 'xx' is not one of 'ja'", "value '--lang': 'xx' is not one of 'ja'"),
        ("Value error, 'xx' is not one of 'auto', 'ja', 'en'", "'xx' is not one of 'auto', 'ja', 'en'"),
    ],
)
def test_what_the_library_says_of_a_value_is_said_as_a_person_would(told: str, said: str) -> None:
    assert in_words(told) == said


def test_a_request_that_was_stored_is_read_back_the_same() -> None:
    own = parse_request(ECHO, {"text": "a‹outside> <outside> b\r\nc", "ask_first": True})
    assert parse_request(ECHO, own.model_dump(mode="json")) == own


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({}, "`text`: is missing"),
        ({"text": 3}, "`text`: must be a valid string, not `3`"),
        ({"text": "a", "lang": "fr"}, "`lang`: must be 'auto', 'ja' or 'en', not `fr`"),
        ({"text": ""}, "empty"),
        ({"text": " \n\t　"}, "empty"),
        ({"text": "a\x00b"}, "control character U+0000"),
        ({"text": "a\x1b[2Jb"}, "control character U+001B"),
        ({"text": "あ" * 20_001}, "text has 20,001 characters; at most 20,000 are taken"),
    ],
)
def test_what_is_wrong_with_a_request_is_one_sentence_that_names_the_field(request_: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        parse_request(ECHO, request_)
    assert said in str(error.value)
    assert "text" in str(error.value) or "lang" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_title_is_the_first_required_text_on_one_line() -> None:
    assert title_of(Request(text="  two\n\n lines ")) == "two lines"
    assert title_of(Request(text="あ" * 200)) == "あ" * 79 + "…"
    assert len(title_of(Request(text="x" * 80))) == 80
    assert title_of(NoText()) == "NoText"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("hello", "en"),
        ("こんにちは", "ja"),
        ("カタカナ", "ja"),
        ("漢字", "ja"),
        ("ﾊﾝｶｸ", "ja"),
        ("hello 世界", "ja"),
        ("123 !?", "en"),
        ("naïve café", "en"),
    ],
)
def test_the_language_is_the_one_that_the_request_is_written_in(text: str, lang: str) -> None:
    assert language_of(Request(text=text)) == lang


def test_a_language_that_is_said_holds() -> None:
    assert language_of(Request(text="hello", lang="ja")) == "ja"
    assert language_of(Request(text="こんにちは", lang="en")) == "en"


def test_a_request_may_look_for_what_it_names_before_a_run_is_recorded() -> None:
    class Looking(BaseModel):
        path: str

        def at_the_door(self) -> None:
            raise InputError(f"there is no `{self.path}`")

    with pytest.raises(InputError, match="there is no `x`"):
        look_at_the_door(Looking(path="x"))
    look_at_the_door(NoText())
