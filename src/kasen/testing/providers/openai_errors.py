"""OpenAI's errors: shapes, words and codes."""

from __future__ import annotations

from kasen.testing.providers.faults import Fault
from kasen.testing.providers.wire import Asked, Problem

_WORDS: dict[int, tuple[str, str, str | None]] = {
    400: ("Invalid value: 'strange'. Supported values are: 'text'.", "invalid_request_error", "invalid_value"),
    401: (
        "Incorrect API key provided: {key}. You can find your API key at https://platform.openai.com/account/api-keys.",
        "invalid_request_error",
        "invalid_api_key",
    ),
    403: (
        "Country, region, or territory not supported",
        "request_forbidden",
        "unsupported_country_region_territory",
    ),
    404: (
        "The model `{model}` does not exist or you do not have access to it.",
        "invalid_request_error",
        "model_not_found",
    ),
    413: ("Request too large: the maximum size of a request is 50 MB.", "invalid_request_error", None),
    429: (
        "Rate limit reached for {model} in organization org-test on tokens per min (TPM): Limit 30000, Used 29500, "
        "Requested 900. Please try again in 800ms.",
        "tokens",
        "rate_limit_exceeded",
    ),
    500: ("The server had an error while processing your request. Sorry about that!", "server_error", None),
    503: ("The engine is currently overloaded, please try again later", "server_error", "overloaded"),
    529: ("The server is overloaded or not ready yet.", "server_error", None),
}
"""Status → message, type, code."""
_USED_UP = "usage_limit_reached"


def error(asked: Asked, fault: Fault) -> Problem:
    """The answer to a request that fails; the key is repeated, as in OpenAI's own message for a wrong one."""
    if fault.kind == "too_long":
        return _too_long(asked)
    if fault.kind == "quota":
        message = (
            "You exceeded your current quota, please check your plan and billing details. For more information on this "
            "error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors."
        )
        return _problem(asked, 429, message, "insufficient_quota", "insufficient_quota")
    if fault.opens_at:
        return _plan_used_up(asked, fault)
    fallback = (f"The request failed with status {fault.status}.", "api_error", None)
    message, kind, code = _WORDS.get(fault.status, fallback)
    headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
    return _problem(asked, fault.status, fault.message or message, kind, code, headers=headers)


def _plan_used_up(asked: Asked, fault: Fault) -> Problem:
    """As Codex 0.169.0 reads it: it does not ask again, and tells the time to the minute in words."""
    found = _problem(asked, fault.status, fault.message or "The usage limit has been reached", _USED_UP, None)
    assert isinstance(found.body, dict)
    found.body["error"] |= {"plan_type": "plus", "resets_at": fault.opens_at}
    return found


def _too_long(asked: Asked) -> Problem:
    if asked.operation == "responses":
        message = "Your input exceeds the context window of this model. Please adjust your input and try again."
    else:
        message = (
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 200012 tokens. "
            "Please reduce the length of the messages."
        )
    return _problem(asked, 400, message, "invalid_request_error", "context_length_exceeded")


def _problem(
    asked: Asked, status: int, message: str, kind: str, code: str | None, *, headers: dict[str, str] | None = None
) -> Problem:
    text = message.replace("{model}", asked.model).replace("{key}", asked.key)
    if asked.key not in text:
        text += f" (request with key {asked.key})"
    return Problem(
        status=status,
        body={"error": {"message": text, "type": kind, "param": None, "code": code}},
        headers={"x-request-id": f"req_{asked.number:08d}", **(headers or {})},
    )
