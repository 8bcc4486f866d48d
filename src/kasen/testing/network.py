"""No test talks to the outside: connections and look-ups of names are refused unless they stay on this machine."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

_ADDRESS_SECOND = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_HOST_FIRST = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_LOCAL_NAMES = frozenset({"", "localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})


class NetworkBlocked(RuntimeError):
    """Code under a network guard tried to leave this machine. Not an OSError: nobody takes it for a failed provider."""


@dataclass(eq=False)
class NetworkGuard:
    """What a guard saw: `allowed` and `blocked` list `event host`, so that a test can prove that it looked."""

    allowed: list[str] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)

    def look(self, event: str, host: str) -> None:
        """Raises NetworkBlocked for a host that is not this machine."""
        seen = f"{event} {host}"
        if is_local(host):
            self.allowed.append(seen)
            return
        self.blocked.append(seen)
        raise NetworkBlocked(f"{event} to `{host}` is blocked: only loopback and unix sockets are allowed here")

    def expect_blocked(self) -> list[str]:
        """Take what was blocked: a test that provokes a block calls this, so that the guard does not fail it."""
        taken, self.blocked = self.blocked, []
        return taken


_active: list[NetworkGuard] = []
_hooked: list[bool] = []


@contextmanager
def block_network() -> Iterator[NetworkGuard]:
    """Refuse connections and name look-ups beyond loopback while the block runs, in every thread of this process.

    Built on CPython's audit events, so it holds for every library that uses Python sockets, however it imported them;
    native code with sockets of its own (Rust, C++) and child processes are not seen.
    """
    if not _hooked:
        # An audit hook cannot be taken out again; it stays and looks only while a guard is active.
        sys.addaudithook(_audit)
        _hooked.append(True)
    guard = NetworkGuard()
    _active.append(guard)
    try:
        yield guard
    finally:
        _active.remove(guard)


def is_local(host: str) -> bool:
    """True for loopback addresses, the unspecified address and the names of this machine's loopback."""
    name = host.strip("[]").partition("%")[0].rstrip(".").lower()
    if name in _LOCAL_NAMES:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback or address.is_unspecified


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if not _active or not event.startswith("socket."):
        return
    if event in _ADDRESS_SECOND:
        address = args[1]
        # Unix sockets have a path, netlink and the like no host; None is a datagram on a connected socket.
        if isinstance(address, tuple) and address and isinstance(address[0], str | bytes):
            _active[-1].look(event, _text(address[0]))
    elif event in _HOST_FIRST:
        _active[-1].look(event, _text(args[0]))


def _text(host: object) -> str:
    if host is None:
        return ""
    return host.decode("ascii", "backslashreplace") if isinstance(host, bytes | bytearray) else str(host)
