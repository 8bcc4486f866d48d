"""What went wrong at a provider, as one of our errors: the same sentence and class for all vendors."""

from __future__ import annotations

import email.utils
import math
import re
import socket
import ssl
import time
from collections.abc import Iterator, Mapping

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

LONGEST_WAIT_S = 32 * 86_400.0
"""Seconds that a provider may ask to be left alone: quotas are per month at most."""
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
_STATUS = re.compile(r"(\d{3})\b")
_BY_NOBODY = frozenset({18, 19, 20, 21, 27})
"""OpenSSL's codes for a certificate by an authority that is not known (X509_V_ERR_…, x509_vfy.h)."""
_UNKNOWN_AUTHORITY = "Set KASEN_CA_BUNDLE (setting `ca_bundle`) to the file of your network's certificate authority."
_SIGN_IN = "Write them into KASEN_PROXY (setting `proxy`), as http://user:password@host:3128."
_EXCEPT = "Hosts that are to be reached without the proxy stand in KASEN_NO_PROXY (setting `no_proxy`)."


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


def disconnected(model: str, way: str, error: BaseException, reason: str) -> ProviderError:
    """The error for a connection that failed: `not_let_through`, else `unreachable`. `way`: see `Connection.way`."""
    return not_let_through(model, way, error) or unreachable(model, way, reason)


def not_let_through(model: str, way: str, error: BaseException) -> Refused | None:
    """The error where certificate or proxy forbid a connection, which no other try changes; None for other failures."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            text = f"{model}: the certificate of {way} is not trusted: {cause.verify_message}"
            return Refused(text, hint=_UNKNOWN_AUTHORITY if cause.verify_code in _BY_NOBODY else "")
        # Both HTTP libraries have a class of this name; neither is imported here.
        found = _STATUS.match(str(cause)) if type(cause).__name__ == "ProxyError" else None
        if found and found[1] == "407":
            return Refused(f"{model}: no way to {way}: it wants a user and password, or others", hint=_SIGN_IN)
        if found and found[1][0] == "4":
            return Refused(f"{model}: no way to {way}: the proxy refuses it: {cause}", hint=_EXCEPT)
    return None


def not_looked_up(name: str, way: str, error: BaseException) -> Offline | None:
    """The error where the name of a host has no address, which no other try changes soon; None for other failures."""
    if not any(isinstance(cause, socket.gaierror) for cause in _causes(error)):
        return None
    return Offline(f"{name}: there is no network, or no such host: {way} cannot be looked up")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it comes from, hidden causes too."""
    cause: BaseException | None = error
    seen: set[int] = set()
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of `retry-after-ms`, or of `Retry-After` (RFC 9110: seconds or a date); None when there is neither.

    More than `LONGEST_WAIT_S` counts as that; what is no time says nothing.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        seconds = _seconds(lower)
    except (ValueError, OverflowError):
        return None
    return None if seconds is None or math.isnan(seconds) else min(max(seconds, 0.0), LONGEST_WAIT_S)


def _seconds(lower: Mapping[str, str]) -> float | None:
    try:
        if "retry-after-ms" in lower:
            return float(lower["retry-after-ms"]) / 1000
        return float(lower["retry-after"])
    except KeyError:
        return None
    except ValueError:
        moment = email.utils.parsedate_tz(lower.get("retry-after", ""))
        return email.utils.mktime_tz(moment) - time.time() if moment else None
