from __future__ import annotations

import email.utils
import socket
import time

import pytest

from kasen.errors import (
    AccountClosed,
    Declined,
    KeyRefused,
    ModelNotFound,
    Offline,
    ProviderError,
    Refused,
    Retryable,
    TooLong,
)
from kasen.models.failures import LONGEST_WAIT_S, from_status, not_looked_up, retry_after, unreachable


@pytest.mark.parametrize(
    ("status", "message", "code", "kind"),
    [
        (401, "Incorrect API key provided", "invalid_api_key", KeyRefused),
        (403, "no access", "", KeyRefused),
        (400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT", KeyRefused),
        (404, "The model `x` does not exist", "model_not_found", ModelNotFound),
        (400, "model x is not supported", "", ModelNotFound),
        (413, "request too large", "", TooLong),
        (400, "This model's maximum context length is 8192 tokens", "context_length_exceeded", TooLong),
        (400, "prompt is too long: 210000 tokens", "", TooLong),
        (429, "You exceeded your current quota", "insufficient_quota", AccountClosed),
        (429, "Rate limit reached", "rate_limit_exceeded", Retryable),
        (400, "blocked by our content policy", "content_filter", Declined),
        (400, "temperature is not allowed", "", Refused),
        *[(status, "", "", Retryable) for status in (408, 409, 425, 500, 502, 503, 529)],
    ],
)
def test_each_status_has_its_class_for_every_vendor(
    status: int, message: str, code: str, kind: type[ProviderError]
) -> None:
    error = from_status("a:b", status, message, code=code)
    assert type(error) is kind
    assert f"a:b answered {status}" in str(error)


def test_only_a_429_says_that_the_account_is_asked_too_often() -> None:
    errors = [from_status("a:b", status, "x", retry_after=3.0) for status in (429, 503)]
    assert [(error.limited, error.retry_after) for error in errors if isinstance(error, Retryable)] == [
        (True, 3.0),
        (False, 3.0),
    ]


def test_a_spent_quota_says_until_when() -> None:
    error = from_status("a:b", 429, "insufficient_quota", retry_after=90.0)
    assert isinstance(error, AccountClosed)
    assert error.reset_s == 90


def test_a_server_that_is_not_there_is_worth_asking_again() -> None:
    error = unreachable("a:b", "http://127.0.0.1:9", "refused")
    assert (str(error), error.limited) == ("a:b: no connection to http://127.0.0.1:9: refused", False)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"Retry-After": "7", "Retry-After-MS": "250"}, 0.25),
        ({"Retry-After": "-3"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "Fri, 01 Jan 1999 00:00:00 GMT"}, 0.0),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "1e400"}, LONGEST_WAIT_S),
        ({"Retry-After": "Fri, 31 Dec 999999999999 23:59:59 GMT"}, None),
    ],
)
def test_a_wish_for_a_pause_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_a_date_is_a_pause_until_then() -> None:
    found = retry_after({"Retry-After": email.utils.formatdate(time.time() + 100, usegmt=True)})
    assert found is not None
    assert 95 < found <= 100


def test_a_name_that_is_not_looked_up_means_no_network_whatever_the_library_wraps_it_in() -> None:
    outer = ConnectionError("all attempts failed")
    outer.__cause__ = socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
    found = not_looked_up("tavily", "api.tavily.example:443", outer)
    assert isinstance(found, Offline)
    assert str(found) == "tavily: there is no network, or no such host: api.tavily.example:443 cannot be looked up"
    assert not_looked_up("tavily", "api.tavily.example:443", ConnectionRefusedError()) is None
