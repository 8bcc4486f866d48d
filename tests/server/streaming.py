"""A real server on loopback in this process, runs that say what they are told, and readers of streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass

import uvicorn

from kasen.runtime.attempt import Attempt
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.listening import Patient, listen
from kasen.server.serving import Server


@asynccontextmanager
async def listening(deps: ServerDeps, http: type[Patient] = Patient) -> AsyncIterator[int]:
    """The port of a server over `deps`, as `kasen serve` sets it up."""
    sockets = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        create_app(deps), http=http, ws="none", lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = Server(config)
    serving = asyncio.create_task(server.serve(sockets=sockets))
    try:
        yield sockets[0].getsockname()[1]
    finally:
        deps.streams.close()
        server.should_exit = True
        await serving


class Live:
    """A run that somebody drives: it holds the lock, and says what it is told."""

    def __init__(self, attempt: Attempt, ownership: ExitStack) -> None:
        self.attempt, self.id = attempt, attempt.run_id
        self._ownership = ownership

    async def say(self, count: int, text: str = "x") -> None:
        await self.attempt.append([self.attempt.event("warning", text=f"{text} {n}") for n in range(count)])

    def end(self) -> None:
        self._ownership.close()
        self.attempt.store.notify(self.id)


async def live(store: Store, owner: str = "") -> Live:
    row = await store.create(
        team="echo", mode="echo", title="t", lang="en", request={"text": "t"}, options=Options(), owner=owner
    )
    ownership = ExitStack()
    ownership.enter_context(owned(store.folder(row.id), row.id))
    return Live(Attempt(store, row.id, await store.claim(row.id)), ownership)


@dataclass(frozen=True)
class Event:
    """One event as it came: its fields, as they stood there."""

    id: str
    event: str
    data: str


def parsed(text: str) -> list[Event]:
    """The events of a stream, as the standard reads them; comments and `retry` are left out."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if "data" in fields:
            found.append(Event(**fields))
    return found
