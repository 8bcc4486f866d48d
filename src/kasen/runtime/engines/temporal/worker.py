"""A worker as a process: it takes runs from the queue of a Temporal server and drives them, until it is told to end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from kasen.runtime.engines.embedded.steady import make_steady
from kasen.runtime.engines.forgotten import Forgotten
from kasen.runtime.engines.temporal.attempts import BEATS, Attempts
from kasen.runtime.engines.temporal.client import dispatch_of
from kasen.runtime.engines.temporal.workflow import DrivenRun

if TYPE_CHECKING:
    from temporalio.client import Client
    from temporalio.worker import Worker

    from kasen.runtime.engines.temporal.client import TemporalDispatch
    from kasen.runtime.host import Host
    from kasen.runtime.store import Store
    from kasen.settings import Settings

GRACE_S = 6.0
"""Seconds that attempts get to end their step when the worker is told to end; see `serving.GRACE_S`."""
GONE_S = 8.0
"""Seconds after which it is gone: who watches containers kills them after ten."""
AGAIN_S = 1.0
ASKS, ASKS_WHAT_NEXT = 1, 2
"""Requests that a worker has open at the server, for runs and for workflows. One that is stuck is given a run for each
yet, which is lost for as long as a heartbeat may be missing; one request fetches some hundred runs a second."""
STICKS_S = 1.0
"""Seconds that word of a paused run waits for the worker that had it last, before any other takes it."""
Say = Callable[[str], None]


async def work(store: Store, host: Host, settings: Settings, *, say: Say, tell: Say, health: int | None = None) -> None:
    """Drive runs until SIGINT or SIGTERM; a second one ends the attempts at once. Others go on with what is left.

    `say` gets the line that says what is served, `tell` all else; `health` is a port for those who watch containers.
    """
    make_steady()
    logging.getLogger("temporalio.activity").setLevel(logging.ERROR)  # why a run is given back is said in our words
    attempts = Attempts(store, host)
    dispatch = dispatch_of(settings)
    told = _Told(tell, attempts)
    async with contextlib.AsyncExitStack() as opened:
        opened.enter_context(told.signals())
        if health is not None:
            await opened.enter_async_context(_health(health, told, attempts))
        client = await _connected(dispatch, settings, told, tell)
        if client is None:
            return
        worker = _worker(client, settings, attempts)
        forgotten = Forgotten(store, dispatch, owned=store.owners.of, tell=tell)
        looking = asyncio.create_task(forgotten(), name="forgotten")
        opened.callback(looking.cancel)
        serving = asyncio.create_task(worker.run(), name="worker")
        say(_greeting(settings))
        if not settings.artifacts:
            tell(f"files that runs make lie below `{settings.home}`: share that folder, or set KASEN_ARTIFACTS")
        await asyncio.wait({serving, told.ending}, return_when=asyncio.FIRST_COMPLETED)
        end = asyncio.get_running_loop().time() + GONE_S
        looking.cancel()
        if not serving.done():
            await worker.shutdown()
        await serving
    if host.notices is not None:
        await host.notices.close(max(0.0, end - asyncio.get_running_loop().time()))


def _worker(client: Client, settings: Settings, attempts: Attempts) -> Worker:
    from temporalio.worker import UnsandboxedWorkflowRunner, Worker

    return Worker(
        client,
        task_queue=settings.temporal_queue,
        workflows=[DrivenRun],
        activities=[attempts.attempt],
        max_concurrent_activities=settings.max_concurrency,
        max_concurrent_activity_task_polls=ASKS,
        max_concurrent_workflow_task_polls=ASKS_WHAT_NEXT,
        graceful_shutdown_timeout=timedelta(seconds=GRACE_S),
        max_heartbeat_throttle_interval=timedelta(seconds=settings.temporal_heartbeat_s / BEATS),
        default_heartbeat_throttle_interval=timedelta(seconds=settings.temporal_heartbeat_s / BEATS),
        sticky_queue_schedule_to_start_timeout=timedelta(seconds=STICKS_S),
        workflow_runner=UnsandboxedWorkflowRunner(),  # its thirty lines import nothing of ours that does anything
    )


def _greeting(settings: Settings) -> str:
    where = f"`{settings.temporal_queue}` at {settings.temporal_address}, namespace `{settings.temporal_namespace}`"
    return (
        f"Kasen works for {where}, {settings.max_concurrency} runs at once; Ctrl-C ends it after each step, again: now"
    )


async def _connected(dispatch: TemporalDispatch, settings: Settings, told: _Told, tell: Say) -> Client | None:
    """The client, when the server is there; None when the worker is told to end before."""
    is_told = False
    while not told.ending.done():
        try:
            return await dispatch.connected()
        except RuntimeError as error:
            if not is_told:
                tell(f"Temporal at {settings.temporal_address} cannot be reached, trying again: {error}")
            is_told = True
        await asyncio.wait({told.ending}, timeout=AGAIN_S)
    return None


class _Told:
    """What signals do: `ending` is done with the first; the second ends the attempts at once."""

    def __init__(self, tell: Say, attempts: Attempts) -> None:
        self.ending: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tell = tell
        self._attempts = attempts

    def __call__(self) -> None:
        """One more signal."""
        if self.ending.done():
            self._attempts.end_now()
            return
        self._tell("ending: each run ends its step first, then another worker goes on with it; again: now")
        self.ending.set_result(None)

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """Hear SIGINT and SIGTERM while the block runs."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)


@contextlib.asynccontextmanager
async def _health(port: int, told: _Told, attempts: Attempts) -> AsyncIterator[None]:
    """Answer whoever asks over HTTP: 200 while runs are taken, 503 when the worker is about to end."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(5):
                await reader.readuntil(b"\r\n\r\n")
            ends = told.ending.done()
            body = f"{'ending' if ends else 'ok'}, {len(attempts.at_work)} at work\n"
            status = "503 Service Unavailable" if ends else "200 OK"
            head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\nConnection: close"
            writer.write(f"{head}\r\n\r\n{body}".encode())
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "0.0.0.0", port):
        yield
