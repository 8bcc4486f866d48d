"""Addresses of the database and of the checkpoints, as people write them, checked and in one form."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from pydantic import SecretStr

POSTGRES = ("postgresql", "postgres")
REDIS = ("redis", "rediss", "valkey", "valkeys")
_DATABASE = "must be like `postgresql://user:password@host:5432/name`; empty: a file in `home`"
_CHECKPOINTS = "must be `memory:`, `sqlite:`, `postgresql:`, `redis:` or like `redis://:password@host:6379/0`"


def database_address(value: SecretStr | None) -> SecretStr | None:
    """`postgresql://…`; empty and `sqlite:` are None.

    Raises ValueError, which does not repeat the value.
    """
    text = value.get_secret_value().strip() if value is not None else ""
    if text.rstrip("/") in {"", "sqlite:"}:
        return None
    scheme, _, rest = text.partition("://")
    if scheme not in POSTGRES or not rest:
        raise ValueError(_DATABASE)
    try:
        _ = urlsplit(text).port
    except ValueError:
        raise ValueError(_DATABASE) from None
    return SecretStr(f"postgresql://{rest}")


def checkpoints_address(value: SecretStr | None) -> SecretStr | None:
    """`memory:` or an address of Redis; empty, `sqlite:` and `postgresql:` (in the database) as they are.

    Raises ValueError, which does not repeat the value.
    """
    text = value.get_secret_value().strip() if value is not None else ""
    if not text:
        return None
    scheme, colon, rest = text.partition(":")
    if colon and scheme in {"memory", "sqlite", "postgresql"} and not rest.strip("/"):
        return SecretStr(f"{scheme}:")
    if not colon or scheme not in REDIS:
        raise ValueError(_CHECKPOINTS)
    try:
        has_host = bool(urlsplit(text).hostname)
        _ = urlsplit(text).port
    except ValueError:
        raise ValueError(_CHECKPOINTS) from None
    if rest.strip("/") and not has_host:
        raise ValueError(_CHECKPOINTS)
    return SecretStr(text if has_host else f"{scheme}:")


def passwords(*addresses: SecretStr | None) -> Iterator[str]:
    """The passwords in addresses, as they are written and as they are meant."""
    for address in addresses:
        parts = urlsplit(address.get_secret_value() if address is not None else "")
        _user, _, password = parts.netloc.rpartition("@")[0].partition(":")
        if password:
            yield from (password, unquote(password))
