"""What OpenAI and servers that speak like it say when they refuse, as one of our errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import openai

from kasen.errors import AccountClosed, Declined, ModelNotFound, ProviderError, Retryable
from kasen.models.failures import disconnected, from_status, retry_after
from kasen.models.openai.client import Endpoint

STATUS = {
    "rate_limit_exceeded": 429,
    "rate_limit_error": 429,
    "too_many_requests": 429,
    "insufficient_quota": 429,
    "context_length_exceeded": 400,
    "invalid_request_error": 400,
    "unsupported_value": 400,
    "unsupported_parameter": 400,
    "invalid_api_key": 401,
    "authentication_error": 401,
    "permission_error": 403,
    "model_not_found": 404,
    "not_found_error": 404,
}
"""HTTP status that a code in the middle of a stream stands for; any other code is taken as 500, worth asking again."""
SHOWN = 300
"""Characters of a server's message that a sentence holds."""
_DECLINED = re.compile(r"policy|content_filter|invalid_prompt|moderation|data_inspection", re.IGNORECASE)
_FLAGGED = re.compile(r"flagged|moderation", re.IGNORECASE)
_GENERATED = re.compile(r"json_validate_failed|failed to (generate|validate) json", re.IGNORECASE)
_BAD_PICTURE = re.compile(r"image|base64", re.IGNORECASE)
_WAIT = re.compile(r"try again in (?:(\d+)m(?!s))?\s*(?:(\d+(?:\.\d+)?)(ms|s))?", re.IGNORECASE)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)


class Said(NamedTuple):
    """A server's error in its own words; fields that it left out are empty."""

    message: str
    code: str = ""
    param: str = ""


def said(body: object) -> Said:
    """What the body of an error says, in any of the forms that servers have for it."""
    if isinstance(body, str):
        return Said(_short(_page(body)))
    if isinstance(body, list):  # Google's compatible endpoint wraps its error in a list
        return said(body[0]) if body else Said("")
    if not isinstance(body, Mapping):
        return Said("")
    if isinstance(body.get("error"), Mapping | str):
        return said(body["error"])
    message = body.get("message") or _details(body.get("detail")) or ""
    hidden = body.get("metadata")
    raw = hidden.get("raw") if isinstance(hidden, Mapping) else None  # OpenRouter: the words of who really answered
    code = body.get("code") or body.get("type") or ""
    words = f"{message}: {raw}" if raw else str(message)
    return Said(_short(words), str(code), str(body.get("param") or ""))


def status_of(error: openai.APIError) -> int:
    """The HTTP status, or the one that an error inside a stream stands for; 0 for a connection that failed."""
    if isinstance(error, openai.APIStatusError):
        return error.status_code
    if isinstance(error, openai.APIConnectionError):
        return 0
    return _status(said(error.body))


def failure(at: Endpoint, error: openai.APIError) -> ProviderError:
    """That error of the client library as ours: its sentence names the model, the reason and the request's id."""
    if isinstance(error, openai.APIConnectionError):
        cause = error.__cause__ or error
        if isinstance(cause, ProviderError):  # of our own, on the way through the client library
            return cause
        reason = _clean(at, str(cause) or type(cause).__name__)
        return disconnected(at.name, at.connection.way(at.address), cause, reason)
    words = said(error.body)
    if not isinstance(error, openai.APIStatusError):
        return refusal(at, words)
    headers = error.response.headers
    number = headers.get("x-request-id", "")
    message = f"{words.message or error.response.reason_phrase}{f' (request {number})' if number else ''}"
    words = words._replace(message=message)
    made = _failure(at, error.status_code, words, retry_after(headers))
    if isinstance(made, ModelNotFound) and not isinstance(error.body, Mapping):
        # A server that knows the path says so in JSON; this one never heard of it.
        return ModelNotFound(str(made), hint=f"Is {at.address} right? Most addresses end in `/v1`.")
    return made


def refusal(at: Endpoint, words: Said) -> ProviderError:
    """The error for words that came in the middle of an answer, without a status of their own."""
    return _failure(at, _status(words), words, None)


def is_about_the_answer(words: Said) -> bool:
    """True when the server refuses what the model wrote, not what was asked (Groq): another try may do better."""
    return bool(_GENERATED.search(f"{words.code} {words.message}"))


def _status(words: Said) -> int:
    if words.code.isdigit():
        return int(words.code)
    return 400 if _BAD_PICTURE.search(words.code) else STATUS.get(words.code, 500)


def _failure(at: Endpoint, status: int, words: Said, wait: float | None) -> ProviderError:
    message = _clean(at, words.message)
    wait = _wait(message) if wait is None else wait
    if _DECLINED.search(words.code) or (status == 403 and _FLAGGED.search(message)):
        return Declined(f"{at.name} would not answer: {message or words.code}")
    if status == 400 and is_about_the_answer(words):
        return Retryable(f"{at.name} did not write valid JSON: {message}")
    if status == 402:
        return AccountClosed(f"{at.name} answered 402: {message or 'no credit'}", reset_s=wait)
    return from_status(at.name, status, message, code=words.code, retry_after=wait)


def _details(detail: Any) -> str:
    """FastAPI's `detail`: a sentence, or a list of places and what is wrong there; never what was sent."""
    if isinstance(detail, str):
        return detail
    found = [one for one in detail if isinstance(one, Mapping)] if isinstance(detail, list) else []
    return "; ".join(f"{'.'.join(map(str, one.get('loc', ())))}: {one.get('msg', '')}" for one in found)


def _page(text: str) -> str:
    if "<" not in text[:100]:
        return text
    title = _TITLE.search(text)
    return title.group(1) if title else "a web page"


def _wait(message: str) -> float | None:
    found = _WAIT.search(message)
    if not found or not any(found.groups()):
        return None
    minutes, number, unit = found.groups()
    return int(minutes or 0) * 60 + float(number or 0) / (1000 if unit == "ms" else 1)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"


def _clean(at: Endpoint, text: str) -> str:
    """Some servers repeat the key that they refuse."""
    return text.replace(at.key, "***") if len(at.key) > 5 else text
