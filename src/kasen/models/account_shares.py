"""What a process has in an account that others use too: places and starts that all of them have together.

Accounts ask and are told through these; who counts over all processes implements `Share` (`runtime/shared_accounts`).
"""

from __future__ import annotations

from hashlib import sha256
from ipaddress import ip_address
from typing import Protocol

LONGEST = 120
"""Characters of a name that is shared."""
HERE_ONLY = frozenset({"ddgs"})
"""Accounts of a machine: whom they ask knows it by its address."""


class Holder(Protocol):
    """An account of this process, as its share sees it."""

    def serve(self) -> None:
        """There may be more places than before."""
        ...

    def hold_back(self, seconds: float) -> None:
        """A process was told to leave the account be for so long."""
        ...


class Share(Protocol):
    """One account's part of what all have. While nobody can be asked it is a fixed part of the whole."""

    @property
    def places(self) -> int:
        """Calls that may be under way in this process."""
        ...

    @property
    def processes(self) -> int:
        """How many use the account, this one with them, as far as is known."""
        ...

    def needs(self, busy: int, waiting: int) -> None:
        """So many calls of this process are under way, and so many wait for a place; said at every change."""
        ...

    async def start(self, per_minute: int, within_s: float) -> float | None:
        """Take one start of the minute of all: seconds until then. It is not taken where that is beyond `within_s`.

        None: nobody can be asked now.
        """
        ...

    def pause(self, seconds: float) -> None:
        """The provider wants to be left alone for so long by everybody."""
        ...


class OpenShare(Protocol):
    """Opens the share of an account."""

    def __call__(self, name: str, concurrency: int, holder: Holder, /) -> Share:
        """`name` as the account is called in this process, `concurrency`: places of all processes together."""
        ...


def shared_name(name: str, machine: str) -> str:
    """What processes call an account between them; no key is in it.

    An account at this machine's own address is that of this machine. What is too long is cut, and told apart by a hash.
    """
    name = f"{name} on {machine}" if name in HERE_ONLY or _is_here(name) else name
    name = "".join(letter if letter.isprintable() else "_" for letter in name)
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 17]} {sha256(name.encode()).hexdigest()[:16]}"


def _is_here(name: str) -> bool:
    """True for `ollama@127.0.0.1:11434` and the like."""
    place = name.partition("@")[2].partition("/")[0]
    host = place[1:].partition("]")[0] if place.startswith("[") else place.partition(":")[0]
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
