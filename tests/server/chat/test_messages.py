from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.errors import InputError
from kasen.server.chat.messages import ChatAsked, is_chat_id, responses, user_message


def asked(**more: Any) -> ChatAsked:
    return ChatAsked.model_validate({"id": "c", **more})


def person(*parts: Any, id: str = "m1") -> dict[str, Any]:
    return {"id": id, "role": "user", "parts": list(parts)}


@pytest.mark.parametrize("given", ["a", "thread-1", "会話 1", "..a", "x" * 128])
def test_an_id_is_any_short_text_of_one_segment(given: str) -> None:
    assert is_chat_id(given)
    assert asked(id=given).id == given


@pytest.mark.parametrize("given", ["", ".", "..", "a/b", "x" * 129, " a", "a\n", "a\x00"])
def test_what_cannot_stand_in_an_address_is_no_id(given: str) -> None:
    assert not is_chat_id(given)
    with pytest.raises(ValidationError):
        asked(id=given)


def test_what_a_clients_own_code_adds_to_the_body_is_passed_over_and_null_means_nothing() -> None:
    found = asked(template_id="t1", model="pro", team=None, request=None, options=None, messageId=None, lang=None)
    assert (found.team, found.request, found.options, found.message_id, found.lang) == ("", {}, {}, None, "")


def test_words_are_joined_and_files_keep_their_names() -> None:
    file = {"type": "file", "mediaType": "text/csv", "filename": "a.csv", "url": "data:text/csv;base64,YQ=="}
    found = user_message(person({"type": "text", "text": "one"}, file, {"type": "text", "text": "two"}, {"type": "x"}))
    assert (found.id, found.words) == ("m1", "one\ntwo")
    assert found.files == [{"url": file["url"], "name": "a.csv", "media_type": "text/csv"}]
    assert user_message({"role": "user", "content": "old"}).words == "old"


@pytest.mark.parametrize(
    ("message", "part"),
    [
        (None, "not a person's"),
        ({"role": "assistant", "parts": []}, "not a person's"),
        ({"role": "user", "parts": "x"}, "no list of parts"),
        ({"role": "user", "parts": ["x"]}, "no list of parts"),
        (person(), "empty"),
        (person({"type": "text", "text": "  "}), "empty"),
        (person({"type": "file", "url": "https://example.org/a.pdf"}), "data URL"),
        (person({"type": "file", "url": "file:///etc/passwd"}), "data URL"),
        (person({"type": "file"}), "data URL"),
    ],
)
def test_a_message_that_says_nothing_usable_is_refused(message: Any, part: str) -> None:
    with pytest.raises(InputError, match=part):
        user_message(message)


def test_the_last_message_counts_also_when_only_it_was_sent() -> None:
    one, two = person({"type": "text", "text": "a"}), person({"type": "text", "text": "b"}, id="m2")
    assert asked(messages=[one, two]).last == two
    assert asked(message=one).last == one
    assert asked().last is None


def test_answers_to_pauses_are_found_in_the_message_that_is_continued() -> None:
    part = {"type": "dynamic-tool", "state": "approval-responded", "approval": {"id": "R.1", "approved": False}}
    mine = {"id": "a1", "role": "assistant", "parts": [{"type": "text"}, part]}
    other = {"id": "a2", "role": "assistant", "parts": []}
    assert [(one.id, one.approved, one.reason) for one in responses(asked(messages=[mine]))] == [("R.1", False, "")]
    assert responses(asked(messages=[mine, other], messageId="a1"))[0].id == "R.1"
    assert responses(asked(messages=[mine, person({"type": "text", "text": "x"})])) == []
    assert responses(asked(messages=[mine], trigger="regenerate-message")) == []
    broken = {"role": "assistant", "parts": [{"state": "approval-responded", "approval": {"id": 1}}]}
    with pytest.raises(InputError, match="malformed"):
        responses(asked(messages=[broken]))
