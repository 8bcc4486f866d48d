"""Whether each provider answers and takes its key: one list of models, which costs nothing. No SDK is imported."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from http.client import responses
from typing import TYPE_CHECKING, Literal, NamedTuple

from kasen.errors import ConfigurationError, KeyRefused
from kasen.models.access import Access
from kasen.models.connection import Connection, connection_of
from kasen.models.failures import from_status, not_let_through

if TYPE_CHECKING:
    import httpx

TIMEOUT_S = 5.0
"""Seconds that a provider may take."""
ANTHROPIC_VERSION = "2023-06-01"
"""The version of its API that Anthropic wants to be named (docs.anthropic.com/en/api/versioning)."""
State = Literal["answers", "refused", "failed", "unreachable", "unchecked"]


class Probe(NamedTuple):
    """What one provider did: `refused` is its word on the key, `failed` any other error, `said` says it in a clause."""

    state: State
    said: str


class _Request(NamedTuple):
    url: str
    headers: Mapping[str, str]


async def probe(access: Access, *, timeout_s: float = TIMEOUT_S) -> dict[str, Probe]:
    """Every provider for which there is a key or address, all at once; redirects are not followed."""
    asked, connection = requests(access), connection_of(access)
    found = await asyncio.gather(*(_probe(connection, name, one, timeout_s) for name, one in asked.items()))
    probes = dict(zip(asked, found, strict=True))
    if access.vertex_project_id:
        said = "Vertex AI signs in with Application Default Credentials; that is tried when a model is asked"
        probes["google"] = Probe("unchecked", said)
    return probes


def requests(access: Access) -> dict[str, _Request]:
    """Provider to the request that lists its models, for those that can be asked; a key goes to its own address."""
    asked = {"ollama": _Request(f"{_base(access.ollama_base_url, '')}/api/tags", {})}
    if access.google_api_key and not access.vertex_project_id:
        base = _base(access.google_base_url, "https://generativelanguage.googleapis.com")
        asked["google"] = _Request(f"{base}/v1beta/models?pageSize=1", {"x-goog-api-key": access.google_api_key})
    if access.openai_api_key:
        base = _base(access.openai_base_url, "https://api.openai.com/v1")
        asked["openai"] = _Request(f"{base}/models", _bearer(access.openai_api_key))
    if access.anthropic_api_key:
        base = _base(access.anthropic_base_url, "https://api.anthropic.com")
        headers = {"x-api-key": access.anthropic_api_key, "anthropic-version": ANTHROPIC_VERSION}
        asked["anthropic"] = _Request(f"{base}/v1/models?limit=1", headers)
    if access.compatible_base_url:
        asked["compatible"] = _Request(
            f"{_base(access.compatible_base_url, '')}/models", _bearer(access.compatible_api_key)
        )
    return asked


def _base(address: str, own: str) -> str:
    return (address or own).rstrip("/")


def _bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


async def _probe(connection: Connection, provider: str, asked: _Request, timeout_s: float) -> Probe:
    import httpx

    started = time.monotonic()
    try:
        options = connection.options(asked.url, httpx) | {"headers": {"accept-encoding": "identity"}}
        async with (
            asyncio.timeout(timeout_s),
            httpx.AsyncClient(timeout=timeout_s, **options) as client,
            client.stream("GET", asked.url, headers=dict(asked.headers)) as said,
        ):
            words = "" if said.status_code == 200 else await _beginning(said)
    except (TimeoutError, httpx.TimeoutException):
        return Probe("unreachable", f"no answer within {timeout_s:g} s")
    except ConfigurationError as error:
        return Probe("unreachable", str(error))
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        return Probe("unreachable", _why(connection, asked.url, error))
    if said.status_code == 200:
        return Probe("answers", f"answers in {time.monotonic() - started:.1f} s")
    if isinstance(from_status(provider, said.status_code, words), KeyRefused):
        return Probe("refused", f"the key was refused ({said.status_code})")
    phrase = responses.get(said.status_code, "")
    return Probe("failed", f"answered {said.status_code} {phrase}".rstrip())


async def _beginning(said: httpx.Response) -> str:
    """The first words of an error; the rest, which may have no end, is left."""
    async for piece in said.aiter_raw():
        return piece[:1000].decode("utf-8", "replace")
    return ""


def _why(connection: Connection, url: str, error: Exception) -> str:
    try:
        way = connection.way(url)
    except ValueError:
        return "no connection to an address that is none"
    refused = not_let_through("", way, error)
    return f"{refused} ({refused.hint})".removeprefix(": ") if refused else f"no connection to {way}"
