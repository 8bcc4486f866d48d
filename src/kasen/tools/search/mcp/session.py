"""One running server: opened when it is first needed, shared by all calls, closed when nobody calls for a while.

A task of its own holds it open, because the client library must be left by the task that entered it. When the server
ends, or the loop does, that task ends too and takes the server's processes with it; the next call opens it anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from kasen.errors import KasenError, Malformed, Refused, Retryable
from kasen.models.connection import Connection
from kasen.settings import plain_environment
from kasen.settings.servers import McpServer
from kasen.tools.search.cleaning import one_line
from kasen.tools.search.mcp.bounds import Bounds
from kasen.tools.search.mcp.http import Endpoint
from kasen.tools.search.mcp.stdio import Program

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult, Tool

T = TypeVar("T")
START_S = 20.0
"""Seconds that a server has to start; one that `npx` fetches first takes some."""
IDLE_S = 60.0
MOST_PAGES = 10
"""Pages of a list of tools that are read."""
_SHOWN = 200
_WHY_S = 0.5
"""Seconds in which a server that fell silent shows why."""


@dataclass(eq=False)
class _Open:
    client: Client
    way: Program | Endpoint
    bounds: Bounds
    tools: list[Tool]
    is_stale: bool = False
    """The server said that its tools have changed."""


@dataclass(eq=False)
class _Life:
    """One opening of the server."""

    loop: asyncio.AbstractEventLoop
    ready: asyncio.Future[_Open]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    failure: KasenError | None = None
    calls: int = 0
    idle: asyncio.TimerHandle | None = None


class Session:
    """`await session.tools()`, `await session.call(tool, arguments)`; both raise ProviderError in one sentence."""

    def __init__(
        self,
        name: str,
        server: McpServer,
        connection: Connection,
        *,
        start_s: float = START_S,
        idle_s: float = IDLE_S,
    ) -> None:
        self.name = f"MCP server `{name}`"
        self._server = server
        self._connection = connection
        self._start_s = start_s
        self._idle_s = idle_s
        self._life: _Life | None = None

    async def tools(self) -> list[Tool]:
        """What the server offers now."""
        life = self._opened()
        opened = await self._of(life, asyncio.shield(life.ready))
        if opened.is_stale:
            opened.is_stale = False
            opened.tools = await self._of(life, self._heeded(opened, _listed(opened.client)))
        return opened.tools

    async def call(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        """The result of one tool, checked for its form only, never against a schema that the server wrote.

        A pattern in such a schema could keep this process busy for ever.
        """
        life = self._opened()
        opened = await self._of(life, asyncio.shield(life.ready))
        life.calls += 1
        if life.idle is not None:
            life.idle.cancel()
        try:
            return await self._of(life, self._heeded(opened, _called(opened.client, tool, arguments)))
        finally:
            life.calls -= 1
            self._rest(life)

    def look_again(self) -> None:
        """Ask what it offers before the next call: a call has failed, perhaps for a tool that is there no more."""
        if self._life is not None and (opened := _open_in(self._life)) is not None:
            opened.is_stale = True

    async def close(self) -> None:
        """End the server; the next call would open it again."""
        life, self._life = self._life, None
        if life is not None and life.task is not None and life.loop is asyncio.get_running_loop():
            life.over.set()
            await asyncio.wait({life.task})

    @property
    def pid(self) -> int:
        """Process id, and that of its group, while a program runs; else 0."""
        opened = _open_in(self._life) if self._life is not None else None
        return opened.way.pid if opened is not None and isinstance(opened.way, Program) else 0

    def _opened(self) -> _Life:
        loop = asyncio.get_running_loop()
        life = self._life
        if life is None or life.loop is not loop or life.over.is_set() or life.task is None or life.task.done():
            life = _Life(loop, loop.create_future())
            life.ready.add_done_callback(lambda ready: ready.cancelled() or ready.exception())
            life.task = loop.create_task(self._live(life))
            self._life = life
        return life

    def _rest(self, life: _Life) -> None:
        if not life.calls and not life.over.is_set():
            life.idle = life.loop.call_later(self._idle_s, life.over.set)

    async def _live(self, life: _Life) -> None:
        """Hold the server open until its life is over."""
        import anyio
        import httpx2
        from mcp import MCPError

        logging.getLogger("mcp").addHandler(logging.NullHandler())  # else Python prints what it logs on the terminal
        bounds = Bounds(self.name)
        way = self._way(bounds, life)
        try:
            await self._hold(life, way, bounds)
        except (
            *(KasenError, MCPError, httpx2.HTTPError, ExceptionGroup, OSError, RuntimeError, ValueError),
            *(anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream),
        ) as error:
            life.failure = self._in_words(error, way)
        finally:
            life.over.set()
            if life.idle is not None:
                life.idle.cancel()
            if not life.ready.done():
                life.ready.set_exception(life.failure or way.ended or Retryable(f"{self.name} was ended"))

    async def _hold(self, life: _Life, way: Program | Endpoint, bounds: Bounds) -> None:
        from mcp import Client, types

        opened: _Open | None = None

        async def heard(message: Any) -> None:
            if opened is not None and isinstance(message, types.ToolListChangedNotification):
                opened.is_stale = True

        async with AsyncExitStack() as stack:
            async with asyncio.timeout(self._start_s):
                client = Client(
                    way.streams(),
                    message_handler=heard,
                    client_info=types.Implementation(name="kasen", version="1"),
                    cache=None,
                )
                await stack.enter_async_context(client)
                tools = await _listed(client)
            opened = _Open(client, way, bounds, tools)
            life.ready.set_result(opened)
            self._rest(life)
            await life.over.wait()

    def _way(self, bounds: Bounds, life: _Life) -> Program | Endpoint:
        server = self._server
        if server.url:
            headers = {name: value.get_secret_value() for name, value in server.headers.items()}
            return Endpoint(self.name, server.url, headers, self._connection)
        given = {name: value.get_secret_value() for name, value in server.env.items()}
        return Program(self.name, server.command, {**plain_environment(), **given}, bounds, life.over.set)

    async def _of(self, life: _Life, work: Awaitable[T]) -> T:
        """What that work gives, unless the life of the server ends before. Raises why it did."""
        from mcp import MCPError

        asked: asyncio.Future[T] = asyncio.ensure_future(work)
        assert life.task is not None
        try:
            either: set[asyncio.Future[Any]] = {asked, life.task}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                return asked.result()
        except MCPError as error:
            raise await self._refused(life, error) from error
        except (ValueError, RuntimeError) as error:
            raise Malformed(f"{self.name} answered in a form that is none of MCP") from error
        finally:
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())
            asked.cancel()
        raise life.failure or Retryable(f"{self.name} ended")

    async def _heeded(self, opened: _Open, work: Awaitable[T]) -> T:
        opened.bounds.begin()
        return await work

    async def _refused(self, life: _Life, error: Any) -> KasenError:
        from mcp import types

        opened = life.ready.result()
        if error.code == types.CONNECTION_CLOSED:
            if isinstance(opened.way, Program):
                life.over.set()
            assert life.task is not None
            await asyncio.wait({life.task}, timeout=_WHY_S)
        ended = life.failure or opened.way.ended
        if ended is not None and error.code in (types.CONNECTION_CLOSED, types.INTERNAL_ERROR):
            return ended
        said = f"{self.name}: {one_line(error.message)[:_SHOWN]}"
        is_lasting = error.code in (types.INVALID_PARAMS, types.METHOD_NOT_FOUND, types.INVALID_REQUEST)
        return Refused(said) if is_lasting else Retryable(said)

    def _in_words(self, error: Exception, way: Program | Endpoint) -> KasenError:
        import httpx2

        leaf = next(_leaves(error))
        if isinstance(leaf, KasenError):
            return leaf
        if way.ended is not None:
            return way.ended
        if isinstance(leaf, TimeoutError):
            return Retryable(f"{self.name} did not start within {self._start_s:g} s")
        if isinstance(leaf, httpx2.HTTPError):
            return Retryable(f"{self.name} does not answer at {self._connection.way(self._server.url)}")
        why = one_line(str(leaf))[:_SHOWN] or type(leaf).__name__
        return Refused(f"{self.name} does not speak MCP as it should: {why}")


def _open_in(life: _Life) -> _Open | None:
    is_open = life.ready.done() and not life.ready.cancelled() and not life.over.is_set()
    return life.ready.result() if is_open and life.ready.exception() is None else None


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


async def _listed(client: Client) -> list[Tool]:
    tools: list[Tool] = []
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if cursor is None:
            break
    return tools


async def _called(client: Client, tool: str, arguments: dict[str, Any]) -> CallToolResult:
    from mcp import types

    request = types.CallToolRequest(params=types.CallToolRequestParams(name=tool, arguments=arguments))
    return await client.session.send_request(request, types.CallToolResult)
