"""The two ways in which notices go out: a POST to an address, and a program that is started."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from kasen.errors import ConfigurationError, KasenError
from kasen.models.connection import Connection
from kasen.models.reach import host_port, place
from kasen.settings import plain_environment

SIGNATURE = "X-Kasen-Signature"
TIMEOUT_S = 10.0
"""Seconds for one POST, from the name of the host to the head of the answer."""
PAUSES_S = (0.5, 2.0)
"""Seconds before the second and the third try."""
COMMAND_S = 30.0
_AGAIN = frozenset({408, 425, 429})
_LAST_WORDS = 2000
_PIECE = 1 << 16


class NotTold(KasenError):
    """A notice did not get through; the sentence holds no address but `host:port`."""

    exit_code = 6


class Way(Protocol):
    """How notices go out."""

    @property
    def stays_here(self) -> bool:
        """Whether what it is given stays on this machine."""
        ...

    async def send(self, body: bytes) -> None:
        """Send one notice. Raises NotTold."""
        ...


class Webhook:
    """POSTs the body as JSON, three times at most; signed with HMAC-SHA256 (RFC 2104) where there is a secret.

    Tried again are an address that does not answer, 408, 425, 429 and 5xx. Redirects are not followed, and of an answer
    nothing but its status is read.
    """

    def __init__(self, url: str, secret: str, connection: Connection, *, pauses_s: Sequence[float] = PAUSES_S) -> None:
        self._url = url
        self._secret = secret
        self._connection = connection
        self._pauses_s = pauses_s
        self._name = f"the address of `notify_url` ({place(url)})"

    @property
    def stays_here(self) -> bool:
        """True for an address of this machine itself."""
        return is_this_machine(host_port(self._url)[0])

    async def send(self, body: bytes) -> None:
        """See `Way`."""
        tries = len(self._pauses_s) + 1
        for number, pause_s in enumerate((*self._pauses_s, None), start=1):
            said, is_worth_it = await self._once(body)
            if not said:
                return
            if pause_s is None or not is_worth_it:
                raise NotTold(f"{self._name} {said}" + (f", {number} times" if number == tries > 1 else ""))
            await asyncio.sleep(pause_s)

    async def _once(self, body: bytes) -> tuple[str, bool]:
        """What is wrong, empty for nothing, and whether it is worth another try."""
        import httpx

        headers = {"content-type": "application/json", "user-agent": "kasen"}
        if self._secret:
            headers[SIGNATURE] = signature(self._secret, body)
        try:
            options = self._connection.options(self._url, httpx)
            async with (
                asyncio.timeout(TIMEOUT_S),
                httpx.AsyncClient(timeout=TIMEOUT_S, **options) as client,
                client.stream("POST", self._url, content=body, headers=headers) as answer,
            ):
                status = answer.status_code
        except TimeoutError:
            return f"did not answer within {TIMEOUT_S:g} s", True
        except (httpx.HTTPError, OSError) as error:
            return f"could not be reached ({type(error).__name__})", True
        except (httpx.InvalidURL, UnicodeError, ConfigurationError) as error:
            return f"cannot be called ({type(error).__name__})", False
        is_well = 200 <= status < 300
        return "" if is_well else f"answered {status}", status in _AGAIN or status >= 500


class Program:
    """Starts a program for each notice, JSON on its input; after 30 s it and all that it started are killed.

    It gets no variable that may hold a key. What it leaves running in its process group ends with it.
    """

    stays_here = True

    def __init__(self, command: Sequence[str], *, timeout_s: float = COMMAND_S) -> None:
        self._command = list(command)
        self._timeout_s = timeout_s
        self._name = f"the program of `notify_command` (`{self._command[0]}`)"

    async def send(self, body: bytes) -> None:
        """See `Way`."""
        process, complaint = await self._started()
        try:
            async with asyncio.timeout(self._timeout_s):
                await _give(process, body)
                code = await process.wait()
        except TimeoutError:
            raise NotTold(f"{self._name} did not end within {self._timeout_s:g} s") from None
        finally:
            said = await _ended(process, complaint)
        if code:
            raise NotTold(f"{self._name} ended with exit {code}{said}")

    async def _started(self) -> tuple[asyncio.subprocess.Process, Complaint]:
        """The program, and what it complains with: a pipe of our own, for asyncio waits for the end of its own."""
        reading, writing = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=writing,
                env=plain_environment(desktop=True),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(reading)
            why = (getattr(error, "strerror", "") or str(error)).lower()
            raise NotTold(f"{self._name} cannot be started: {why}") from error
        finally:
            os.close(writing)
        return process, Complaint(reading)


class Complaint:
    """Reads what a program says on its error output, so that it is never held up, and keeps the end of it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._kept = b""
        self._over = asyncio.Event()
        os.set_blocking(descriptor, False)
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    def _read(self) -> None:
        with suppress(BlockingIOError):
            piece = os.read(self._descriptor, _PIECE)
            self._kept = (self._kept + piece)[-_LAST_WORDS:]
            if not piece:
                self._close()

    def _close(self) -> None:
        if not self._over.is_set():
            asyncio.get_running_loop().remove_reader(self._descriptor)
            os.close(self._descriptor)
            self._over.set()

    async def last_line(self) -> str:
        """Its last line, when the program has ended; who left its group may hold the pipe, and is not waited for."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), 1.0)
        self._close()
        lines = (" ".join(line.split()) for line in self._kept.decode("utf-8", "replace").splitlines())
        return next((line for line in reversed(list(lines)) if line), "")[:200]


def signature(secret: str, body: bytes) -> str:
    """The header that says who sent a body: `sha256=` and the hexadecimal HMAC."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def is_this_machine(host: str) -> bool:
    """Whether what is sent to a host stays on this machine: loopback by address, or `localhost`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def _give(process: asyncio.subprocess.Process, body: bytes) -> None:
    """The body and the end of its input; a program need not read it."""
    assert process.stdin is not None
    with suppress(ConnectionError):
        process.stdin.write(body)
        await process.stdin.drain()
        process.stdin.close()
        await process.stdin.wait_closed()


async def _ended(process: asyncio.subprocess.Process, complaint: Complaint) -> str:
    """Kill what is left of its group; what it complained with last."""
    assert process.stdin is not None
    process.stdin.close()
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
    line = await complaint.last_line()
    return f": {line}" if line else ""
