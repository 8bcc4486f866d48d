"""A server that is a program: started in a process group of its own, read within bounds, ended with all it started."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from kasen.errors import KasenError, Malformed, Refused, Retryable
from kasen.tools.search.cleaning import one_line
from kasen.tools.search.mcp.bounds import Bounds

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

CLOSING_S = 1.0
"""Seconds that a program has to end when its input ends, and again after it was asked to."""
_PIECE = 1 << 16
_LAST_WORDS = 2000


class Program:
    """`async with program.streams() as (read, write)`; `ended` says why the server fell silent, once it did."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: dict[str, str],
        bounds: Bounds,
        silent: Callable[[], object],
    ) -> None:
        self.ended: KasenError | None = None
        self.pid = 0
        self._name = name
        self._command = command
        self._environment = environment
        self._bounds = bounds
        self._silent = silent
        self._last_words = b""

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[TransportStreams]:
        """Start it. Raises Refused for a program that cannot be started."""
        import anyio

        process = await self._started()
        self.pid = process.pid
        to_session, read = anyio.create_memory_object_stream[Any](0)
        write, from_session = anyio.create_memory_object_stream[Any](0)
        tasks = [
            asyncio.create_task(self._read(process, to_session)),
            asyncio.create_task(self._write(process, from_session)),
            asyncio.create_task(self._listen(process)),
        ]
        try:
            yield read, write
        finally:
            try:
                await _to_its_end(asyncio.create_task(self._end(process, tasks)))
            finally:
                for stream in (to_session, read, write, from_session):
                    stream.close()

    async def _started(self) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=self._environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", "") or str(error)).lower()
            raise Refused(
                f"{self._name} cannot be started: `{one_line(self._command[0])}`: {why}",
                hint="Is the program of `command` installed, and on PATH?",
            ) from error

    async def _read(self, process: asyncio.subprocess.Process, to_session: Any) -> None:
        from anyio import BrokenResourceError, ClosedResourceError

        assert process.stdout is not None
        buffer = bytearray()
        try:
            while piece := await process.stdout.read(_PIECE):
                self._bounds.take(len(piece))
                start = len(buffer)
                buffer += piece
                while (end := buffer.find(b"\n", start)) >= 0:
                    line, start = bytes(buffer[:end]), 0
                    del buffer[: end + 1]
                    await self._deliver(line, to_session)
            self.ended = self.ended or await self._why(process)
        except KasenError as error:
            self.ended = error
        except (BrokenResourceError, ClosedResourceError):
            return  # nobody listens any more
        finally:
            to_session.close()
            self._silent()

    async def _deliver(self, line: bytes, to_session: Any) -> None:
        """One message. A line that is none is passed over: many servers print a greeting where only messages may be."""
        from mcp.shared.message import SessionMessage
        from mcp_types import jsonrpc_message_adapter

        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError as error:
            if line.lstrip().startswith((b"{", b"[")):
                raise Malformed(f"{self._name} sent a message that cannot be read") from error
            return
        self._bounds.message()
        await to_session.send(SessionMessage(message))

    async def _write(self, process: asyncio.subprocess.Process, from_session: Any) -> None:
        assert process.stdin is not None
        with suppress(OSError):  # it has ended; reading says so
            async for one in from_session:
                text = one.message.model_dump_json(by_alias=True, exclude_unset=True)
                process.stdin.write(text.encode("utf-8", "replace") + b"\n")
                await process.stdin.drain()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Take what it complains about off its hands, and keep the end of it."""
        assert process.stderr is not None
        while piece := await process.stderr.read(_PIECE):
            self._last_words = (self._last_words + piece)[-_LAST_WORDS:]

    async def _why(self, process: asyncio.subprocess.Process) -> KasenError:
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_S):
                await process.wait()
        code = process.returncode
        lines = [line for line in self._last_words.decode("utf-8", "replace").splitlines() if line.strip()]
        said = f": {one_line(lines[-1])[:200]}" if lines else ""
        return Retryable(f"{self._name} ended{'' if code is None else f' (exit {code})'}{said}")

    async def _end(self, process: asyncio.subprocess.Process, tasks: list[asyncio.Task[None]]) -> None:
        """Its input ends, then it is asked to end, then it and all that it started are killed."""
        reading, writing, listening = tasks
        writing.cancel()
        reading.cancel()
        await asyncio.wait({reading, writing})
        drain = asyncio.create_task(_drained(process))  # one that is stuck in writing cannot see its input end
        assert process.stdin is not None
        process.stdin.close()
        for ask in (0, signal.SIGTERM, signal.SIGKILL):
            if ask:
                _signal(process.pid, ask)
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSING_S):
                    await process.wait()
                    break
        _signal(process.pid, signal.SIGKILL)  # what it left behind in its group
        drain.cancel()
        listening.cancel()
        await asyncio.wait({drain, listening})
        transport = getattr(process, "_transport", None)  # a grandchild that left the group may hold its pipes
        if transport is not None:
            transport.close()


async def _to_its_end(task: asyncio.Task[None]) -> None:
    """Wait for a task that has a bound of its own, also when the wait is cancelled: no program is left behind."""
    cancelled = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError


async def _drained(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    while await process.stdout.read(_PIECE):
        pass


def _signal(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
