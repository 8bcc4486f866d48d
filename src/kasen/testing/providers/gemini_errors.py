"""Gemini's errors: `google.rpc.Status` as JSON, with quota and delay in `details`."""

from __future__ import annotations

from kasen.testing.providers.faults import Fault
from kasen.testing.providers.wire import Asked, Json, Problem

_WORDS: dict[int, tuple[str, str]] = {
    400: ("INVALID_ARGUMENT", "Request contains an invalid argument."),
    401: (
        "UNAUTHENTICATED",
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
        "authentication credential.",
    ),
    403: ("PERMISSION_DENIED", "Generative Language API has not been used in project 0 before or it is disabled."),
    404: (
        "NOT_FOUND",
        "models/{model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels "
        "to see the list of available models and their supported methods.",
    ),
    413: ("INVALID_ARGUMENT", "Request payload size exceeds the limit: 20971520 bytes."),
    429: ("RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    500: ("INTERNAL", "An internal error has occurred. Please retry."),
    503: ("UNAVAILABLE", "The model is overloaded. Please try again later."),
}
"""Status → its name and message."""
_QUOTA = (
    "You exceeded your current quota, please check your plan and billing details. For more information on this error, "
    "head to: https://ai.google.dev/gemini-api/docs/rate-limits."
)


def error(asked: Asked, fault: Fault) -> Problem:
    """The answer to a request that fails. Delays stand in `RetryInfo`; Google sends no `Retry-After`."""
    if fault.kind == "too_long":
        message = "The input token count (1200012) exceeds the maximum number of tokens allowed (1048576)."
        return _problem(asked, 400, "INVALID_ARGUMENT", message)
    if fault.kind == "quota":
        return _quota(asked, "PerDay", 41)
    if fault.status == 429 and fault.retry_after is not None:
        # The words are those of a spent quota; only `quotaId` tells a minute from a day.
        return _quota(asked, "PerMinute", fault.retry_after)
    name, message = _WORDS.get(fault.status, ("UNKNOWN", f"The request failed with status {fault.status}."))
    return _problem(asked, fault.status, name, fault.message or message)


def refuse_key(asked: Asked) -> Problem:
    """The answer to a wrong key: status 400, as Google has it."""
    info = {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "API_KEY_INVALID",
        "domain": "googleapis.com",
        "metadata": {"service": "generativelanguage.googleapis.com"},
    }
    return _problem(asked, 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", info)


def _quota(asked: Asked, per: str, delay: float) -> Problem:
    violation = {
        "quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
        "quotaId": f"GenerateRequests{per}PerProjectPerModel-FreeTier",
        "quotaDimensions": {"model": asked.model, "location": "global"},
        "quotaValue": "250" if per == "PerDay" else "10",
    }
    link = {
        "description": "Learn more about Gemini API quotas",
        "url": "https://ai.google.dev/gemini-api/docs/rate-limits",
    }
    details: tuple[Json, ...] = (
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation]},
        {"@type": "type.googleapis.com/google.rpc.Help", "links": [link]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{delay:g}s"},
    )
    message = f"{_QUOTA}\n* Quota exceeded for metric: {violation['quotaMetric']}, limit: {violation['quotaValue']}"
    return _problem(asked, 429, "RESOURCE_EXHAUSTED", f"{message}\nPlease retry in {delay:g}s.", *details)


def _problem(asked: Asked, status: int, name: str, message: str, *details: Json) -> Problem:
    text = message.replace("{model}", asked.model)
    if asked.key:
        text += f" (request with key {asked.key})"
    error_: Json = {"code": status, "message": text, "status": name}
    if details:
        error_["details"] = list(details)
    return Problem(status=status, body={"error": error_})
