from __future__ import annotations

from typing import Any

import httpx2
import openai
import pytest

from kasen.errors import AccountClosed, Declined, KeyRefused, ModelNotFound, Refused, Retryable, TooLong
from kasen.models.openai.client import endpoint
from kasen.models.openai.failures import Said, failure, refusal, said, status_of

AT = endpoint("compatible:m", "http://127.0.0.1:8000/v1", "test-key-1234", setting="X")
REQUEST = httpx2.Request("POST", "http://127.0.0.1:8000/v1/chat/completions")


def status(code: int, body: object, **headers: str) -> openai.APIStatusError:
    response = httpx2.Response(code, request=REQUEST, headers=headers)
    return openai.APIStatusError("", response=response, body=body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"message": "no", "code": "bad", "param": "x"}, Said("no", "bad", "x")),
        ({"error": {"message": "no", "type": "server_error", "code": None}}, Said("no", "server_error")),
        ({"error": "model not found"}, Said("model not found")),
        ({"detail": "Not Found"}, Said("Not Found")),
        (
            {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs", "input": {"prompt": "secret"}}]},
            Said("body.stream_options: Extra inputs"),
        ),
        ({"message": "Provider returned error", "metadata": {"raw": "slow down"}, "code": 429},
         Said("Provider returned error: slow down", "429")),
        ([{"error": {"code": 400, "message": "in a list"}}], Said("in a list", "400")),
        ("<html><head><title>502 Bad\nGateway</title>", Said("502 Bad Gateway")),
        ("<!DOCTYPE html><p>", Said("a web page")),
        ("x" * 900, Said("x" * 299 + "…")),
        (None, Said("")), ([], Said("")), ({}, Said("")), (7, Said("")),
    ],
)  # fmt: skip
def test_a_server_is_understood_in_every_form_of_error(body: object, expected: Said) -> None:
    assert said(body) == expected


@pytest.mark.parametrize(
    ("code", "body", "kind"),
    [
        (401, {"message": "no", "code": "invalid_api_key"}, KeyRefused),
        (403, {"message": "no"}, KeyRefused),
        (403, {"message": "your input was flagged", "metadata": {"reasons": ["x"]}}, Declined),
        (402, {"message": "Insufficient credits"}, AccountClosed),
        (429, {"message": "You exceeded your current quota", "code": "insufficient_quota"}, AccountClosed),
        (429, {"message": "slow down"}, Retryable),
        (404, {"message": "The model `m` does not exist"}, ModelNotFound),
        (413, "", TooLong),
        (400, {"message": "maximum context length is 4096", "code": "context_length_exceeded"}, TooLong),
        (400, {"message": "flagged by our usage policy", "code": "invalid_prompt"}, Declined),
        (400, {"message": "strange"}, Refused),
        (400, {"message": "Failed to generate JSON.", "code": "json_validate_failed"}, Retryable),
        (503, None, Retryable),
        (529, "<html>", Retryable),
    ],
)
def test_each_status_becomes_the_error_that_it_means(code: int, body: object, kind: type[Exception]) -> None:
    found = failure(AT, status(code, body))
    assert type(found) is kind
    assert str(code) in str(found) or kind is Declined or "valid JSON" in str(found)
    assert "compatible:m" in str(found)


def test_the_sentence_holds_the_request_and_never_the_key() -> None:
    body = {"message": "Received API key = test-key-1234, it is wrong"}
    found = failure(AT, status(401, body, **{"x-request-id": "req_1"}))
    assert str(found) == "compatible:m answered 401: Received API key = ***, it is wrong (request req_1)"


@pytest.mark.parametrize(
    ("message", "headers", "wait"),
    [
        ("slow down", {"retry-after": "7"}, 7.0),
        ("slow down", {"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ("Please try again in 20s.", {}, 20.0),
        ("Please try again in 6.2s", {}, 6.2),
        ("Please try again in 300ms", {}, 0.3),
        ("Please try again in 1m12s", {}, 72.0),
        ("Please try again in 20s.", {"retry-after": "3"}, 3.0),
        ("Please try again in a while", {}, None),
    ],
)
def test_the_wish_for_a_pause_is_read_from_headers_and_words(
    message: str, headers: dict[str, str], wait: float | None
) -> None:
    found = failure(AT, status(429, {"message": message}, **headers))
    assert isinstance(found, Retryable)
    assert found.retry_after == wait
    assert found.limited


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        ({"code": "server_error", "message": "oops"}, Retryable, 500),
        ({"code": 502, "message": "upstream"}, Retryable, 502),
        ({"code": "rate_limit_exceeded", "message": "x. Please try again in 2s."}, Retryable, 429),
        ({"code": "context_length_exceeded", "message": "too long"}, TooLong, 400),
        ({"code": "invalid_image_format", "message": "no PNG"}, Refused, 400),
        ({"code": "image_content_policy_violation", "message": "no"}, Declined, 400),
        ({"code": "model_not_found", "message": "no"}, ModelNotFound, 404),
        ({"code": "invalid_api_key", "message": "no"}, KeyRefused, 401),
        ({"message": "nobody knows"}, Retryable, 500),
    ],
)
def test_an_error_inside_a_stream_is_taken_at_its_code(body: dict[str, Any], kind: type[Exception], code: int) -> None:
    error = openai.APIError("x", REQUEST, body=body)
    assert (type(failure(AT, error)), status_of(error)) == (kind, code)
    assert type(refusal(AT, said(body))) is kind


def test_a_path_that_the_server_never_heard_of_questions_the_address() -> None:
    assert "http://127.0.0.1:8000/v1" in failure(AT, status(404, "404 page not found")).hint
    assert "kasen models" in failure(AT, status(404, {"message": "model not found"})).hint


def test_a_connection_that_fails_names_the_place_and_the_cause() -> None:
    error = openai.APIConnectionError(request=REQUEST)
    error.__cause__ = httpx2.ConnectError("refused")
    assert str(failure(AT, error)) == "compatible:m: no connection to 127.0.0.1:8000: refused"
    assert (type(failure(AT, error)), status_of(error)) == (Retryable, 0)
