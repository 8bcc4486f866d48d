"""The way to a provider's HTTP interface: one request, one bounded answer, failures as our errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from kasen.errors import ConfigurationError, Malformed, ProviderError, Refused, Retryable
from kasen.models.connection import Connection
from kasen.models.failures import disconnected, from_status, not_looked_up, retry_after

LARGEST = 4 << 20
"""Bytes of an answer; twenty abstracts are some 60 kB."""
TIMEOUT = httpx.Timeout(15.0, connect=10.0)
"""A backstop: a call as a whole has a shorter deadline."""
_SHOWN = 300

Refusal = Callable[[int, str], ProviderError | None]
"""What a status and the provider's own words mean where that is not the usual; None for the usual."""


def as_usual(_status: int, _said: str) -> None:
    """Every status means what it means for all providers."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """One provider's address. A client is opened for each call, so that calls of any event loop come one by one."""

    name: str
    address: str
    connection: Connection
    key: str = field(default="", repr=False)
    setting: str = ""
    """Setting of the address, for what people are told."""
    refusal: Refusal = as_usual

    async def get(self, path: str, fields: Mapping[str, str | int]) -> bytes:
        """The body of an answer of status 200. Raises ProviderError, and ConfigurationError for a bad address."""
        return await self._send(path, "GET", params=dict(fields))

    async def post(self, path: str, body: Mapping[str, Any]) -> bytes:
        """The same, with a JSON body."""
        return await self._send(path, "POST", json=dict(body))

    async def _send(self, path: str, method: str, **content: Any) -> bytes:
        url = f"{self.address.rstrip('/')}{path}"
        headers = {"accept-encoding": "identity", "user-agent": "kasen"}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        options = self.connection.options(url, httpx)
        try:
            async with (
                httpx.AsyncClient(timeout=TIMEOUT, headers=headers, **options) as client,
                client.stream(method, url, **content) as response,
            ):
                body = await self._body(response)
        except httpx.InvalidURL as error:
            raise ConfigurationError(f"the address of {self.name} cannot be used: {error}") from error
        except httpx.TimeoutException as error:
            raise Retryable(f"{self.name} does not answer at {self.connection.way(url)}") from error
        except httpx.HTTPError as error:
            why, way = str(error) or type(error).__name__, self.connection.way(url)
            raise not_looked_up(self.name, way, error) or disconnected(self.name, way, error, why) from error
        if response.status_code != 200:
            raise self._failure(response, body)
        return body

    async def _body(self, response: httpx.Response) -> bytes:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise Refused(f"{self.name} compresses its answer although it was asked not to")
        body = bytearray()
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > LARGEST:
                raise Refused(f"{self.name} answers with more than {LARGEST >> 20} MB")
        return bytes(body)

    def _failure(self, response: httpx.Response, body: bytes) -> ProviderError:
        status, said = response.status_code, self._said(body)
        known = self.refusal(status, said)
        if known is not None:
            return known
        if response.is_redirect:
            target = urlsplit(response.headers.get("location", ""))
            place = f"{target.scheme}://{target.netloc}" if target.netloc else "another page"
            hint = f"Set `{self.setting}` to the address that answers itself." if self.setting else ""
            return Refused(f"{self.name} redirects to {place}, which is not followed", hint=hint)
        if status == 404:
            hint = f"Is `{self.setting}` right?" if self.setting else ""
            return Refused(f"{self.name} answered 404: nothing is there", hint=hint)
        return from_status(self.name, status, said, retry_after=retry_after(response.headers))

    def _said(self, body: bytes) -> str:
        """The provider's own words, on one line, never with the key in them."""
        try:
            found: Any = json.loads(body)
            while isinstance(found, dict):
                found = next((found[name] for name in ("detail", "error", "message") if name in found), "")
            text = found if isinstance(found, str) else ""
        except (ValueError, RecursionError):
            text = body.decode("utf-8", "replace")
            text = "" if "<" in text else text
        text = text.replace(self.key, "[redacted]") if self.key else text
        return " ".join(text.split())[:_SHOWN]


def read_json(name: str, body: bytes) -> dict[str, Any]:
    """The object that an answer holds. Raises Malformed."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{name} answered something that is no JSON") from error
    if not isinstance(found, dict):
        raise Malformed(f"{name} answered JSON of another form")
    return found


def results_in(name: str, answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The objects of its list `results`; what is none of them is left out. Raises Malformed without such a list."""
    found = answer.get("results")
    if not isinstance(found, list):
        raise Malformed(f"{name} answered without a list of results")
    return [one for one in found if isinstance(one, dict)]
