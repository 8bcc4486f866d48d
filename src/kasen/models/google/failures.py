"""What Google's service and libraries raise, as one of our errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import httpx
from google.auth import exceptions as auth
from google.genai import errors

from kasen.errors import AccountClosed, ConfigurationError, KeyRefused, ModelNotFound, ProviderError, Retryable
from kasen.models.connection import DIRECT, Connection
from kasen.models.failures import disconnected, from_status, retry_after

SIGN_IN = "Run: gcloud auth application-default login"
_SHOWN = 400
_SPENT = re.compile(r"per.?day|prepay|credits|spend(ing)? (cap|limit)|limit: 0\b", re.IGNORECASE)
_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")


@contextmanager
def as_ours(
    model: str, address: str, *, connection: Connection = DIRECT, secret: str = "", vertex: bool = False
) -> Iterator[None]:
    """Turns failures of google-genai, its HTTP client and its credentials into ours; cancellation passes.

    Put around their calls only, for what they raise is wide.
    """
    try:
        yield
    except errors.APIError as error:
        # Without its cause, for the service's words may hold the key.
        raise refused(model, error, secret=secret, vertex=vertex) from None
    except (errors.UnknownApiResponseError, ValueError, OverflowError, RecursionError) as error:
        raise Retryable(f"{model} answered what cannot be read: {_clip(str(error), secret)}") from None
    except (AttributeError, LookupError, TypeError) as error:
        # What google-genai raises for an answer of another shape (`{"error": "…"}` in the middle of a stream).
        raise Retryable(f"{model} answered in a shape of its own") from error
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise ConfigurationError(f"the address `{address}` for {model} is not usable: {error}") from error
    except httpx.HTTPError as error:
        way = connection.way(address)
        raise disconnected(model, way, error, str(error) or type(error).__name__) from error
    except auth.TransportError as error:
        raise disconnected(model, "Google's sign-in", error, _clip(str(error))) from error
    except auth.RefreshError as error:
        raise KeyRefused(
            f"{model}: the sign-in to Google Cloud is refused: {_clip(str(error))}", hint=SIGN_IN
        ) from error
    except auth.GoogleAuthError as error:
        said = _clip(str(error))
        raise ConfigurationError(f"{model} needs a sign-in to Google Cloud: {said}", hint=SIGN_IN) from error


def refused(model: str, error: errors.APIError, *, secret: str = "", vertex: bool = False) -> ProviderError:
    """The error for an answer of the service that is none; `secret` is cut out of its words."""
    details = _details(error)
    said = _clip(str(error.message or ""), secret)
    reasons = " ".join(str(detail["reason"]) for detail in details if "reason" in detail)
    status = error.code if isinstance(error.code, int) else 500
    wait = _retry_delay(details)
    wait = retry_after(_headers(error)) if wait is None else wait
    if status == 429:
        return _limited(f"{model} answered 429: {said or 'no reason given'}", said, details, wait)
    ours = from_status(model, status, said, code=_clip(f"{error.status or ''} {reasons}", secret), retry_after=wait)
    if vertex and isinstance(ours, KeyRefused):
        ours.hint = f"The account needs the role Vertex AI User in the project. {SIGN_IN}"
    if vertex and isinstance(ours, ModelNotFound):
        ours.hint = "Many models are served in few places: try VERTEX_LOCATION=global."
    return ours


def _limited(text: str, said: str, details: list[dict[str, Any]], wait: float | None) -> ProviderError:
    """A limit per minute passes; one per day, or spent credit, closes the account.

    The words "exceeded your current quota, please check your plan and billing" stand in both.
    """
    quotas = [
        f"{violation.get('quotaId', '')} {violation.get('quotaMetric', '')}"
        for detail in details
        for violation in detail.get("violations", ())
        if isinstance(violation, Mapping)
    ]
    if any("PerDay" in quota for quota in quotas):
        return AccountClosed(text, reset_s=until_midnight_pacific(datetime.now(UTC)))
    if _SPENT.search(said):
        return AccountClosed(text)
    return Retryable(text, retry_after=wait, limited=True)


def until_midnight_pacific(now: datetime) -> float | None:
    """Seconds until Google's quotas per day begin anew; None where this machine knows no time zones."""
    try:
        pacific = ZoneInfo("America/Los_Angeles")
    except ZoneInfoNotFoundError:
        return None
    there = now.astimezone(pacific)
    midnight = datetime.combine(there.date() + timedelta(days=1), datetime.min.time(), tzinfo=pacific)
    return (midnight.astimezone(UTC) - now).total_seconds()


def _details(error: errors.APIError) -> list[dict[str, Any]]:
    body = error.details.get("error", error.details) if isinstance(error.details, dict) else {}
    found = body.get("details", ()) if isinstance(body, dict) else ()
    return [detail for detail in found if isinstance(detail, dict)] if isinstance(found, list) else []


def _retry_delay(details: list[dict[str, Any]]) -> float | None:
    for detail in details:
        match = _DELAY.fullmatch(str(detail.get("retryDelay", "")))
        if match:
            return float(match[1])
    return None


def _headers(error: errors.APIError) -> Mapping[str, str]:
    headers = getattr(error.response, "headers", None)
    return headers if isinstance(headers, Mapping) else {}


def _clip(text: str, secret: str = "") -> str:
    text = " ".join((text.replace(secret, "[key]") if secret else text).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
