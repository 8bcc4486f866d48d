"""A web site on loopback that tests fill with pages; it counts connections and keeps what was asked."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from kasen.tools.addresses import Addresses


@dataclass
class Answer:
    """What a page answers; `raw` replaces the whole answer, `hang` stops in the middle of it for ever."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    raw: bytes | None = None
    hang: bool = False

    def wire(self) -> bytes:
        if self.raw is not None:
            return self.raw
        body = self.body.encode() if isinstance(self.body, str) else self.body
        headers = {"Content-Length": str(len(body)), **self.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"HTTP/1.1 {self.status} X\r\n{lines}\r\n".encode() + body


@dataclass
class Asked:
    """A request as it came in."""

    path: str
    headers: Mapping[str, str]


Page = Answer | Sequence[Answer] | Callable[[Asked], Awaitable[Answer]]


@dataclass
class Site:
    """`pages` by path; a list answers one after the other, the last for ever. Unknown paths answer 404."""

    port: int = 0
    pages: dict[str, Page] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    at_once: int = 0
    most_at_once: int = 0
    _times: dict[str, int] = field(default_factory=dict)

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def named(self, path: str = "/", host: str = "site.example.org") -> str:
        """The same under a name that `addresses()` knows."""
        return f"http://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def addresses(self) -> Addresses:
        """A policy that allows this site only; every name leads to it."""
        return Addresses(allow={("127.0.0.1", self.port)}, resolve=resolver({}, default=["127.0.0.1"]))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            asked = Asked(head[0].split(" ")[1], headers)
            self.asked.append(asked)
            answer = await self._answer(asked)
            writer.write(answer.wire())
            await writer.drain()
            if answer.hang:
                await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self.at_once -= 1
            writer.close()
            with suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    async def _answer(self, asked: Asked) -> Answer:
        page = self.pages.get(asked.path, Answer("not here", 404))
        if isinstance(page, Answer):
            return page
        if callable(page):
            return await page(asked)
        nth = self._times.get(asked.path, 0)
        self._times[asked.path] = nth + 1
        return page[min(nth, len(page) - 1)]


@asynccontextmanager
async def site(pages: Mapping[str, Page] | None = None, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    """A site while the block runs."""
    served = Site(pages=dict(pages or {}))
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with suppress(asyncio.CancelledError):
            await served.serve(reader, writer)
        tasks.discard(task)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def resolver(
    known: Mapping[str, Sequence[str]], *, default: Sequence[str] = (), looked_up: list[str] | None = None
) -> Callable[[str, int], Awaitable[Sequence[str]]]:
    """Looks names up in a table."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        if looked_up is not None:
            looked_up.append(host)
        return known.get(host, default)

    return resolve


def redirect(to: str, status: int = 302) -> Answer:
    """An answer that sends elsewhere."""
    return Answer(b"", status, {"Location": to})


def article(words: str = "", *, head: str = "", title: str = "Tea") -> str:
    """A page whose main text is long enough to be found."""
    text = (
        words or "Uji has grown tea since the Kamakura period, and its fogs made it famous in the whole country. " * 6
    )
    return (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body><main><p>{text}</p></main></body></html>"
    )
