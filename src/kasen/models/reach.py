"""Where a base URL points to, and whether anything listens there; imports no client library."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from kasen.errors import ConfigurationError

_PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080}
_NEAR = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
"""Ends of names that no public domain has."""


def place(base_url: str) -> str:
    """`host:port` of a base URL, without the user and password that it may hold; for accounts and messages.

    An address without a scheme counts as `http`. Raises ValueError for one without a host or with a bad port.
    """
    host, port = host_port(base_url)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def valid_place(base_url: str, setting: str) -> str:
    """The same for an address that a setting gives. Raises ConfigurationError, naming the setting, not the address."""
    try:
        return place(base_url)
    except ValueError as error:
        raise ConfigurationError(f"{setting} is not an address like `http://127.0.0.1:8000`") from error


def reachable(base_url: str, timeout_s: float = 0.3) -> bool:
    """Whether something accepts connections there: one TCP connection, nothing is sent, no proxy is used.

    It blocks for `timeout_s` per address of the host at most. A bad address is not reachable.
    """
    try:
        with socket.create_connection(host_port(base_url), timeout=timeout_s):
            return True
    except (OSError, ValueError):
        return False


def is_near(host: str) -> bool:
    """True for this machine and private networks, by address or by a name without a public domain."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(_NEAR)


def host_port(base_url: str) -> tuple[str, int]:
    """Host and port of a base URL, the port of its scheme where it has none. Raises ValueError as `place`."""
    parts = urlsplit(base_url if "://" in base_url else f"http://{base_url}")
    if not parts.hostname:
        raise ValueError("the address has no host")
    return parts.hostname, parts.port or _PORTS.get(parts.scheme, 80)
