from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from google.auth import exceptions as auth
from google.genai import errors

from kasen.errors import (
    AccountClosed,
    ConfigurationError,
    Declined,
    KasenError,
    KeyRefused,
    ModelNotFound,
    Refused,
    Retryable,
    TooLong,
)
from kasen.models.google.failures import as_ours, refused, until_midnight_pacific

MODEL = "google:gemini-3.8-flash"
UNTYPED: Any = auth
CURRENT = "You exceeded your current quota, please check your plan and billing details."


def problem(status: int, message: str, *details: dict[str, Any], name: str = "", **headers: str) -> errors.APIError:
    body = {"error": {"code": status, "message": message, "status": name, "details": list(details)}}
    kind = errors.ClientError if status < 500 else errors.ServerError
    return kind(status, body, httpx.Response(status, headers=headers))


def quota(per: str) -> dict[str, Any]:
    return {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaId": f"GenerateRequests{per}PerProjectPerModel-FreeTier"}],
    }


def delay(text: str) -> dict[str, Any]:
    return {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": text}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (problem(400, "API key not valid. Please pass a valid API key.", {"reason": "API_KEY_INVALID"}), KeyRefused),
        (problem(401, "Request had invalid authentication credentials."), KeyRefused),
        (problem(403, "Permission denied.", name="PERMISSION_DENIED"), KeyRefused),
        (problem(404, "models/gemini-1.0 is not found for API version v1beta"), ModelNotFound),
        (problem(413, "Request payload size exceeds the limit"), TooLong),
        (problem(400, "The input token count (2) exceeds the maximum number of tokens allowed (1)."), TooLong),
        (problem(400, "Request contains an invalid argument."), Refused),
        (problem(400, "blocked by PROHIBITED_CONTENT"), Declined),
        (problem(429, "Resource exhausted. Please try again later."), Retryable),
        (problem(429, CURRENT, quota("PerMinute"), delay("7s")), Retryable),
        (problem(429, CURRENT, quota("PerDay"), delay("41s")), AccountClosed),
        (problem(429, "Your prepayment credits are depleted."), AccountClosed),
        (problem(429, "Quota exceeded for metric: requests, limit: 0"), AccountClosed),
        (problem(500, "An internal error has occurred."), Retryable),
        (problem(503, "The model is overloaded."), Retryable),
        (problem(504, "Deadline exceeded"), Retryable),
    ],
)
def test_each_answer_that_is_none_has_its_error(error: errors.APIError, kind: type[KasenError]) -> None:
    ours = refused(MODEL, error)
    assert type(ours) is kind
    assert str(ours).startswith(f"{MODEL} answered {error.code}: ")


def test_the_delay_comes_from_retry_info_else_from_the_header() -> None:
    def wish(error: errors.APIError) -> float | None:
        ours = refused(MODEL, error)
        assert isinstance(ours, Retryable)
        return ours.retry_after

    assert wish(problem(429, "限度", delay("34.5s"))) == 34.5
    assert wish(problem(503, "混雑", delay("2s"), **{"retry-after": "9"})) == 2
    assert wish(problem(503, "混雑", **{"retry-after": "9"})) == 9
    assert wish(problem(503, "混雑")) is None


def test_a_quota_per_day_comes_back_at_midnight_in_california() -> None:
    closed = refused(MODEL, problem(429, CURRENT, quota("PerDay"), delay("41s")))
    assert isinstance(closed, AccountClosed)
    assert closed.reset_s is not None
    assert 41 < closed.reset_s <= 25 * 3600
    assert until_midnight_pacific(datetime(2026, 7, 1, 6, 0, tzinfo=UTC)) == 3600
    assert until_midnight_pacific(datetime(2026, 12, 1, 6, 0, tzinfo=UTC)) == 2 * 3600
    # The night on which clocks go back is an hour longer.
    assert until_midnight_pacific(datetime(2026, 11, 1, 7, 0, tzinfo=UTC)) == 25 * 3600


def test_the_key_is_cut_out_of_what_the_service_says() -> None:
    error = problem(403, "Consumer 'api_key:test-key-七' has been suspended.")
    with pytest.raises(KeyRefused) as caught, as_ours(MODEL, "http://x", secret="test-key-七"):
        raise error
    assert "[key]" in str(caught.value)
    assert "test-key" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_page_of_html_becomes_a_short_sentence() -> None:
    error = errors.ServerError(502, {"message": "<html>\n" + "x" * 9000, "status": "Bad Gateway"}, None)
    assert len(str(refused(MODEL, error))) < 500


def test_vertex_says_what_to_do_about_roles_and_places() -> None:
    assert "Vertex AI User" in refused(MODEL, problem(403, "no"), vertex=True).hint
    assert "VERTEX_LOCATION=global" in refused(MODEL, problem(404, "no"), vertex=True).hint


@pytest.mark.parametrize(
    ("raised", "kind", "words"),
    [
        (httpx.ConnectError("refused"), Retryable, "no connection to x:80"),
        (httpx.ReadTimeout(""), Retryable, "ReadTimeout"),
        (httpx.UnsupportedProtocol("no scheme"), ConfigurationError, "`http://x`"),
        (UNTYPED.DefaultCredentialsError("none found"), ConfigurationError, "sign-in"),
        (UNTYPED.RefreshError("Reauthentication is needed"), KeyRefused, "refused"),
        (UNTYPED.TransportError("offline"), Retryable, "Google's sign-in"),
        (errors.UnknownApiResponseError("Failed to parse"), Retryable, "cannot be read"),
        (AttributeError("'str' object has no attribute 'get'"), Retryable, "shape"),
    ],
)
def test_failures_of_the_libraries_become_ours(raised: Exception, kind: type[KasenError], words: str) -> None:
    with pytest.raises(KasenError) as caught, as_ours(MODEL, "http://x"):
        raise raised
    assert type(caught.value) is kind
    assert words in str(caught.value)
    if isinstance(raised, auth.DefaultCredentialsError | auth.RefreshError):
        assert "gcloud auth application-default login" in caught.value.hint


def test_an_error_in_the_stream_without_a_code_is_worth_asking_again() -> None:
    odd = errors.APIError(0, {"error": {"message": "何か"}}, None)
    assert type(refused(MODEL, odd)) is Retryable
