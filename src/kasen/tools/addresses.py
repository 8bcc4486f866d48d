"""Which addresses may be asked: the one policy for everything that opens a URL.

A URL that the user typed or set may lead to this machine or its network, on any port. One that was found in a text, a
search result, a redirect or a frame may only lead to public addresses on ports 80 and 443. Cloud metadata, link-local
and multicast addresses are never asked. A name is looked up once, every address of the answer is judged, and the
connection has to go to one of these very addresses: a second look-up could answer something else.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from kasen.errors import Refused, Retryable
from kasen.tools.hosts import IP, place_of, read_host

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Looks up the addresses of a name for a port. Raises Refused when there is none, Retryable when nobody answers."""

PORTS = {"http": 80, "https": 443}
MAX_URL = 4096
"""Characters of a URL that is taken."""
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\]")
_PORT = re.compile(r"[0-9]{1,5}")
_SAFE = "/?%:@!$&'()*+,;=~"


class AddressRefused(Refused):
    """The policy forbids an address; the sentence names the host and why, never the path."""


@dataclass(frozen=True)
class Checked:
    """A URL that may be asked, at these addresses and no others."""

    url: str
    """Host in ASCII, path percent-encoded, without fragment and default port."""
    scheme: str
    host: str
    """A name in ASCII or an IP address, IPv6 without brackets."""
    port: int
    addresses: tuple[str, ...]
    typed: bool
    """True for what the user typed or set, and where that leads on the same scheme, host and port."""

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port."""
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """Host and port as the header `Host` spells them."""
        return _authority(self.scheme, self.host, self.port)


class Addresses:
    """The policy. `allow` adds single pairs of IP address and port, for tests and the like; nothing switches it off.

    On a server that several people share, nobody's typing is trusted: `shared=True`.
    """

    def __init__(
        self, *, allow: Iterable[tuple[str, int]] = (), resolve: Resolve | None = None, shared: bool = False
    ) -> None:
        self._allow = frozenset((ipaddress.ip_address(address), port) for address, port in allow)
        self._resolve = resolve or look_up
        self._shared = shared

    async def check(self, url: str, *, typed: bool = False) -> Checked:
        """The URL with the addresses it may be asked at. Raises AddressRefused, Refused, Retryable (see Resolve)."""
        scheme, host, port, rest = _parsed(url)
        typed = typed and not self._shared
        shown = str(host)
        self._judge_name(host, port, typed=typed)
        found = (shown,) if not isinstance(host, str) else tuple(await self._resolve(shown, port))
        if not found:
            raise Refused(f"`{shown}` has no address")
        for address in found:
            self._judge(shown, address, port, typed=typed)
        place = _authority(scheme, shown, port)
        return Checked(f"{scheme}://{place}{rest}", scheme, shown, port, found, typed)

    async def follow(self, start: Checked, location: str) -> Checked:
        """Where a redirect or link of `start` leads: on the same origin to its addresses, elsewhere as if found."""
        if _FORBIDDEN.search(location):
            raise AddressRefused("a redirect is not followed: it holds control characters or backslashes")
        try:
            target = urljoin(start.url, location.strip(" "))
            scheme, host, port, rest = _parsed(target)
        except ValueError as error:
            raise AddressRefused("a redirect is not followed: it is no valid address") from error
        if (scheme, str(host), port) != start.origin:
            return await self.check(target)
        return Checked(f"{scheme}://{start.authority}{rest}", *start.origin, start.addresses, start.typed)

    def _judge_name(self, host: str | IP, port: int, *, typed: bool) -> None:
        if not typed and port not in PORTS.values() and all(port != other for _, other in self._allow):
            raise AddressRefused(
                f"`{host}` is not asked on port {port}: only 80 and 443 are, where you did not type it"
            )
        if isinstance(host, str):
            place = place_of(host)
            if place == "never" or (place == "private" and not typed):
                raise AddressRefused(f"`{host}` is not asked: {_WHY[place]}")

    def _judge(self, host: str, address: str, port: int, *, typed: bool) -> None:
        try:
            ip = ipaddress.ip_address(address)
        except ValueError as error:
            raise AddressRefused(f"`{host}` is not asked: its address cannot be read") from error
        if (ip, port) in self._allow:
            return
        place = place_of(ip)
        if place == "never" or (place == "private" and not typed):
            at = "" if host == address else f" ({address})"
            raise AddressRefused(f"`{host}`{at} is not asked: {_WHY[place]}")
        if not typed and port not in PORTS.values():
            raise AddressRefused(
                f"`{host}` is not asked on port {port}: only 80 and 443 are, where you did not type it"
            )


_WHY = {
    "private": "it lies on this machine or in its own network, and you did not type it",
    "never": "no web page lies there (metadata service, link-local, multicast or reserved)",
}


async def look_up(host: str, port: int) -> tuple[str, ...]:
    """The addresses of a name, as the system knows them, in its order. Raises Refused and Retryable."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            raise Retryable(f"`{host}` could not be looked up: no name server answers") from error
        raise Refused(f"`{host}` has no address") from error
    except UnicodeError as error:
        raise Refused(f"`{host}` is no valid name") from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def _parsed(url: str) -> tuple[str, str | IP, int, str]:
    """Scheme, host, port, and path with query. Raises AddressRefused."""
    try:
        parts = _split(url.strip(" "))
        host, port = _host_port(parts.netloc)
    except ValueError as error:
        raise AddressRefused(f"an address is not asked: {error}") from error
    query = f"?{_quoted(parts.query)}" if parts.query else ""
    return parts.scheme, host, port or PORTS[parts.scheme], f"{_quoted(parts.path) or '/'}{query}"


def _split(url: str) -> SplitResult:
    if len(url) > MAX_URL:
        raise ValueError(f"it has more than {MAX_URL} characters")
    if _FORBIDDEN.search(url):
        raise ValueError("it holds control characters or backslashes")
    if not _SCHEME.match(url):
        raise ValueError("only http and https are asked")
    try:
        parts = urlsplit(url)
    except ValueError as error:  # its words repeat the address
        raise ValueError("its host is no valid name or address") from error
    if "@" in parts.netloc:
        raise ValueError("it holds a user or password")
    return parts


def _quoted(text: str) -> str:
    return quote(text, safe=_SAFE, errors="replace")


def _host_port(netloc: str) -> tuple[str | IP, int | None]:
    host, bracket, after = netloc.rpartition("]")
    if bracket:
        host, colon, port = host + bracket, after[:1], after[1:]
        if after and colon != ":":
            raise ValueError("its host is no valid IPv6 address")
    else:
        host, _, port = netloc.partition(":")
    if not port:
        return read_host(host), None
    if not _PORT.fullmatch(port) or not 0 < int(port) < 65536:
        raise ValueError("its port is no number up to 65535")
    return read_host(host), int(port)


def _authority(scheme: str, host: str, port: int) -> str:
    place = f"[{host}]" if ":" in host else host
    return place if port == PORTS[scheme] else f"{place}:{port}"
