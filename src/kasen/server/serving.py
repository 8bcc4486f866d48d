"""The server as a process: opened in order, told to stop by signals, over within ten seconds."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import socket
from collections.abc import Callable, Iterator
from threading import Thread
from typing import TYPE_CHECKING

import uvicorn
from sqlalchemy import select

from kasen.errors import ConfigurationError
from kasen.runtime.engines.embedded.recovery import Recovery
from kasen.runtime.engines.embedded.steady import make_room
from kasen.runtime.local import open_runner
from kasen.runtime.tables import RUNS
from kasen.server.app import create_app
from kasen.server.at_terminal import is_terminal_only
from kasen.server.context import ServerDeps
from kasen.server.limits import ServerLimits
from kasen.server.listening import Patient, is_here, listen
from kasen.server.warming import AFTER_S, warm
from kasen.settings import Settings, usable_home

if TYPE_CHECKING:
    from fastapi import FastAPI

    from kasen.runtime.runner import Runner


GRACE_S = 6.0
"""Seconds that runs get to end their step; together with what closes after them it stays below ten."""
FILES = 16_384
"""Files and connections that the process may hold open: runs in line, streams, databases."""
ANSWERS_S = 2
"""Seconds that answers get to end when the server stops; streams are ended at once. Uvicorn waits twice as long."""
LARGEST_HEADERS = 64 * 1024
_ID = re.compile(r"[0-9a-f]{32}")

Say = Callable[[str], None]


async def serve(settings: Settings, *, say: Say, tell: Say) -> None:
    """Serve until SIGINT or SIGTERM; a second one stops at once. `say` gets the address, `tell` all else.

    Raises:
        ConfigurationError: the address is taken or not this machine's, or would be open to all without a token.
        HomeUnusable: the home cannot be used.
    """
    usable_home(settings)
    make_room(FILES)
    sockets = listen(settings.host, settings.port)
    try:
        async with open_runner(settings, serves=True) as runner:
            deps = ServerDeps(runner=runner, settings=settings, limits=limits_of(settings))
            require_tokens(settings, deps, sockets)
            await _tidy(deps)
            say(_greeting(settings, deps, sockets))
            await _serve_until_told(create_app(deps), deps, sockets, tell)
    finally:
        for one in sockets:
            one.close()


def limits_of(settings: Settings) -> ServerLimits:
    """The limits that settings name."""
    return ServerLimits(
        upload_bytes=settings.upload_mb << 20, runs_at_work=settings.runs_each, runs_in_all=settings.runs_in_all
    )


def require_tokens(settings: Settings, deps: ServerDeps, sockets: list[socket.socket]) -> None:
    """Raises ConfigurationError when others could reach a server that asks nobody for a token."""
    if not is_here(sockets) and not deps.door.is_shared:
        raise ConfigurationError(
            f"`{settings.host}` is open to other machines, and there is no token yet",
            hint="Make one with `kasen serve tokens add NAME`, or set KASEN_TOKENS.",
        )


async def _tidy(deps: ServerDeps) -> None:
    """Remove uploads that nobody took."""
    requests = await deps.runner.store.read(lambda c: c.execute(select(RUNS.c.request)).scalars().all())
    used = {found for request in requests for found in _ID.findall(request)}
    await asyncio.to_thread(deps.uploads.sweep, used.__contains__)


def _greeting(settings: Settings, deps: ServerDeps, sockets: list[socket.socket]) -> str:
    host, port = sockets[0].getsockname()[:2]
    host = "127.0.0.1" if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host
    who = "with a token" if deps.door.is_shared else "this machine only"
    where = "" if is_here(sockets) else f", and at all addresses of `{settings.host}`"
    return f"Kasen at http://{host}:{port}{where} ({who}); Ctrl-C stops it when each run has ended its step, again: now"


class Server(uvicorn.Server):
    """Leaves signals to whoever runs it: uvicorn's own end in the signal, not in exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


class Stopping:
    """What a signal does: first the end after each step, then the end at once."""

    def __init__(self, server: Server, deps: ServerDeps, tell: Say, recovering: asyncio.Task[None]) -> None:
        self._server = server
        self._recovering = recovering
        self._deps = deps
        self._tell = tell
        self._tasks: list[asyncio.Task[None]] = []

    def __call__(self) -> None:
        """One more signal."""
        if not self._tasks:
            self._tell("stopping: each run ends its step first; again: now")
        self._server.force_exit = bool(self._tasks)
        self._server.should_exit = True
        self._recovering.cancel()
        self._deps.streams.close()
        asyncio.get_running_loop().call_later(ANSWERS_S, self._deps.streams.cut)
        grace = 0.0 if self._tasks else GRACE_S
        self._tasks.append(asyncio.create_task(self._deps.runner.close(grace_s=grace)))

    async def done(self) -> None:
        """Until all runs have ended."""
        await asyncio.gather(*self._tasks)


async def _serve_until_told(app: FastAPI, deps: ServerDeps, sockets: list[socket.socket], tell: Say) -> None:
    server = Server(_config(app, deps.settings))
    recovering = asyncio.create_task(_carrying_on(deps.runner, tell), name="recovery")
    stopping = Stopping(server, deps, tell, recovering)
    loop = asyncio.get_running_loop()
    warming = loop.call_later(AFTER_S, Thread(target=warm, name="kasen-warm", daemon=True).start)
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, stopping)
    try:
        await server.serve(sockets=sockets)
        await stopping.done()
    finally:
        warming.cancel()
        recovering.cancel()
        await deps.readings.close()
        for number in signals:
            loop.remove_signal_handler(number)


async def _carrying_on(runner: Runner, tell: Say) -> None:
    """What nobody drives is driven here, or submitted to the engine that finds somebody."""
    if runner.handing is None:
        await Recovery(runner, tell=tell, is_left_alone=is_terminal_only)()
    else:
        from kasen.runtime.engines.forgotten import Forgotten

        handing = runner.handing
        await Forgotten(runner.store, handing.dispatch, owned=handing.owners.driving, tell=tell)()


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Plain h11 whatever else is installed, so that one parser decides what a request is; no word of a proxy counts."""
    return uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=settings.log_level in {"DEBUG", "INFO"},
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=2 * ANSWERS_S,
        h11_max_incomplete_event_size=LARGEST_HEADERS,
    )
