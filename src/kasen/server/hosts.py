"""Under which names the server may be called, and from which pages.

A page of a stranger whose name is made to mean this machine (DNS rebinding) sends that name as `Host`; one that makes a
browser call here (CSRF) sends its own address as `Origin`. An address of this machine cannot be rebound.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from kasen.server.errors import Rejected

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9_.-]{0,252}))(?::([0-9]{1,5}))?", re.IGNORECASE)
_PORTS = {"http": "80", "https": "443"}
SAME = frozenset({"same-origin", "none"})
"""`Sec-Fetch-Site` of our own pages, and of addresses that a person typed."""


def address_of(name: str) -> IPv4Address | IPv6Address | None:
    """A literal address, an IPv4 in IPv6 as the IPv4; None for names."""
    try:
        found = ip_address(name)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found


def is_loopback(name: str) -> bool:
    """True for `localhost` and the addresses that only this machine reaches."""
    found = address_of(name)
    return name == "localhost" if found is None else found.is_loopback


def split_host(header: str) -> tuple[str, str]:
    """`Host` as (name in lower case without brackets and closing dot, port or ""). Raises Rejected (400)."""
    found = _HOST.fullmatch(header)
    if found is None or int(found[2] or 0) > 65535:
        raise Rejected(400, "the `Host` header is malformed")
    return found[1].lower().strip("[]").removesuffix("."), found[2] or ""


class Hosts:
    """The names that are ours: loopback, where we listen, and those that were allowed."""

    def __init__(self, listening: str = "127.0.0.1", allowed: Collection[str] = ()) -> None:
        self._names = {listening, *allowed}
        self._endings = tuple(name for name in allowed if name.startswith("."))
        self._any = "*" in allowed

    def check(self, header: str, local: str = "", *, is_shared: bool) -> None:
        """Raises Rejected: 400 for a malformed `Host`, 421 for a foreign one. `local`: where the connection came in.

        `*` counts only where a token is demanded: a page under a foreign name has no cookie of ours.
        """
        name, _ = split_host(header)
        if is_loopback(name) or name in self._names or name.endswith(self._endings) or (self._any and is_shared):
            return
        literal = address_of(name)
        if literal is not None and literal == address_of(local):
            return
        raise Rejected(
            421,
            "this server does not answer to the name that it was called by",
            hint="Start it with `--allow-host NAME`, or set KASEN_ALLOWED_HOSTS.",
        )


def is_same_origin(origin: str, host: str) -> bool:
    """Whether a page of `origin` was served under `Host: host`; behind a proxy that ends TLS too."""
    try:
        parts = urlsplit(origin)
        if parts.scheme not in _PORTS or f"{parts.scheme}://{parts.netloc}" != origin or parts.username is not None:
            return False
        name, port = split_host(parts.netloc)
        own, own_port = split_host(host)
    except (ValueError, Rejected):
        return False
    usual = _PORTS[parts.scheme]
    return name == own and (port or usual) == (own_port or usual)


def check_page(origin: str | None, site: str | None, host: str) -> None:
    """Raises Rejected (403) when a browser says that another page makes it ask. Absent headers say nothing."""
    if (origin is not None and not is_same_origin(origin, host)) or (site is not None and site.lower() not in SAME):
        raise Rejected(403, "a page of another address may not ask this server for that")
