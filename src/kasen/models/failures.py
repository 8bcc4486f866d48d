"""What went wrong at a provider, as one of our errors: the same sentence and class for all vendors."""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Mapping

from kasen.errors import AccountClosed, Declined, KeyRefused, ModelNotFound, ProviderError, Refused, Retryable, TooLong

_TOO_LONG = re.compile(
    r"context.?length|context.?window|maximum context|too many (input )?tokens|prompt is too long|input.{0,20}too long"
    r"|exceeds? the (maximum|available|limit)|token count.{0,40}exceeds|exceed_context_size",
    re.IGNORECASE,
)
_QUOTA = re.compile(
    r"insufficient_quota|credit balance|billing|quota.{0,60}per.?day|PerDay|spending limit|exceeded your current quota",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(r"model.{0,80}(not found|does not exist|not exist|not supported)|model_not_found", re.IGNORECASE)
_BAD_KEY = re.compile(r"api.?key.{0,40}(not valid|invalid|incorrect|expired)|API_KEY_INVALID", re.IGNORECASE)
_FILTER = re.compile(r"content_filter|content policy|safety|blocked by|PROHIBITED_CONTENT", re.IGNORECASE)


def from_status(
    model: str, status: int, message: str, *, code: str = "", retry_after: float | None = None
) -> ProviderError:
    """The error for an HTTP status of a model's provider; `code` is the provider's own word (`insufficient_quota`).

    401 and 403: KeyRefused; 404: ModelNotFound; 413 or words about the context: TooLong; 429 with a spent quota:
    AccountClosed; 408, 409, 425, 429, 5xx: Retryable; anything else: Refused.
    """
    said = f"{code} {message}".strip()
    text = f"{model} answered {status}: {message or code or 'no reason given'}"
    if status in (401, 403) or (status == 400 and _BAD_KEY.search(said)):
        return KeyRefused(text, hint="Check the key with `kasen doctor --online`.")
    if status == 429 and _QUOTA.search(said):
        return AccountClosed(text, reset_s=retry_after)
    if status == 413 or (status in (400, 422, 429) and _TOO_LONG.search(said)):
        return TooLong(text)
    if status == 404 or (status == 400 and _NO_MODEL.search(said)):
        return ModelNotFound(text, hint="`kasen models` shows which models are asked.")
    if status in (408, 409, 425, 429) or status >= 500:
        return Retryable(text, retry_after=retry_after, limited=status == 429)
    if status == 400 and _FILTER.search(said):
        return Declined(text)
    return Refused(text)


def unreachable(model: str, address: str, reason: str) -> Retryable:
    """The error for a server that does not answer, or drops the connection."""
    return Retryable(f"{model}: no connection to {address}: {reason}")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of `retry-after-ms`, or of `Retry-After` (RFC 9110: seconds or a date); None when there is neither."""
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        if "retry-after-ms" in lower:
            return max(float(lower["retry-after-ms"]) / 1000, 0.0)
        return max(float(lower["retry-after"]), 0.0)
    except KeyError:
        return None
    except ValueError:
        moment = email.utils.parsedate_tz(lower.get("retry-after", ""))
        return max(email.utils.mktime_tz(moment) - time.time(), 0.0) if moment else None
