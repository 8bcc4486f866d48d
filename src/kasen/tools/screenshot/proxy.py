"""The only way out for a page that is looked at: a proxy on this machine that asks the policy of addresses first.

Whatever the page does (redirects, pictures, frames, `fetch`, websockets), Chromium can only ask here. The address that
was typed may be private; what it leads to may be so on the same origin only. A name is looked up once for the whole
visit, and the connection goes to an address that was judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpcore

from kasen.errors import Refused, Retryable
from kasen.models.connection import DIRECT, Connection, shown
from kasen.models.reach import is_near
from kasen.tools.addresses import PORTS, Checked
from kasen.tools.screenshot.relay import Broken, Spend, exchange, request_of, tunnel

if TYPE_CHECKING:
    from kasen.tools.addresses import Addresses

TRIED = 3
"""Addresses of a host that are tried, one after the other."""
_HEAD = 65_536
"""Most bytes of a request's head."""


@dataclass(frozen=True, kw_only=True)
class ProxyLimits:
    """What one page may use."""

    bytes: int = 64 << 20
    """Of all answers together."""
    connections: int = 1000
    at_once: int = 48
    connect_s: float = 5.0
    idle_s: float = 20.0
    """A connection on which nothing comes for so long is closed."""


class _No(Exception):
    """A request that is not sent; the message is a clause about its host."""


class FilteringProxy:
    """`async with FilteringProxy(addresses, start).running() as port`: HTTP and CONNECT for one visit to `start`.

    `refused` says of each `host:port` that was asked for and not to be had why.
    """

    def __init__(
        self,
        addresses: Addresses,
        start: Checked,
        *,
        connection: Connection = DIRECT,
        limits: ProxyLimits | None = None,
    ) -> None:
        self.refused: dict[str, str] = {}
        self._addresses = addresses
        self._start = start
        self._connection = connection
        self._limits = limits or ProxyLimits()
        self._spend = Spend(self._limits.bytes)
        self._turns = asyncio.Semaphore(self._limits.at_once)
        self._left = self._limits.connections
        self._judged: dict[tuple[str, int], asyncio.Task[Checked]] = {}
        self._serving: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[int]:
        """Serves on a port of 127.0.0.1 until the end of the block, which ends every connection."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=_HEAD)
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            server.close()
            tasks = [*self._serving, *self._judged.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await server.wait_closed()

    def why_not(self, url: str) -> str:
        """Why nothing was had from the host of that URL; empty when nothing was in the way."""
        return self.refused.get(_place(url), "")

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request; no connection is used twice, so that each request is judged."""
        try:
            async with asyncio.timeout(self._limits.idle_s):
                head = await reader.readuntil(b"\r\n\r\n")
            async with self._turns:
                await self._answer(head, reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, Broken):
            pass  # the browser sees a connection that ends, and goes on
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = request_of(head)
        scheme = self._start.scheme if request.is_tunnel else "http"
        url = f"{scheme}://{request.target}" if request.is_tunnel else request.target
        try:
            target = await self._judge(url)
            stream = await self._connect(target)
        except _No as no:
            self.refused[_place(url)] = str(no)
            writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()
            return
        try:
            if request.is_tunnel:
                await tunnel(reader, writer, stream, self._spend, self._limits.idle_s)
            else:
                await exchange(request, target, reader, writer, stream, self._spend, self._limits.idle_s)
        finally:
            await stream.aclose()

    async def _judge(self, url: str) -> Checked:
        """The policy's word, asked once for each host and port. Raises _No."""
        self._left -= 1
        if self._left < 0:
            raise _No(f"the page asks for more than {self._limits.connections} things")
        try:
            probe = _origin(url)
            task = self._judged.get(probe)
            if task is None:
                task = self._judged[probe] = asyncio.create_task(self._addresses.follow(self._start, url))
            return await asyncio.shield(task)
        except ValueError as error:
            raise _No("it is no valid address") from error
        except (Refused, Retryable) as error:
            raise _No(str(error)) from error

    async def _connect(self, target: Checked) -> httpcore.AsyncNetworkStream:
        """A connection to one of the checked addresses. Raises _No."""
        backend = self._backend(target)
        for address in target.addresses[:TRIED]:
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.ProxyError, OSError):
                return await backend.connect_tcp(address, target.port, timeout=self._limits.connect_s)
        raise _No(f"`{target.host}` takes no connection")

    def _backend(self, target: Checked) -> httpcore.AsyncNetworkBackend:
        proxy = "" if any(map(is_near, target.addresses)) else self._connection.proxy_for(target.url)
        if not proxy:
            return httpcore.AnyIOBackend()
        if proxy.startswith("socks"):
            raise _No(f"the proxy {shown(proxy)} speaks SOCKS, which is not used for pictures of pages")
        import httpx

        from kasen.tools.fetch.tunnel import Tunnel

        return Tunnel(httpx.Proxy(proxy), self._connection.tls)


def _origin(url: str) -> tuple[str, int]:
    """Host and port. Raises ValueError."""
    parts = urlsplit(url)
    if not parts.hostname or parts.scheme not in PORTS:
        raise ValueError("not an address of the web")
    return parts.hostname, parts.port or PORTS[parts.scheme]


def _place(url: str) -> str:
    try:
        host, port = _origin(url)
    except ValueError:
        return ""
    return f"{host}:{port}"
