"""Addresses of servers as people write them, checked and in one form."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit

OLLAMA_PORT = 11434
_ANYWHERE = ("0.0.0.0", "::")
FOLDERS = ("file", "gs", "s3")
"""What the address of a folder for files may begin with: a folder of this machine, Google Cloud Storage, S3."""
_FOLDER = re.compile(r"(?P<scheme>[a-z0-9+.-]+)://(?P<place>[\w./@~-]*)")
_HOST = re.compile(r"[\w.-]+", re.ASCII)


def web_address(value: str) -> str:
    """`http(s)://host[:port][/path]` without a slash at the end; empty stays empty. Raises ValueError saying why."""
    value = value.strip()
    if not value:
        return ""
    parts = _split(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an address like `https://host/v1`")
    if "@" in parts.netloc:
        raise ValueError("must not hold a user or password: a key has a setting of its own")
    if not _HOST.fullmatch(parts.hostname) and not _is_ip(parts.hostname):
        raise ValueError("must name a host in ASCII letters")
    return value.rstrip("/")


def hook_address(value: str) -> str:
    """An address that is called as it stands: its query and its slash at the end stay; empty stays empty.

    Raises ValueError saying why, without the value: such addresses hold keys.
    """
    value = value.strip()
    address, _, query = value.partition("?")
    if re.search(r"[\s#\\\x00-\x1f\x7f]", query):
        raise ValueError("must be an address without spaces and `#`")
    web_address(address)
    return value


def ollama_address(value: str) -> str:
    """An address of Ollama in any form of its `OLLAMA_HOST`: `host`, `host:port`, `:port`, a whole URL.

    Without a scheme the port is 11434 when none is given; `0.0.0.0`, where a server listens, is asked on this machine.
    """
    value = value.strip()
    if not value:
        return ""
    scheme, found, rest = value.partition("://")
    if not found:
        scheme, rest = "http", f"[{value}]" if _is_ip(value) and ":" in value else value
    parts = _split(f"{scheme}://{rest}")
    if "@" in parts.netloc:
        return web_address(f"{scheme}://{rest}")
    host = parts.hostname or "127.0.0.1"
    host = "127.0.0.1" if host in _ANYWHERE else host
    port = parts.port or (None if found else OLLAMA_PORT)
    place = f"[{host}]" if ":" in host else host
    return web_address(f"{scheme}://{place}{f':{port}' if port else ''}{parts.path}")


def folder_address(value: str) -> str:
    """`gs://bucket/prefix`, `s3://bucket/prefix` or `file:///path` without a slash at the end; empty stays empty.

    Raises ValueError saying why.
    """
    value = value.strip()
    if not value:
        return ""
    found = _FOLDER.fullmatch(value)
    if found is None or found["scheme"] not in FOLDERS:
        raise ValueError("must be an address like `gs://bucket/prefix`, `s3://bucket/prefix` or `file:///whole/path`")
    place = found["place"].rstrip("/")
    if found["scheme"] == "file" and not place.startswith("/"):
        raise ValueError("must name a folder by its whole path: `file:///mnt/kasen`")
    if {"", ".", ".."} & set(place.lstrip("/").split("/")):
        raise ValueError("must name a bucket or folder, without `.`, `..` and `//`")
    if found["scheme"] != "file" and (place.startswith("/") or "@" in place):
        raise ValueError("must name a bucket after `://`, and no key: credentials have variables of their own")
    return f"{found['scheme']}://{place}"


def _split(value: str) -> SplitResult:
    if re.search(r"[\s\\\x00-\x1f\x7f]", value):
        raise ValueError("must be an address without spaces")
    if "?" in value or "#" in value:
        raise ValueError("must end with its path, without `?` or `#`")
    try:
        parts = urlsplit(value)
        _ = parts.port  # a port that is none is found only when it is read
    except ValueError as error:
        raise ValueError("must be an address whose port is a number up to 65535") from error
    return parts


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
