from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kasen.testing.providers import FAULTS, Fault
from kasen.testing.providers.openai_errors import error
from kasen.testing.providers.wire import Asked


def asked(operation: str = "chat") -> Asked:
    return Asked(number=7, provider="openai", operation=operation, path="/", key="sk-test-1", model="gpt-0")


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("401", 401, "invalid_api_key"),
        ("404", 404, "model_not_found"),
        ("429", 429, "rate_limit_exceeded"),
        ("quota_spent", 429, "insufficient_quota"),
        ("context_too_long", 400, "context_length_exceeded"),
        ("500", 500, None),
    ],
)
def test_status_and_code(name: str, status: int, code: str | None) -> None:
    problem = error(asked(), FAULTS[name])
    body: Any = problem.body
    assert (problem.status, body["error"]["code"]) == (status, code)
    assert "sk-test-1" in body["error"]["message"]


def test_a_delay_is_a_header() -> None:
    assert error(asked(), FAULTS["429_retry_after"]).headers["retry-after"] == "7"
    assert "retry-after" not in error(asked(), FAULTS["429"]).headers


def test_chat_and_responses_differ_in_their_words_for_a_long_prompt() -> None:
    chat, responses = (str(error(asked(name), FAULTS["context_too_long"]).body) for name in ("chat", "responses"))
    assert "maximum context length" in chat
    assert "context window" in responses


def test_words_and_statuses_can_be_given() -> None:
    problem = error(asked(), Fault(kind="status", status=418, message="{model} is a teapot"))
    assert problem.status == 418
    assert "gpt-0 is a teapot" in str(problem.body)


def test_a_used_up_plan_says_when_it_is_open_again() -> None:
    problem = error(asked(), replace(FAULTS["429"], opens_at=1_777_936_568))
    assert problem.status == 429
    assert isinstance(problem.body, dict)
    told = problem.body["error"]
    assert (told["type"], told["resets_at"]) == ("usage_limit_reached", 1_777_936_568)
