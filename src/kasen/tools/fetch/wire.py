"""One HTTP request to an address that was checked, and nothing beside it.

No connection is used twice, so that none made for one name answers for another. No cookies, no authentication, no
referrer, no HTTP/2; the proxy of the settings is used, never one of the environment (see `tunnel`).
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

import httpx

from kasen.models.connection import DIRECT, Connection
from kasen.prompts.outside import printable
from kasen.tools.addresses import Checked
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.inflate import Body, too_large
from kasen.tools.fetch.media import LIMITS, SNIFFED, Medium, medium
from kasen.tools.fetch.tunnel import transport_to

TRIED = 3
"""Addresses of a host that are tried, one after the other."""
CONNECT_S = 4.0
"""Seconds for a connection to one of them."""


@dataclass(frozen=True)
class Answered:
    """The head of an answer, and its body when it is asked for."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    _response: httpx.Response

    async def beginning(self, limit: int) -> bytes:
        """The first `limit` bytes of the body, or all when there are fewer. Raises Failure."""
        body = Body(self.headers, max(LIMITS.values()))
        async for chunk in _chunks(self._response):
            decoded = body.receive(chunk)
            if len(decoded) >= limit:
                return bytes(decoded[:limit])
        return body.done()

    async def page(self) -> tuple[Medium, bytes]:
        """What kind of page it is, and its body. Raises Failure: not a page, too large, broken."""
        body = Body(self.headers, max(LIMITS.values()))
        kind: Medium | None = None
        async for chunk in _chunks(self._response):
            decoded = body.receive(chunk)
            if kind is None and len(decoded) >= SNIFFED:
                kind = self._kind(bytes(decoded[:SNIFFED]))
            if kind is not None and len(decoded) > LIMITS[kind]:
                raise too_large(LIMITS[kind])
        whole = body.done()
        kind = kind or self._kind(whole[:SNIFFED])
        return kind, whole

    def _kind(self, head: bytes) -> Medium:
        return medium(self.headers.get("content-type", ""), head)


class Wire:
    """Sends requests, through the proxy of `connection`; `tls` replaces its trusted certificates, for tests."""

    def __init__(self, tls: ssl.SSLContext | None = None, connection: Connection = DIRECT) -> None:
        self._given = tls
        self._connection = connection

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return self._given or self._connection.tls

    @asynccontextmanager
    async def get(self, target: Checked, headers: Mapping[str, str]) -> AsyncIterator[Answered]:
        """GET at one of the checked addresses. Raises Failure; times are kept by the caller."""
        async with transport_to(target, self._connection, self._tls) as transport:
            response = await _first(transport, target, headers)
            try:
                yield Answered(response.status_code, _joined(response.headers), response)
            finally:
                await response.aclose()


async def _first(transport: httpx.AsyncHTTPTransport, target: Checked, headers: Mapping[str, str]) -> httpx.Response:
    """The answer of the first address that takes a connection."""
    addresses = _by_turns(target.addresses)[:TRIED]
    for address in addresses:
        try:
            return await transport.handle_async_request(_request(target, address, headers))
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            if address == addresses[-1] or _distrusted(error):
                raise _unreachable(error) from error
        except (httpx.TransportError, httpx.InvalidURL, OSError) as error:
            raise _unreachable(error) from error
    raise AssertionError("a checked URL has an address")


def _by_turns(addresses: tuple[str, ...]) -> list[str]:
    """In their order, IPv4 and IPv6 by turns: where one of them leads nowhere, the other is not left out."""
    first = ":" in addresses[0]
    kinds = ([a for a in addresses if (":" in a) == first], [a for a in addresses if (":" in a) != first])
    return [address for pair in zip_longest(*kinds) for address in pair if address is not None]


def _request(target: Checked, address: str, headers: Mapping[str, str]) -> httpx.Request:
    """The URL names the address, so that nothing is looked up again; Host and TLS name the host."""
    url = httpx.URL(target.url).copy_with(host=address)
    times = {"connect": CONNECT_S, "read": None, "write": None, "pool": None}
    return httpx.Request(
        "GET",
        url,
        headers={"Host": target.authority, **headers, "Connection": "close"},
        extensions={"timeout": times, "sni_hostname": target.host},
    )


async def _chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for chunk in response.aiter_raw():
            yield chunk
    except (httpx.TransportError, OSError) as error:
        raise _unreachable(error) from error


def _joined(headers: httpx.Headers) -> dict[str, str]:
    """Values as text: UTF-8 where they are, as in many a `Location`."""
    joined: dict[str, str] = {}
    for raw_name, raw in headers.raw:
        name = raw_name.decode("latin-1").lower()
        try:
            value = raw.decode("utf-8")
        except UnicodeDecodeError:
            value = raw.decode("latin-1")
        joined[name] = f"{joined[name]}, {value}" if name in joined else value
    return joined


def _distrusted(error: BaseException) -> bool:
    """Whether a certificate was the reason."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ssl.SSLCertVerificationError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _unreachable(error: BaseException) -> Failure:
    if _distrusted(error):
        return Failure("unreachable", "has a certificate that is not valid for it")
    if isinstance(error, httpx.InvalidURL | httpx.LocalProtocolError | httpx.UnsupportedProtocol):
        return Failure("unreachable", "cannot be asked for over HTTP")
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return Failure("unreachable", "takes no connection", again=True)
    if isinstance(error, httpx.ProxyError):
        return Failure("unreachable", f"is not to be had through the proxy: {printable(str(error))[:100]}", again=True)
    return Failure("unreachable", "broke off or sent no sound HTTP", again=True)
