from __future__ import annotations

from typing import Any

import httpx2
import openai
import pytest

from kasen.models.openai.concessions import FORMS, Concessions, Form, Offer, prompt_in, schema_in, schema_name

REQUEST = httpx2.Request("POST", "http://127.0.0.1:8000/v1/chat/completions")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "format": "date"}, "b": {"type": "integer", "default": 3}},
    "required": ["a"],
}
FREE: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "object", "additionalProperties": True}}}
WISHES = ("stream", "stream_options", "max_tokens")


def refused(message: str, status: int = 400, **fields: object) -> openai.APIStatusError:
    response = httpx2.Response(status, request=REQUEST)
    return openai.APIStatusError("", response=response, body={"message": message, **fields})


def forms_until_given_up(concessions: Concessions, error: openai.APIError) -> list[Form]:
    seen: list[Form] = []
    while True:
        offer = concessions.offer("A", SCHEMA, WISHES)
        seen.append(offer.form)
        if not concessions.give_way(offer, error):
            return seen


def test_an_answer_is_held_less_tightly_step_by_step_and_no_further() -> None:
    assert forms_until_given_up(Concessions("m"), refused("Invalid schema for response_format")) == list(FORMS)
    unknown = refused("This model does not support response format `json_schema`", param="response_format")
    assert forms_until_given_up(Concessions("m"), unknown) == ["strict", "object", "text"]


def test_what_was_learnt_of_one_schema_is_not_held_against_others() -> None:
    concessions = Concessions("m")
    offer = concessions.offer("A", SCHEMA, ())
    assert concessions.give_way(offer, refused("Invalid schema for response_format 'A': not permitted"))
    assert (concessions.offer("A", SCHEMA, ()).form, concessions.offer("B", SCHEMA, ()).form) == ("plain", "strict")
    assert concessions.give_way(concessions.offer("B", SCHEMA, ()), refused("response_format is not supported"))
    assert {concessions.offer(name, SCHEMA, ()).form for name in "ABC"} == {"object"}


@pytest.mark.parametrize(
    ("error", "dropped"),
    [
        (refused("Unrecognized request argument supplied: stream_options"), {"stream_options"}),
        (refused("body.stream_options: Extra inputs are not permitted", 422), {"stream_options"}),
        (refused("'max_tokens' is too large: 16384 > 4096"), {"max_tokens"}),
        (refused("no", param="max_tokens", code="unsupported_parameter"), {"max_tokens"}),
        (refused("must be verified to stream this model", param="stream", code="unsupported_value"), {"stream"}),
    ],
)
def test_a_parameter_that_is_refused_is_left_out_from_then_on(error: openai.APIError, dropped: set[str]) -> None:
    concessions = Concessions("m")
    offer = concessions.offer("A", SCHEMA, WISHES)
    assert concessions.give_way(offer, error)
    assert concessions.offer("A", SCHEMA, WISHES).parameters == set(WISHES) - dropped
    assert all(concessions.has_dropped(one) for one in dropped)
    assert not concessions.give_way(concessions.offer("A", SCHEMA, WISHES), error)


def test_a_parameter_named_by_its_parent_or_child_is_meant() -> None:
    wishes = ("reasoning.effort", "reasoning.summary", "prompt_cache_key")
    concessions = Concessions("m")
    summary = refused("verify your organization", param="reasoning.summary", code="unsupported_value")
    assert concessions.give_way(concessions.offer("A", SCHEMA, wishes), summary)
    assert concessions.offer("A", SCHEMA, wishes).parameters == {"reasoning.effort", "prompt_cache_key"}
    whole = refused("Unsupported parameter", param="reasoning", code="unsupported_parameter")
    assert concessions.give_way(concessions.offer("A", SCHEMA, wishes), whole)
    assert concessions.offer("A", SCHEMA, wishes).parameters == {"prompt_cache_key"}


def test_two_calls_that_are_refused_at_once_both_go_on() -> None:
    concessions = Concessions("m")
    offers = [concessions.offer("A", SCHEMA, WISHES) for _ in range(2)]
    error = refused("stream_options is unknown")
    assert [concessions.give_way(offer, error) for offer in offers] == [True, True]


@pytest.mark.parametrize(
    "error",
    [
        refused("stream_options", 401),
        refused("response_format", 429),
        refused("the prompt is strange"),
        refused("max_tokens", 500),
        refused("Failed to generate JSON. Please adjust your prompt.", code="json_validate_failed"),
        openai.APIConnectionError(message="stream_options", request=REQUEST),
    ],
)
def test_other_failures_teach_nothing(error: openai.APIError) -> None:
    concessions = Concessions("m")
    assert not concessions.give_way(concessions.offer("A", SCHEMA, WISHES), error)
    assert concessions.offer("A", SCHEMA, WISHES) == Offer("A", "strict", frozenset(WISHES))


def test_a_schema_that_cannot_be_strict_is_sent_loose_and_that_is_said(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    concessions = Concessions("openai:m")
    assert [concessions.offer("Free", FREE, ()).form for _ in range(2)] == ["loose", "loose"]
    assert caplog.messages == ["openai:m: `Free` is sent as a loose schema: `answer.a` is an object with free keys"]


def test_the_schema_stands_beside_the_prompt_or_in_it_never_in_both() -> None:
    for form in FORMS:
        beside = schema_in(form, SCHEMA) is not None
        assert beside == (prompt_in(form, "Plan.", SCHEMA) == "Plan.")
    strict, plain = schema_in("strict", SCHEMA), schema_in("plain", SCHEMA)
    assert strict is not None
    assert plain is not None
    assert strict["properties"]["a"] == {"type": "string", "format": "date"}
    assert "format" not in plain["properties"]["a"]
    assert schema_in("loose", SCHEMA) == SCHEMA
    assert '"default":3' in prompt_in("text", "計画。", SCHEMA)


def test_a_prompt_with_half_a_character_can_be_sent() -> None:
    assert prompt_in("strict", "茶\ud83d", {}).encode() == "茶?".encode()


def test_a_name_of_a_schema_has_the_letters_that_are_allowed() -> None:
    assert schema_name(Offer("計画[Plan] 2", "strict", frozenset())) == "___Plan__2"
    assert schema_name(Offer("", "strict", frozenset())) == "answer"
    assert len(schema_name(Offer("x" * 99, "strict", frozenset()))) == 64
