"""Where the server listens: sockets of its own, and connections that are not waited for without end."""

from __future__ import annotations

import asyncio
import errno
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

from kasen.errors import ConfigurationError
from kasen.server.hosts import address_of

HEADER_S = 20.0
"""Seconds that a client may take from the first byte of a request to the end of its headers."""
STALLED_S = 60.0
"""Seconds for which 64 kB may wait for a client that does not read them."""
BACKLOG = 2048


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen at all addresses of `host`; with port 0 one that is free.

    Raises:
        ConfigurationError: the port is taken or may not be used, or the host is none of this machine's.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise ConfigurationError(
            f"`{host}` is no address of this machine", hint="Take 127.0.0.1 or 0.0.0.0."
        ) from error
    opened: list[socket.socket] = []
    try:
        for family, address in {(one[0], one[4][0]): None for one in found}:
            taken = port or (opened[0].getsockname()[1] if opened else 0)
            opened.append(_listening(family, str(address), taken))
    except OSError as error:
        for one in opened:
            one.close()
        raise _in_words(host, port, error) from error
    return opened


def _listening(family: int, address: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def _in_words(host: str, port: int, error: OSError) -> ConfigurationError:
    if error.errno == errno.EADDRINUSE:
        hint = "End what listens there, or take another: `kasen serve --port 0` finds one that is free."
        return ConfigurationError(f"port {port} of `{host}` is taken", hint=hint)
    if error.errno in {errno.EACCES, errno.EPERM}:
        return ConfigurationError(f"port {port} may not be listened at", hint="Take one above 1023: `--port 8317`.")
    return ConfigurationError(f"`{host}` cannot be listened at: {(error.strerror or str(error)).lower()}")


def is_here(sockets: list[socket.socket]) -> bool:
    """Whether only this machine reaches them."""
    found = [address_of(one.getsockname()[0]) for one in sockets]
    return all(address is not None and address.is_loopback for address in found)


class Patient(H11Protocol):
    """A connection that waits `HEADER_S` for the headers of a request to come whole, and `STALLED_S` for a reader."""

    _late: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    stalled_s: float = STALLED_S

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._look()

    def data_received(self, data: bytes) -> None:
        """Take bytes; a request that has begun must come whole in time."""
        super().data_received(data)
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._cancel()
        self._read_on()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not take what was sent; it gets some time, and is then cut off with what lies there."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.stalled_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads on."""
        self._read_on()
        super().resume_writing()

    def _read_on(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _look(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._cancel()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(HEADER_S, self.transport.close)

    def _cancel(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
