"""Converters in processes of their own, several at a time, replaced when they die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass
from types import TracebackType

import orjson

from kasen.knowledge.document import Ready, Refusal

_HEADER = 8
_KILLED = (-signal.SIGALRM, -signal.SIGKILL, -signal.SIGABRT)


@dataclass(frozen=True)
class WorkerLimits:
    """What one document may cost."""

    seconds: float = 120.0
    memory: int = 4 << 30
    """Bytes of address space of the process."""


class Pool:
    """`async with Pool() as pool: async for key, answer in pool.prepare(…)`. Processes start when they are needed."""

    def __init__(self, limits: WorkerLimits | None = None, *, processes: int | None = None) -> None:
        self._limits = limits or WorkerLimits()
        self._most = processes or max(2, min(8, os.cpu_count() or 2))
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: list[asyncio.subprocess.Process] = []

    async def __aenter__(self) -> Pool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._all:
            if process.returncode is None:
                process.kill()
        for process in self._all:
            await process.wait()

    async def prepare(self, files: Iterable[tuple[str, str]]) -> AsyncGenerator[tuple[str, Ready | Refusal], None]:
        """Answers as they come, for pairs of path and known SHA-256 (or empty). Leave it early with `aclosing`."""
        todo = iter(files)
        running: set[asyncio.Task[tuple[str, Ready | Refusal]]] = set()
        try:
            while True:
                while len(running) < self._most and (file := next(todo, None)) is not None:
                    running.add(asyncio.create_task(self._one(*file)))
                if not running:
                    return
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield task.result()
        finally:
            for task in running:
                task.cancel()
            if running:
                await asyncio.wait(running)

    async def _one(self, path: str, known: str) -> tuple[str, Ready | Refusal]:
        """Ask a worker; after a crash ask another once, since it may not be the file's fault."""
        for is_last in (False, True):
            process = self._idle.pop() if self._idle else await self._start()
            try:
                kind, answer = await _ask(process, path, known)
            except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError):
                code = await process.wait()
                if is_last or code in _KILLED:
                    return path, Refusal(reason=self._why_it_died(code))
                continue
            self._idle.append(process)
            return path, await asyncio.to_thread(kind.model_validate_json, answer)
        raise AssertionError("the second try answers")

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kasen.knowledge.workers.child",
            str(self._limits.seconds),
            str(self._limits.memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=1 << 20,
        )
        self._all.append(process)
        return process

    def _why_it_died(self, code: int) -> str:
        if code == -signal.SIGALRM:
            return f"takes more than {self._limits.seconds:g} s to read"
        if code in _KILLED:
            return "needs more memory than a conversion may use"
        return f"makes its reader crash (exit {code})"


async def _ask(process: asyncio.subprocess.Process, path: str, known: str) -> tuple[type[Ready] | type[Refusal], bytes]:
    if process.stdin is None or process.stdout is None:
        raise AssertionError("the process was started with pipes")
    body = orjson.dumps([path, known])
    process.stdin.write(len(body).to_bytes(_HEADER, "big") + body)
    await process.stdin.drain()
    header = await process.stdout.readexactly(_HEADER + 1)
    answer = await process.stdout.readexactly(int.from_bytes(header[:_HEADER], "big"))
    return (Ready if header[_HEADER:] == b"R" else Refusal), answer
