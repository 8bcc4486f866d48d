"""One call to OpenAI, or to a server that speaks like it: connection, stream of events, and what went wrong.

Each call has a client of its own, which costs 0.06 ms beside a shared TLS context: it lives in the loop that runs it,
and a call that is cancelled takes its connection along. Nothing comes from the environment: the client library reads
a dozen variables (`OPENAI_BASE_URL`, `OPENAI_CUSTOM_HEADERS`, …), so what it does not take as an argument is put right
on the finished request.
"""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import openai

from kasen.errors import ConfigurationError, Retryable
from kasen.models.connection import DIRECT, Connection
from kasen.models.incoming import ENCODINGS, guard
from kasen.models.provider import ignore
from kasen.models.reach import is_near
from kasen.models.role import Picture

CONNECT_S = 10.0
"""Seconds that a connection may take to stand."""
LOCAL_PATIENCE = 6.0
"""Factor on deadlines for a server on this machine or in this network: it computes on what is at hand."""
_SENT = frozenset({"host", "content-type", "content-length", "accept", "accept-encoding", "connection", "user-agent"})
_NO_KEY = "none"
Event = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """Where calls go, with which key, and how sentences name it (`openai:gpt-5`)."""

    name: str
    address: str
    key: str = field(default="", repr=False)
    connection: Connection = DIRECT

    @property
    def place(self) -> str:
        """`host:port`."""
        url = httpx2.URL(self.address)
        host = f"[{url.host}]" if ":" in url.host else url.host
        return f"{host}:{url.port or (443 if url.scheme == 'https' else 80)}"

    @property
    def is_near(self) -> bool:
        """True for this machine and private networks, by address or by a name without a public domain."""
        return is_near(httpx2.URL(self.address).host)


def endpoint(name: str, address: str, key: str, *, setting: str, connection: Connection = DIRECT) -> Endpoint:
    """The endpoint at that address. Raises ConfigurationError for an address or key that cannot be sent.

    `setting`: the variable that the address comes from, for the sentence.
    """
    try:
        url = httpx2.URL(address.strip())
    except (httpx2.InvalidURL, UnicodeError) as error:
        raise ConfigurationError(f"the address in {setting} is not valid: {error}") from error
    if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query:
        raise ConfigurationError(
            f"the address in {setting} must be like `https://host/v1`, without user, password or `?`"
        )
    key = key.strip()
    if not key.isascii() or not key.isprintable():
        raise ConfigurationError(f"the key of `{name}` holds characters that no key has; copy it again")
    return Endpoint(name=name, address=str(url).rstrip("/"), key=key, connection=connection)


def data_url(picture: Picture) -> str:
    """A picture as a `data:` URL (RFC 2397)."""
    return f"data:{picture.media_type};base64,{base64.b64encode(picture.data).decode('ascii')}"


@asynccontextmanager
async def opened(
    at: Endpoint, *, pulse: Callable[[], object] = ignore, timeout: float | None = None
) -> AsyncIterator[openai.AsyncOpenAI]:
    """The client library for one call. `pulse` is called for everything that arrives, comments of the stream too."""

    async def only_ours(request: httpx2.Request) -> None:
        for name in [name for name in request.headers if name.lower() not in _SENT]:
            del request.headers[name]
        if at.key:
            request.headers["Authorization"] = f"Bearer {at.key}"

    async def watched(response: httpx2.Response) -> None:
        pulse()
        # The client library keeps comments (`: keep-alive`) to itself, so each piece is announced.
        guard(response, httpx2, at.name, pulse=pulse)

    async with (
        httpx2.AsyncClient(
            **at.connection.options(at.address, httpx2),
            timeout=httpx2.Timeout(timeout, connect=CONNECT_S),
            headers={"accept-encoding": ENCODINGS},
            event_hooks={"request": [only_ours], "response": [watched]},
        ) as http,
        openai.AsyncOpenAI(
            api_key=at.key or _NO_KEY,
            admin_api_key="",
            organization="",
            project="",
            webhook_secret="",
            base_url=at.address,
            max_retries=0,
            http_client=http,
        ) as client,
    ):
        yield client


@asynccontextmanager
async def streamed(
    at: Endpoint,
    path: str,
    body: Mapping[str, Any],
    *,
    pulse: Callable[[], object] = ignore,
    timeout: float | None = None,
) -> AsyncIterator[AsyncIterator[Event]]:
    """The events that come for `body`; a server that does not stream gives one, its whole answer.

    Raises openai.APIError as it comes (see `openai_failures.failure`), and Retryable for what cannot be read.
    """
    async with opened(at, pulse=pulse, timeout=timeout) as client:
        stream = await client.post(
            path, cast_to=object, body=dict(body), stream=True, stream_cls=openai.AsyncStream[object]
        )
        async with stream, aclosing(_events(at, stream)) as events:
            yield events


async def _events(at: Endpoint, stream: openai.AsyncStream[object]) -> AsyncGenerator[Event, None]:
    kind = stream.response.headers.get("content-type", "")
    try:
        if "json" in kind and "stream" not in kind:
            yield _whole(at, await stream.response.aread())
            return
        if "html" in kind:
            raise Retryable(f"{at.name} answered with a web page; is {at.address} the address of an API?")
        async for event in stream:
            if isinstance(event, Mapping):
                yield event
    except httpx2.RequestError as error:
        raise openai.APIConnectionError(request=stream.response.request) from error
    except (ValueError, RecursionError) as error:
        raise Retryable(f"{at.name} sent what is not JSON: {error}") from error


def _whole(at: Endpoint, content: bytes) -> Event:
    said = json.loads(content)
    if not isinstance(said, dict):
        raise Retryable(f"{at.name} sent JSON that is no answer")
    if said.get("error"):
        request = httpx2.Request("POST", at.address)
        raise openai.APIError("the answer is an error", request, body=said["error"])
    return said
