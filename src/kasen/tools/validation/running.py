"""Programs of others, run bounded: in time and output, without keys, and ended together with all that they started."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kasen.settings import plain_environment

MOST_OUTPUT = 4_000_000
"""Bytes of each stream that are kept; what comes after ends the program."""
_CHUNK = 65_536


@dataclass(frozen=True)
class Ran:
    """How a program ended. `code` is None when it was ended or could not be started; `why` then says why."""

    code: int | None
    out: bytes = b""
    err: str = ""
    why: str = ""


class _TooMuch(Exception):
    """A stream is longer than is kept."""


async def run(
    command: Sequence[str],
    *,
    given: bytes = b"",
    folder: Path,
    seconds: float,
    environment: Mapping[str, str] | None = None,
    most: int = MOST_OUTPUT,
) -> Ran:
    """Run it in `folder`, with `given` on its standard input; never raises but when cancelled.

    The environment is the plain one, without keys, with `environment` on top. It runs in a session of its own: when
    the time is up, the output too long or nobody waits any more, the whole session is killed.
    """
    pipe = asyncio.subprocess.PIPE
    surroundings = {**plain_environment(), **(environment or {})}
    try:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, env=surroundings, start_new_session=True
        )
    except OSError as error:
        return Ran(None, why=f"could not be started: {error.strerror or error}")
    try:
        async with asyncio.timeout(seconds):
            return await _through(process, given, most)
    except TimeoutError:
        return Ran(None, why=f"took longer than {seconds:g} s")
    finally:
        await _end(process)


async def _through(process: asyncio.subprocess.Process, given: bytes, most: int) -> Ran:
    assert process.stdout is not None
    assert process.stderr is not None
    too_much = False
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_write(process, given))
            reading = group.create_task(_read(process.stdout, most))
            saying = group.create_task(_read(process.stderr, most))
    except* _TooMuch:
        too_much = True
    if too_much:
        return Ran(None, why=f"wrote more than {most} bytes")
    out, err = reading.result(), saying.result()
    code = await process.wait()
    said = err.decode("utf-8", "replace")
    return Ran(code, out, said) if code >= 0 else Ran(None, out, said, why=f"ended by signal {-code}")


async def _write(process: asyncio.subprocess.Process, given: bytes) -> None:
    assert process.stdin is not None
    # A program that does not read its input to the end closes it: that is no failure of ours.
    with suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(given)
        await process.stdin.drain()
    process.stdin.close()


async def _read(stream: asyncio.StreamReader, most: int) -> bytes:
    """All of a stream. Raises _TooMuch as soon as it is longer than `most`."""
    found = bytearray()
    while part := await stream.read(_CHUNK):
        found += part
        if len(found) > most:
            raise _TooMuch
    return bytes(found)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill what is left of the session, children that outlive the program included."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    # Without this, waiting would go on for ever while output that nobody reads is left in a pipe.
    process._transport.close()  # type: ignore[attr-defined]
    await process.wait()
