"""A server at an address: streamable HTTP, through the user's proxy and certificates, its answers within bounds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from kasen.errors import KasenError, Refused
from kasen.models.connection import Connection
from kasen.models.incoming import ENCODINGS, guard
from kasen.tools.search.mcp.bounds import MOST

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

TIMEOUT_S = 30.0
"""A backstop; a call as a whole has a shorter deadline."""


class Endpoint:
    """`async with endpoint.streams() as (read, write)`; `ended`: its last answer, where that was a refusal."""

    def __init__(self, name: str, url: str, headers: Mapping[str, str], connection: Connection) -> None:
        self.ended: KasenError | None = None
        self._name = name
        self._url = url
        self._headers = headers
        self._connection = connection

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[TransportStreams]:
        """Open the way to it; nothing is sent yet. Raises ConfigurationError for certificates that cannot be read."""
        import httpx2
        from mcp.client.streamable_http import streamable_http_client

        options: dict[str, Any] = self._connection.options(self._url, httpx2)
        headers = {"user-agent": "kasen", "accept-encoding": ENCODINGS, **self._headers}

        async def look(response: Any) -> None:
            guard(response, httpx2, self._name, pulse=lambda: None, most=MOST)
            self.ended = self._refusal(response.status_code)

        client = httpx2.AsyncClient(
            headers=headers,
            timeout=httpx2.Timeout(TIMEOUT_S, connect=10.0),
            event_hooks={"response": [look]},
            **options,
        )
        async with client, streamable_http_client(self._url, http_client=client, max_sse_event_size=MOST) as streams:
            yield streams

    def _refusal(self, status: int) -> KasenError | None:
        if status in (401, 403):
            return Refused(
                f"{self._name} answered {status}: it does not let us in",
                hint="Give it a key in `headers` of its table `[mcp.…]`.",
            )
        if status >= 300:
            return Refused(f"{self._name} answered {status}")
        return None
