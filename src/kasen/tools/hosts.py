"""Hosts as people and attackers spell them: a name or an IP address, and what kind of place that is."""

from __future__ import annotations

import ipaddress
import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Literal

IP = IPv4Address | IPv6Address
Place = Literal["public", "private", "never"]
"""`private`: this machine or its own network. `never`: metadata of clouds, link-local, multicast, unassigned."""

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_MAX_NAME = 253
_HEX = re.compile(r"0[xX][0-9a-fA-F]*")
_OCTAL = re.compile(r"0[0-7]*")
_DECIMAL = re.compile(r"[1-9][0-9]*")
_NUMERIC = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")

# IANA's registries of special-purpose addresses (RFC 6890 and what came after), written out: what `ipaddress` calls
# private or global differs between versions of Python.
_PRIVATE_4 = tuple(map(IPv4Network, ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
_NEVER_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15",
            "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip
_PRIVATE_6 = (IPv6Network("::1/128"), IPv6Network("fc00::/7"))
_GLOBAL_6 = IPv6Network("2000::/3")
_NEVER_6 = (IPv6Network("2001::/23"), IPv6Network("2001:db8::/32"), IPv6Network("3fff::/20"))
_METADATA = frozenset(
    map(
        ipaddress.ip_address,
        ("100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe"),
    )
)
"""Metadata services that lie in ranges which may otherwise be asked: Alibaba, Azure, AWS, Google, Oracle."""
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal", "metadata.goog", "instance-data"})
_PRIVATE_SUFFIXES = (
    "localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa", "localdomain", "onion",
)  # fmt: skip

# Where an IPv6 address carries an IPv4 address: prefix, and how far right of the low bits that stands.
_CARRIERS = (
    (IPv6Network("::ffff:0:0/96"), 0),  # mapped
    (IPv6Network("::ffff:0:0:0/96"), 0),  # translated, RFC 2765
    (IPv6Network("::/96"), 0),  # compatible
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (IPv6Network("2002::/16"), 80),  # 6to4
)
_ISATAP = (0x00005EFE, 0x02005EFE)


def read_host(text: str) -> str | IP:
    """A host as a URL spells it: an IP address in any form that a browser takes, or a name in lower-case ASCII.

    IPv4 in decimal, octal, hex and short forms (WHATWG URL §3.5), IPv6 in brackets, names in any script (IDNA 2008 with
    UTS 46). Raises ValueError, its message a clause: what is wrong with the host.
    """
    if text.startswith("["):
        return _ipv6(text)
    if "%" in text:
        raise ValueError("its host holds percent signs")
    name = _ascii(text).lower().removesuffix(".")
    if not name:
        raise ValueError("it has no host")
    if _NUMERIC.fullmatch(name.rpartition(".")[2]):
        return _ipv4(name)
    if len(name) > _MAX_NAME or not all(map(_LABEL.fullmatch, name.split("."))):
        raise ValueError("its host is no valid name")
    return name


def place_of(host: str | IP) -> Place:
    """What kind of place a host is. A name that tells nothing counts as public: its addresses have to be judged."""
    if isinstance(host, str):
        return _place_of_name(host)
    if host in _METADATA:
        return "never"
    if isinstance(host, IPv4Address):
        return "never" if _in(host, _NEVER_4) else "private" if _in(host, _PRIVATE_4) else "public"
    return _place_of_ipv6(host)


def _ascii(text: str) -> str:
    if text.isascii():
        return text
    import idna

    try:
        mapped = idna.uts46_remap(text, std3_rules=False, transitional=False)
        return mapped if mapped.isascii() else idna.encode(mapped).decode("ascii")
    except UnicodeError as error:
        raise ValueError("its host is no valid name") from error


def _ipv6(text: str) -> IPv6Address:
    inside = text[1:-1]
    if not text.endswith("]") or "%" in inside:
        raise ValueError("its host is no valid IPv6 address (zones are not taken)")
    try:
        return IPv6Address(inside)
    except ValueError as error:
        raise ValueError("its host is no valid IPv6 address") from error


def _ipv4(name: str) -> IPv4Address:
    numbers = [_number(part) for part in name.split(".")]
    last = numbers.pop()
    if len(numbers) > 3 or any(n > 255 for n in numbers) or last >= 256 ** (4 - len(numbers)):
        raise ValueError("its host is no valid IPv4 address")
    return IPv4Address(sum(n << (8 * (3 - i)) for i, n in enumerate(numbers)) + last)


def _number(part: str) -> int:
    for form, base, skip in ((_HEX, 16, 2), (_OCTAL, 8, 0), (_DECIMAL, 10, 0)):
        if len(part) <= _MAX_NAME and form.fullmatch(part):
            return int(part[skip:] or "0", base)
    raise ValueError("its host is no valid IPv4 address")


def _place_of_name(name: str) -> Place:
    if name in _METADATA_NAMES:
        return "never"
    if "." not in name or any(name == suffix or name.endswith(f".{suffix}") for suffix in _PRIVATE_SUFFIXES):
        return "private"
    return "public"


def _place_of_ipv6(host: IPv6Address) -> Place:
    if host.scope_id is not None:
        return "never"
    if _in(host, _PRIVATE_6):
        return "private"
    carried = _carried(host)
    if carried is not None:
        return place_of(carried)
    if host not in _GLOBAL_6 or _in(host, _NEVER_6):
        return "never"
    if (int(host) >> 32) & 0xFFFFFFFF in _ISATAP:
        return place_of(IPv4Address(int(host) & 0xFFFFFFFF))
    return "public"


def _carried(host: IPv6Address) -> IPv4Address | None:
    for network, shift in _CARRIERS:
        if host in network:
            return IPv4Address((int(host) >> shift) & 0xFFFFFFFF)
    return None


def _in(host: IP, networks: tuple[IPv4Network, ...] | tuple[IPv6Network, ...]) -> bool:
    return any(host in network for network in networks)
