"""One process of a program: begun in a session of its own, read by lines, ended with all that it began.

What it prints costs no memory, however much it is; what it left running when it ended is ended too.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from kasen.errors import KasenError
from kasen.teams.code.processes.killing import GRACE_S
from kasen.teams.code.processes.marked import end_marked
from kasen.teams.code.processes.tree import Process, descendants, process
from kasen.teams.code.watchdog.alive import Alive

LONGEST = 1 << 20
"""Bytes of a line; longer ones are let by."""
TAIL = 8_192
"""Bytes of what it prints to stderr that are kept: the last."""
_CHUNK = 1 << 16
_READ_ON_S = 5.0
_LOOK_S = 0.02


class NotStarted(KasenError):
    """The program could not be started."""


class Lines:
    """Bytes in, whole lines out."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._held = b""
        self._cutting = False
        self.cut = 0
        """Lines that were too long."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The lines that this ends."""
        *whole, rest = data.split(b"\n")
        if whole:
            yield from self._ended(self._held + whole[0])
            self._held = b""
            for line in whole[1:]:
                yield from self._ended(line)
        self._held += rest
        if len(self._held) > self._longest:
            self._cutting, self._held = True, b""

    def rest(self) -> Iterator[bytes]:
        """The last line, when nothing ended it."""
        held, self._held = self._held, b""
        if held or self._cutting:
            yield from self._ended(held)

    def _ended(self, line: bytes) -> Iterator[bytes]:
        if self._cutting or len(line) > self._longest:
            self._cutting = False
            self.cut += 1
        else:
            yield line


class Child:
    """The process. Open it as a context: whatever happens inside, nothing of it runs after."""

    def __init__(
        self, command: Sequence[str], *, folder: Path, env: Mapping[str, str], mark: str, given: bytes = b""
    ) -> None:
        """`mark` is the name of the variable of `env` by which all that it begins is found. Raises NotStarted."""
        self.lines = Lines()
        self.changed = asyncio.Event()
        """Set when it ended, and when nothing more comes from it."""
        self.closed = False
        """Nothing more comes from it."""
        self._mark = (mark, env[mark])
        self._tail = b""
        self._before = set(descendants([os.getpid()]))
        self._popen = _begun(command, folder, env, given)
        self._process = process(self._popen.pid) or Process(self._popen.pid, 0)
        self._exited = False
        self._watch: Alive | None = None
        self._reading: list[asyncio.Task[None]] = []

    @property
    def pid(self) -> int:
        """Its number."""
        return self._popen.pid

    @property
    def ended(self) -> bool:
        """Whether it runs no more."""
        return self._exited

    @property
    def code(self) -> int:
        """Its exit code, negative for a signal; after it ended."""
        return self._popen.returncode or 0

    @property
    def said(self) -> str:
        """The end of what it printed to stderr."""
        return self._tail.decode("utf-8", "replace").strip()

    def listen(self, heard: Callable[[bytes], None]) -> None:
        """Begin to read; `heard` gets each line."""
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._reading = [
            asyncio.create_task(self._read(self._popen.stdout, heard)),
            asyncio.create_task(self._read(self._popen.stderr, None)),
        ]

    async def __aenter__(self) -> Self:
        self._watch = Alive(self._process, self._over)
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.end()

    async def end(self) -> list[Process]:
        """End it and all that it began, and read what is left of what it printed; what still lives: nothing, one hopes.

        What has come to descend from this process is ended: who lost its parents is its child now (`tree.adopt`).
        """
        roots = {self._process, *descendants([os.getpid()])} - self._before
        left = await end_marked(*self._mark, roots=roots, grace_s=GRACE_S)
        if self._reading:
            # Nobody writes any more, so that the end of both pipes is near.
            await asyncio.wait(self._reading, timeout=_READ_ON_S)
            for task in self._reading:
                task.cancel()
            await asyncio.gather(*self._reading, return_exceptions=True)
        if self._watch is not None:
            self._watch.close()
        for _ in range(100):
            if self._popen.poll() is not None:
                break
            await asyncio.sleep(_LOOK_S)
        self._exited = True
        for stream in (self._popen.stdout, self._popen.stderr):
            if stream is not None:
                stream.close()
        return left

    def _over(self) -> None:
        self._popen.wait()
        self._exited = True
        self.changed.set()

    async def _read(self, stream: IO[bytes], heard: Callable[[bytes], None] | None) -> None:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=_CHUNK)
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), stream)
        try:
            while data := await reader.read(_CHUNK):
                if heard is None:
                    self._tail = (self._tail + data)[-TAIL:]
                    continue
                for line in self.lines.feed(data):
                    heard(line)
                await asyncio.sleep(0)  # a program that never stops printing does not stop the heart
            if heard is not None:
                for line in self.lines.rest():
                    heard(line)
                self.closed = True
                self.changed.set()
        finally:
            transport.close()


def _begun(command: Sequence[str], folder: Path, env: Mapping[str, str], given: bytes) -> subprocess.Popen[bytes]:
    """The input is a file in memory: no program waits for more of it, and none stops us by not reading it."""
    opened = os.memfd_create("input", os.MFD_CLOEXEC) if given else os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if given:
            with os.fdopen(os.dup(opened), "wb") as file:
                file.write(given)
            os.lseek(opened, 0, os.SEEK_SET)
        return subprocess.Popen(
            list(command),
            cwd=folder,
            env=dict(env),
            stdin=opened,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except FileNotFoundError as error:
        missing = f"`{folder}`" if not folder.is_dir() else f"`{command[0]}`"
        raise NotStarted(f"{missing} does not exist") from error
    except OSError as error:
        raise NotStarted(f"`{command[0]}` cannot be started: {error.strerror or error}") from error
    finally:
        os.close(opened)


def reap(besides: int = 0) -> None:
    """Wait for all children of this process that have ended, those that were adopted too; `besides` is another's."""
    with suppress(ChildProcessError):
        while (found := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and found.si_pid != besides:
            os.waitpid(found.si_pid, 0)
