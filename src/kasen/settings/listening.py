"""Where a server listens, who may call on it and under which names: texts of the environment and of files, checked."""

from __future__ import annotations

import re
from typing import Any

from pydantic import SecretStr

WORD = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""Name of a token: it owns runs and names folders, and no two may be one on any file system."""
SHA256 = re.compile(r"[0-9a-f]{64}")
_HOST = re.compile(r"\*|\.?[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?|[0-9a-f:]*:[0-9a-f:.]+")


def host_name(value: str) -> str:
    """An address or a name without its port, in lower case. Raises ValueError."""
    name = value.strip().lower().removeprefix("[").removesuffix("]").removesuffix(".")
    if not _HOST.fullmatch(name):
        raise ValueError("must be a name or an address, without `http://` and without a port")
    return name


def one_host(value: str) -> str:
    """Where to listen: one name or address, no pattern."""
    name = host_name(value)
    if name == "*" or name.startswith("."):
        raise ValueError("must be one address of this machine, as `127.0.0.1` or `0.0.0.0`")
    return name


def host_and_port(value: str) -> str:
    """`host:port` of a server. Raises ValueError."""
    host, colon, port = value.strip().rpartition(":")
    if not colon or not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError("must be like `127.0.0.1:7233`")
    return f"{one_host(host)}:{port}"


def host_names(value: Any) -> tuple[str, ...]:
    """Names under which the server may be called; on one line with commas between. Raises ValueError."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
        raise ValueError("must be a list of names, or one line like `kasen.example.com,10.0.0.5`")
    return tuple(dict.fromkeys(host_name(part) for part in parts if part.strip()))


def port_number(value: Any) -> Any:
    """The port; Kubernetes sets `KASEN_PORT=tcp://…` for a service of that name, which means nothing here."""
    return 8317 if isinstance(value, str) and value.strip().startswith("tcp://") else value


def token_hashes(value: SecretStr | None) -> SecretStr | None:
    """`name:sha256,…` as it came. Raises ValueError that shows no hash."""
    if value is not None:
        hashes_by_name(value.get_secret_value())
    return value


def hashes_by_name(text: str) -> dict[str, str]:
    """Name → SHA-256 of its token, in hexadecimal digits. Raises ValueError that shows no hash."""
    found: dict[str, str] = {}
    for number, entry in enumerate(filter(None, (part.strip() for part in text.split(","))), 1):
        name, _, digest = entry.partition(":")
        name, digest = name.strip(), digest.strip().lower().removeprefix("sha256:")
        if not WORD.fullmatch(name) or not SHA256.fullmatch(digest):
            raise ValueError(f"must be written `name:sha256,…` with 64 hexadecimal digits; entry {number} is not")
        if name in found:
            raise ValueError(f"must name each token once: `{name}` stands there twice")
        found[name] = digest
    return found
