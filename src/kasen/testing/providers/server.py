"""The server: takes requests on loopback, answers by the script of its Fake, fails on request."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import Any

import h11

from kasen.errors import UsageError
from kasen.testing.providers import answering, routes
from kasen.testing.providers.connection import Connection, Received
from kasen.testing.providers.fake import Behaviour, Call, Fake
from kasen.testing.providers.faults import ANSWERED, Fault
from kasen.testing.providers.listings import KNOWN
from kasen.testing.providers.reply import Reply
from kasen.testing.providers.wire import Asked, Format, Problem

_TURNS = 5
"""Turns of the event loop after which an accepted client has its task; it takes three: transport, protocol, task."""


class Server:
    """Serves the connections of one Fake."""

    def __init__(self, fake: Fake) -> None:
        self._fake = fake
        self._tasks: set[asyncio.Task[None]] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it leaves."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._fake.open_connections += 1
        behaviour = self._fake.behaviour
        connection = Connection(reader, writer, sleep=behaviour.sleep, split=behaviour.split)
        try:
            while (received := await connection.receive()) is not None:
                await self._exchange(connection, received)
        except (ConnectionError, h11.ProtocolError, asyncio.CancelledError):
            # Cancelled only by `end`, which waits for this task: nobody else is to hear of it.
            connection.drop()
        finally:
            self._fake.open_connections -= 1
            self._tasks.discard(task)
            await connection.close()

    async def end(self) -> None:
        """Drop all connections."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _exchange(self, connection: Connection, received: Received) -> None:
        route = routes.route(received.path, received.headers)
        asked, problem = self._understood(received, route)
        call = Call(
            provider=asked.provider,
            operation=asked.operation,
            path=received.path,
            headers=received.headers,
            body=asked.body,
            at=time.monotonic(),
            prompt=asked.prompt,
            key=asked.key,
            model=asked.model,
        )
        self._fake.calls.append(call)
        with self._fake.counted(asked.provider):
            if route is None or problem is not None:
                work = answering.send_problem(connection, problem or routes.not_found(received.path))
            else:
                work = self._answer(connection, route.format, asked, call)
            await self._unless_left(connection, work)

    async def _unless_left(self, connection: Connection, work: Awaitable[None]) -> None:
        """Do the work until it is done or the client is gone."""
        doing, gone = asyncio.ensure_future(work), asyncio.ensure_future(connection.left())
        try:
            await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise ConnectionAbortedError("the client left")
            await doing
        except ConnectionError as error:
            self._fake.cancelled += not isinstance(error, answering.Dropped)
            raise
        finally:
            for task in (doing, gone):
                task.cancel()
            await asyncio.gather(doing, gone, return_exceptions=True)

    def _understood(self, received: Received, route: routes.Route | None) -> tuple[Asked, Problem | None]:
        """The request as its wire format reads it, and the error that it gets for its form, key or model."""
        provider, operation, model = (route.provider, route.operation, route.model) if route else ("", "", "")
        behaviour = self._fake.behaviour
        asked = Asked(
            number=len(self._fake.calls) + 1,
            provider=provider,
            operation=operation,
            path=received.path,
            query=received.query,
            headers=received.headers,
            key=routes.key(received.headers, received.arguments),
            model=model,
            known=behaviour.models.get(provider, KNOWN.get(provider, ())),
            dimensions=behaviour.dimensions,
        )
        if route is None:
            return asked, None
        try:
            body = json.loads(received.body or b"{}")
            asked = route.format.read(replace(asked, body=body if isinstance(body, dict) else {}))
        except (ValueError, KeyError, TypeError, AttributeError):
            return asked, route.format.error(asked, Fault(kind="status", status=400))
        asked = asked if asked.key else replace(asked, key=str(asked.body.get("api_key", "")))
        return asked, self._refusal(asked, route.format)

    def _refusal(self, asked: Asked, format_: Format) -> Problem | None:
        right = self._fake.behaviour.keys.get(asked.provider)
        if right is not None and asked.key != right:
            return routes.refuse_key(asked, format_)
        only = self._fake.behaviour.models.get(asked.provider)
        if only is not None and asked.model and not {asked.model, f"{asked.model}:latest"} & set(only):
            return format_.error(asked, Fault(kind="status", status=404))
        return None

    async def _answer(self, connection: Connection, format_: Format, asked: Asked, call: Call) -> None:
        fake, behaviour = self._fake, self._fake.behaviour
        if asked.provider == "google":
            fake.signatures.check(asked.body)
        fault = fake.faults.take(asked, lambda fault: format_.scripted or fault.kind not in ANSWERED)
        call.fault = fault
        await behaviour.sleep(behaviour.latency_s)
        if fault and await answering.failed(connection, format_, asked, fault, behaviour.sleep):
            return
        reply = answering.reply_of(fake.answers.take(asked), asked, call) if format_.scripted else Reply()
        reply = fault.change(reply) if fault else reply
        fake.signatures.note(reply)
        usage = reply.usage or fake.cache.usage(asked, reply)
        answer = answering.Answer(connection, format_, asked, behaviour.pace_s, behaviour.sleep)
        await answer.send(reply, usage, fault, call)


@asynccontextmanager
async def serving(
    latency_s: float = 0.0,
    keys: Mapping[str, str] | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    **behaviour: Any,
) -> AsyncIterator[Fake]:
    """The fake providers in this event loop while the block runs; further arguments are fields of Behaviour.

    Raises UsageError for a host that is not loopback, and OSError for a port that is taken.
    """
    if not _is_loopback(host):
        raise UsageError(f"the fake providers serve this machine only; `{host}` is not a loopback address")
    fake = Fake(Behaviour(latency_s=latency_s, keys=dict(keys or {}), **behaviour))
    handler = Server(fake)
    server = await asyncio.start_server(handler.connected, host, port)
    found = server.sockets[0].getsockname()[1]
    fake.url = f"http://[{host}]:{found}" if ":" in host else f"http://{host}:{found}"
    try:
        yield fake
    finally:
        await _accept_no_more(server)
        server.close()
        await handler.end()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(server.wait_closed(), 5)


@contextmanager
def serving_in_thread(
    latency_s: float = 0.0, keys: Mapping[str, str] | None = None, **behaviour: Any
) -> Iterator[Fake]:
    """The same in an event loop of its own, for code that is not async or that has loops of its own."""
    ready, begun, problems = threading.Event(), list[tuple[Fake, _Stop]](), list[Exception]()

    async def serve() -> None:
        stop = _Stop(asyncio.get_running_loop())
        async with serving(latency_s, keys, **behaviour) as fake:
            begun.append((fake, stop))
            ready.set()
            await stop.asked.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except (OSError, UsageError, TypeError) as error:
            problems.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="kasen-fake-providers", daemon=True)
    thread.start()
    ready.wait()
    if problems:
        raise problems[0]
    fake, stop = begun[0]
    try:
        yield fake
    finally:
        stop.ask()
        thread.join()


async def _accept_no_more(server: asyncio.Server) -> None:
    """Let clients that were accepted begin, so that they can be ended: closing first would lose them, sockets open."""
    loop = asyncio.get_running_loop()
    for listening in server.sockets:
        loop.remove_reader(listening.fileno())
    for _ in range(_TURNS):
        await asyncio.sleep(0)


class _Stop:
    """Asks a loop in another thread to stop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.asked = asyncio.Event()

    def ask(self) -> None:
        self._loop.call_soon_threadsafe(self.asked.set)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
