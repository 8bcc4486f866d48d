"""The fake providers: a server on loopback that answers by script, counts what it tells, and fails on request."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import h11

from kasen.models.access import Access
from kasen.models.role import Usage
from kasen.testing.network import is_local
from kasen.testing.providers import answering, routes
from kasen.testing.providers.connection import Connection, Received, Sleep
from kasen.testing.providers.faults import ANSWERED, Fault
from kasen.testing.providers.listings import KNOWN
from kasen.testing.providers.reply import Reply
from kasen.testing.providers.script import Match, Queue
from kasen.testing.providers.signatures import Signatures
from kasen.testing.providers.tokens import Cache
from kasen.testing.providers.wire import Asked, Json

DUMMY_KEY = "test-key"


@dataclass(eq=False)
class Call:
    """One request that the fake received."""

    provider: str
    """Empty for a path that no provider has."""
    operation: str
    """`chat`, `responses`, `messages`, `generateContent`, `streamGenerateContent`, `embed`, `list`, `search` …"""
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Json
    at: float
    """Seconds of `time.monotonic`."""
    prompt: str = ""
    key: str = ""
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    """What the answer has told so far."""
    fault: Fault | None = None


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """How a fake behaves throughout."""

    latency_s: float = 0.0
    """Seconds before each answer's first byte."""
    pace_s: float = 0.0
    """Seconds before each further piece of a streamed answer."""
    split: int | None = None
    """Bytes per write, so that characters arrive in halves; None: whole pieces."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Provider to the only key that it accepts; others accept any."""
    models: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Provider to the only models that it has; others have any, and list `listings.KNOWN`."""
    dimensions: int = 64
    """Of vectors, when a request does not say."""
    sleep: Sleep = asyncio.sleep


class Fake:
    """What a test holds: the script, the addresses and what was seen. Made by `serving` and `serving_in_thread`."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.calls: list[Call] = []
        self.cancelled = 0
        """Requests whose client went away before the answer was complete."""
        self.open_connections = 0
        """TCP connections that are open now, idle ones of a client's pool too."""
        self.at_once: Counter[str] = Counter()
        """Requests that are being answered now, per provider."""
        self.max_at_once: Counter[str] = Counter()
        """The most requests that each provider had at one time."""
        self.url = ""
        self._answers: Queue[object] = Queue()
        self._faults: Queue[Fault] = Queue()
        self._cache = Cache()
        self._signatures = Signatures()
        self._tasks: set[asyncio.Task[None]] = set()
        self._quiet = asyncio.Event()
        self._quiet.set()

    def answer(
        self,
        said: object,
        provider: str = "",
        *,
        contains: str = "",
        model: str = "",
        schema: str = "",
        times: int | None = 1,
    ) -> None:
        """Queue an answer: text, a Reply, or a model, mapping or list sent as JSON; or a function of the Call to one.

        It goes to the first request of that provider whose prompt contains the words, whose model's id contains
        `model` and whose schema has that name or title. None for `times`: to all of them.
        """
        self._answers.put(said, Match(provider=provider, contains=contains, model=model, schema=schema), times)

    def fault(
        self,
        fault: Fault,
        provider: str = "",
        *,
        contains: str = "",
        model: str = "",
        operation: str = "",
        times: int | None = 1,
    ) -> None:
        """Queue a fault for the next requests that fit, `times` of them; None: for all from now on."""
        match = Match(provider=provider, contains=contains, model=model, operation=operation)
        self._faults.put(fault, match, times)

    def clear(self) -> None:
        """Forget answers and faults that are queued."""
        self._answers.clear()
        self._faults.clear()

    def access(self, **overrides: Any) -> Access:
        """How Kasen reaches every provider here, with dummy keys (those of `keys`, where given)."""
        keys = self.behaviour.keys
        given: dict[str, Any] = {"ollama_base_url": self.url}
        for provider, base in self.addresses.items():
            if provider not in ("ollama", "tavily"):
                given[f"{provider}_base_url"] = base
                given[f"{provider}_api_key"] = keys.get(provider, DUMMY_KEY)
        return Access(**{**given, "vertex_base_url": self.url, **overrides})

    @property
    def addresses(self) -> dict[str, str]:
        """Provider to the base URL that its client takes."""
        return {
            "openai": f"{self.url}/v1",
            "compatible": f"{self.url}/compatible/v1",
            "embeddings": f"{self.url}/embeddings/v1",
            "anthropic": self.url,
            "google": self.url,
            "ollama": self.url,
            "tavily": self.url,
        }

    @property
    def usage(self) -> dict[str, Usage]:
        """What each provider has told to have used, summed over its calls."""
        total: dict[str, Usage] = {}
        for call in self.calls:
            total[call.provider] = total.get(call.provider, Usage()) + call.usage
        return total

    @property
    def signatures_ok(self) -> int:
        """Thought signatures that came back byte-exact with the part that they were given with."""
        return self._signatures.right

    @property
    def signatures_wrong(self) -> int:
        """Thought signatures that came back otherwise."""
        return self._signatures.wrong

    @property
    def unused(self) -> int:
        """Queued answers and faults that nobody took."""
        return self._answers.waiting + self._faults.waiting

    async def settled(self) -> None:
        """Wait until nothing is being answered. Only in the loop that the fake runs in."""
        await self._quiet.wait()

    # --- what the server does with a connection -----------------------------------------------------------------------

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it leaves."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.open_connections += 1
        connection = Connection(reader, writer, sleep=self.behaviour.sleep, split=self.behaviour.split)
        try:
            while (received := await connection.receive()) is not None:
                await self._exchange(connection, received)
        except (ConnectionError, h11.ProtocolError):
            connection.drop()
        except asyncio.CancelledError:
            connection.drop()
        finally:
            self.open_connections -= 1
            self._tasks.discard(task)
            await connection.close()

    async def end(self) -> None:
        """Drop all connections."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _exchange(self, connection: Connection, received: Received) -> None:
        asked, route, problem = self._understood(received)
        call = Call(asked.provider, asked.operation, received.path, received.headers, asked.body, time.monotonic())
        call.prompt, call.key, call.model = asked.prompt, asked.key, asked.model
        self.calls.append(call)
        with self._counted(asked.provider):
            if route is None or problem is not None:
                problem = problem or routes.not_found(received.path)
                work = answering.send_problem(connection, problem)
            else:
                work = self._answer(connection, route.format, asked, call)
            await self._unless_left(connection, work)

    async def _unless_left(self, connection: Connection, work: Any) -> None:
        """Do the work until it is done or the client is gone."""
        doing, gone = asyncio.ensure_future(work), asyncio.ensure_future(connection.left())
        try:
            await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not doing.done():
                raise ConnectionAbortedError("the client left")
            await doing
        except ConnectionError as error:
            self.cancelled += not isinstance(error, answering.Dropped)
            raise
        finally:
            for task in (doing, gone):
                task.cancel()
            await asyncio.gather(doing, gone, return_exceptions=True)

    @contextmanager
    def _counted(self, provider: str) -> Iterator[None]:
        self.at_once[provider] += 1
        self.max_at_once[provider] = max(self.max_at_once[provider], self.at_once[provider])
        self._quiet.clear()
        try:
            yield
        finally:
            self.at_once[provider] -= 1
            if not self.at_once.total():
                self._quiet.set()

    def _understood(self, received: Received) -> tuple[Asked, routes.Route | None, Any]:
        """The request as its wire format reads it, its route, and the error that it gets for its form or key."""
        route = routes.route(received.path, received.headers)
        provider, operation, model = (route.provider, route.operation, route.model) if route else ("", "", "")
        asked = Asked(
            number=len(self.calls) + 1,
            provider=provider,
            operation=operation,
            path=received.path,
            query=received.query,
            headers=received.headers,
            key=routes.key(received.headers, received.arguments),
            model=model,
            known=self.behaviour.models.get(provider, KNOWN.get(provider, ())),
            dimensions=self.behaviour.dimensions,
        )
        if route is None:
            return asked, None, None
        try:
            body = json.loads(received.body or b"{}")
            asked = route.format.read(replace(asked, body=body if isinstance(body, dict) else {}))
        except (ValueError, KeyError, TypeError, AttributeError):
            return asked, route, route.format.error(asked, Fault(kind="status", status=400))
        asked = asked if asked.key else replace(asked, key=str(asked.body.get("api_key", "")))
        return asked, route, self._refusal(asked, route)

    def _refusal(self, asked: Asked, route: routes.Route) -> Any:
        right = self.behaviour.keys.get(asked.provider)
        if right is not None and asked.key != right:
            return routes.refuse_key(asked, route.format)
        only = self.behaviour.models.get(asked.provider)
        if only is not None and asked.model and not {asked.model, f"{asked.model}:latest"} & set(only):
            return route.format.error(asked, Fault(kind="status", status=404))
        return None

    async def _answer(self, connection: Connection, format_: Any, asked: Asked, call: Call) -> None:
        if asked.provider == "google":
            self._signatures.check(asked.body)
        fault = self._faults.take(asked, lambda fault: format_.scripted or fault.kind not in ANSWERED)
        call.fault = fault
        await self.behaviour.sleep(self.behaviour.latency_s)
        if fault and await answering.failed(connection, format_, asked, fault, self.behaviour.sleep):
            return
        reply = self._reply(asked, call) if format_.scripted else Reply()
        reply = fault.change(reply) if fault else reply
        self._signatures.note(reply)
        usage = reply.usage or self._cache.usage(asked, reply)
        answer = answering.Answer(connection, format_, asked, self.behaviour.pace_s, self.behaviour.sleep)
        await answer.send(reply, usage, fault, call)

    def _reply(self, asked: Asked, call: Call) -> Reply:
        said = self._answers.take(asked)
        return answering.reply_of(said, asked, call)


@asynccontextmanager
async def serving(
    latency_s: float = 0.0, keys: Mapping[str, str] | None = None, *, port: int = 0, **behaviour: Any
) -> AsyncIterator[Fake]:
    """The fake providers in this event loop while the block runs; further arguments are fields of Behaviour."""
    fake = Fake(Behaviour(latency_s=latency_s, keys=dict(keys or {}), **behaviour))
    server = await asyncio.start_server(fake.connected, "127.0.0.1", port, limit=1 << 20)
    host, found = server.sockets[0].getsockname()[:2]
    assert is_local(host)
    fake.url = f"http://{host}:{found}"
    try:
        yield fake
    finally:
        server.close()
        await fake.end()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(server.wait_closed(), 5)


@contextmanager
def serving_in_thread(
    latency_s: float = 0.0, keys: Mapping[str, str] | None = None, *, port: int = 0, **behaviour: Any
) -> Iterator[Fake]:
    """The same in an event loop of its own, for code that is not async or that has loops of its own."""
    started: list[Fake] = []
    ready, stop_in = threading.Event(), list[Callable[[], object]]()
    problems: list[BaseException] = []

    async def serve() -> None:
        done = asyncio.Event()
        loop = asyncio.get_running_loop()
        async with serving(latency_s, keys, port=port, **behaviour) as fake:
            started.append(fake)
            stop_in.append(lambda: loop.call_soon_threadsafe(done.set))
            ready.set()
            await done.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except OSError as error:
            problems.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="kasen-fake-providers", daemon=True)
    thread.start()
    ready.wait()
    if problems:
        raise problems[0]
    try:
        yield started[0]
    finally:
        stop_in[0]()
        thread.join()
