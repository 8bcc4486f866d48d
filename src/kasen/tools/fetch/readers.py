"""Reading pages in processes of their own, which are replaced when they hang or die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass

from kasen.tools.fetch.child import HEADER
from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.reading import Job, Reading

_DIED = (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError)
_KILLED = (-signal.SIGALRM, -signal.SIGKILL, -signal.SIGABRT)


@dataclass(frozen=True)
class ReadingLimits:
    """What one page may cost."""

    seconds: float = 8.0
    """For each try; HTML has two, with trafilatura and without."""
    memory: int = 2 << 30
    """Bytes of address space of the process."""


class Readers:
    """`await readers.read(job, data)`; processes start when they are needed and end with `close`.

    It belongs to one event loop.
    """

    def __init__(self, limits: ReadingLimits | None = None, *, processes: int | None = None) -> None:
        self._limits = limits or ReadingLimits()
        self._slots = asyncio.Semaphore(processes or max(1, min(4, os.cpu_count() or 1)))
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._is_warm = False

    async def warm(self) -> None:
        """Start a first process, which loads what it needs while the page is still on its way."""
        if not self._is_warm:
            self._is_warm = True
            self._idle.append(await self._start())

    async def read(self, job: Job, data: bytes) -> Reading:
        """The page as text. Raises Failure: it took too long or too much memory, or made its reader crash."""
        async with self._slots:
            code = 0
            for plain in (False, True):
                process = self._idle.pop() if self._idle else await self._start()
                try:
                    answer = await _ask(process, job.model_copy(update={"plain": plain or job.plain}), data)
                except _DIED:
                    code = await process.wait()
                    self._all.discard(process)
                    if code in _KILLED and job.medium != "html":
                        break  # only HTML has a second, quicker way
                    continue
                except asyncio.CancelledError:
                    with suppress(ProcessLookupError):
                        process.kill()  # it would answer the next one with this page
                    raise
                self._idle.append(process)
                return await asyncio.to_thread(Reading.model_validate_json, answer)
            raise Failure("unreadable", self._why_it_died(code))

    async def close(self) -> None:
        """End the processes."""
        for process in self._all:
            if process.returncode is None:
                process.kill()
        for process in self._all:
            await process.wait()
        self._all.clear()
        self._idle.clear()

    async def _start(self) -> asyncio.subprocess.Process:
        limits = self._limits
        line = (sys.executable, "-m", "kasen.tools.fetch.child", str(limits.seconds), str(limits.memory))
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *line, stdin=pipe, stdout=pipe, stderr=nowhere, limit=1 << 20
            )
        except OSError as error:
            raise Failure("unreadable", f"finds no process to read it ({error.strerror})", lasting=False) from error
        self._all.add(process)
        return process

    def _why_it_died(self, code: int) -> str:
        if code == -signal.SIGALRM:
            return f"takes more than {self._limits.seconds:g} s to read"
        if code in _KILLED:
            return "needs more memory than reading a page may use"
        return f"makes its reader crash (exit {code})"


async def _ask(process: asyncio.subprocess.Process, job: Job, data: bytes) -> bytes:
    if process.stdin is None or process.stdout is None:
        raise AssertionError("the process was started with pipes")
    for part in (job.model_dump_json().encode(), data):
        process.stdin.write(len(part).to_bytes(HEADER, "big") + part)
    await process.stdin.drain()
    header = await process.stdout.readexactly(HEADER)
    return await process.stdout.readexactly(int.from_bytes(header, "big"))
