from __future__ import annotations

from typing import Any

import pytest

from kasen.testing.providers import FAULTS
from kasen.testing.providers.gemini_errors import error, refuse_key
from kasen.testing.providers.wire import Asked

ASKED = Asked(number=1, provider="google", operation="generateContent", path="/", key="k-test", model="gemini-0")


def details(name: str) -> dict[str, Any]:
    body: Any = error(ASKED, FAULTS[name]).body
    return {detail["@type"].rsplit(".", 1)[1]: detail for detail in body["error"].get("details", ())}


@pytest.mark.parametrize(
    ("name", "per", "delay"), [("429_retry_after", "PerMinute", "7s"), ("quota_spent", "PerDay", "41s")]
)
def test_only_the_quotas_id_tells_a_minute_from_a_day(name: str, per: str, delay: str) -> None:
    told = details(name)
    assert per in told["QuotaFailure"]["violations"][0]["quotaId"]
    assert told["RetryInfo"]["retryDelay"] == delay
    problem = error(ASKED, FAULTS[name])
    assert problem.status == 429
    assert "You exceeded your current quota" in str(problem.body)
    assert problem.headers == {}, "Google says the delay in the body only"


def test_a_plain_429_has_no_details() -> None:
    assert details("429") == {}


@pytest.mark.parametrize(
    ("name", "status", "word"),
    [("400", 400, "INVALID_ARGUMENT"), ("404", 404, "NOT_FOUND"), ("503", 503, "UNAVAILABLE"), ("529", 529, "UNKNOWN")],
)
def test_statuses_have_their_names(name: str, status: int, word: str) -> None:
    problem = error(ASKED, FAULTS[name])
    body: Any = problem.body
    assert (problem.status, body["error"]["code"], body["error"]["status"]) == (status, status, word)
    assert "k-test" in body["error"]["message"]


def test_a_wrong_key_is_an_invalid_argument() -> None:
    problem = refuse_key(ASKED)
    assert problem.status == 400
    assert "API_KEY_INVALID" in str(problem.body)
