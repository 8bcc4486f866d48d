"""The line on which Google's sign-in gets its tokens: the same proxy and authorities as for models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx
from google.auth import transport
from google.auth.exceptions import TransportError

from kasen.models.connection import Connection

TIMEOUT_S = 120.0
"""Seconds for one request where google-auth says nothing; its own transports wait as long."""


class Answer(NamedTuple):
    """What google-auth reads of a response (`google.auth.transport.Response`)."""

    status: int
    headers: Mapping[str, str]
    data: bytes


class SignInLine(transport.Request):
    """Implements google-auth's `Request`, blocking; each request goes the way of its own address."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __call__(
        self,
        url: str,
        method: str = "GET",
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        **_: Any,
    ) -> Answer:
        """One request. Raises TransportError, as google-auth wants it."""
        try:
            with httpx.Client(**self._connection.options(url, httpx), timeout=timeout or TIMEOUT_S) as client:
                said = client.request(method, url, content=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise TransportError(f"{type(error).__name__}: {error}") from error  # type: ignore[no-untyped-call]
        return Answer(said.status_code, said.headers, said.content)
