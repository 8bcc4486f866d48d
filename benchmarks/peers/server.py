"""The little web with its model, on one port of 127.0.0.1: every answer takes as long as it is told to."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import h11
from benchmarks.peers.corpus import SNIPPET, Corpus, Page, part_in
from benchmarks.peers.log import Entry, Kind
from benchmarks.peers.wire import Asked, Said, stream, whole

from kasen.testing.providers.connection import Connection, Received

HANGS_S = 3600.0
"""Seconds after which an answer that never comes would come."""
Script = Callable[[Asked, Corpus], Said]


class Pace(NamedTuple):
    """Seconds until the first byte of an answer."""

    model: float = 1.0
    search: float = 0.3
    page: float = 0.2


@dataclass(frozen=True)
class Fault:
    """What fails whenever it is asked for: with status 500, or by never answering."""

    kind: Kind
    part: str = ""
    """Only what is about this part of the question."""
    slug: str = ""
    """Of pages the one of that part which fails."""
    roles: tuple[str, ...] = ()
    """Of models those roles, whatever they are asked about."""
    hangs: bool = False


class Answer(NamedTuple):
    """What goes back: `chunks` are streamed."""

    status: int
    media: str
    chunks: list[bytes]
    streams: bool = False


@dataclass
class Web:
    """Answers requests and notes them in `log`."""

    script: Script
    pace: Pace
    fault: Fault | None = None
    port: int = 0
    fired: int = 0
    """Answers that the fault took."""
    log: list[Entry] = field(default_factory=list)
    corpus: Corpus = field(default_factory=lambda: Corpus(0))
    on_answer: Callable[[Entry], None] = lambda _: None
    """Is told of each entry when it has been answered."""

    @property
    def url(self) -> str:
        """Address of models and search."""
        return f"http://127.0.0.1:{self.port}"

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it leaves."""
        connection = Connection(reader, writer, sleep=asyncio.sleep)
        try:
            while (received := await connection.receive()) is not None:
                await self._exchange(connection, received)
        except (ConnectionError, h11.ProtocolError, asyncio.CancelledError):
            # Cancelled only where the loop ends, with an answer that hangs.
            connection.drop()
        finally:
            await connection.close()

    async def _exchange(self, connection: Connection, received: Received) -> None:
        entry, answer, wait = self._answer(received)
        self.log.append(entry)
        await asyncio.sleep(wait)
        headers = {"content-type": answer.media}
        if not answer.streams:
            headers["content-length"] = str(sum(map(len, answer.chunks)))
        await connection.begin(answer.status, headers)
        for chunk in answer.chunks[:-1]:
            await connection.send(chunk)
        await connection.send(answer.chunks[-1], last=True)
        entry.ended, entry.status = time.perf_counter(), answer.status
        self.on_answer(entry)

    def _answer(self, received: Received) -> tuple[Entry, Answer, float]:
        page = self.corpus.by_host.get(received.headers.get("host", ""))
        if page is not None:
            return self._page(page, received)
        if received.path.endswith("/chat/completions"):
            return self._model(Asked(json.loads(received.body)))
        if received.path == "/search":
            return self._search(received)
        entry = Entry("other", f"{received.method} {received.path}", time.perf_counter())
        return entry, Answer(404, "application/json", [b"{}"]), 0.0

    def _model(self, asked: Asked) -> tuple[Entry, Answer, float]:
        said = self.script(asked, self.corpus)
        entry = Entry("model", said.what, time.perf_counter(), tokens_in=asked.tokens(), tokens_out=said.tokens())
        roles = self.fault.roles if self.fault else ()
        if (said.role in roles) if roles else self._fails("model", said.part):
            return self._taken(entry, self.pace.model)
        if asked.body.get("stream"):
            answer = Answer(200, "text/event-stream", list(stream(asked, said, len(self.log))), streams=True)
        else:
            answer = _json(whole(asked, said, len(self.log)))
        return entry, answer, self.pace.model

    def _search(self, received: Received) -> tuple[Entry, Answer, float]:
        """SearXNG's answer to GET, Tavily's to POST; only Tavily's holds the pages."""
        asked = json.loads(received.body) if received.method == "POST" else {}
        query = str(asked.get("query") or parse_qs(received.query).get("q", [""])[0])
        found = self.corpus.search(query)
        raw = bool(asked.get("include_raw_content"))
        entry = Entry(
            "search", query, time.perf_counter(), pages=tuple(one.url for one in found if raw and not self._dead(one))
        )
        if self._fails("search", part_in(query)):
            return self._taken(entry, self.pace.search)
        self.fired += raw and any(self._dead(one) for one in found)
        results = [self._result(one, raw=raw) for one in found]
        body = {"query": query, "results": results, "response_time": 0.3, "images": [], "answer": None}
        return entry, _json(body), self.pace.search

    def _result(self, page: Page, *, raw: bool) -> dict[str, Any]:
        result: dict[str, Any] = {"url": page.url, "title": page.title, "content": f"{page.text[:SNIPPET]} …"}
        if raw:
            result |= {"score": 0.5, "raw_content": None if self._dead(page) else page.text}
        return result

    def _page(self, page: Page, received: Received) -> tuple[Entry, Answer, float]:
        if received.path == "/robots.txt":
            entry = Entry("other", page.url, time.perf_counter())
            return entry, Answer(404, "text/plain", [b"none"]), self.pace.page
        entry = Entry("page", page.url, time.perf_counter(), pages=(page.url,))
        if self._dead(page):
            return self._taken(entry, self.pace.page)
        return entry, Answer(200, "text/html; charset=utf-8", [page.html.encode()]), self.pace.page

    def _taken(self, entry: Entry, pace: float) -> tuple[Entry, Answer, float]:
        """What the fault answers, counted when it is asked for: one that hangs never ends."""
        self.fired += 1
        return entry, _failed(), HANGS_S if self.fault is not None and self.fault.hangs else pace

    def _dead(self, page: Page) -> bool:
        return self._fails("page", page.part) and page.slug == (self.fault.slug if self.fault else "")

    def _fails(self, kind: Kind, part: str) -> bool:
        return self.fault is not None and self.fault.kind == kind and self.fault.part == part


def _json(body: dict[str, Any]) -> Answer:
    return Answer(200, "application/json", [json.dumps(body).encode()])


def _failed() -> Answer:
    body = {"error": {"message": "the server had an error", "type": "server_error", "code": None, "param": None}}
    return Answer(500, "application/json", [json.dumps(body).encode()])


@asynccontextmanager
async def serving(script: Script, pace: Pace, fault: Fault | None = None) -> AsyncIterator[Web]:
    """The web while the block runs, on a port of its own."""
    web = Web(script, pace, fault)
    server = await asyncio.start_server(web.connected, "127.0.0.1", 0)
    web.port = server.sockets[0].getsockname()[1]
    web.corpus = Corpus(web.port)
    try:
        yield web
    finally:
        server.close()
