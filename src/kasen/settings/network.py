"""The proxy and the certificates of the user's network, as people write them, checked and in one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic import SecretStr

SCHEMES = ("http", "https", "socks5", "socks5h")
_CERTIFICATE = re.compile(rb"-----BEGIN (TRUSTED )?CERTIFICATE-----")
_HASHED = re.compile(r"[0-9a-f]{8}\.\d+")
"""Name of a certificate in a folder that `openssl rehash` made."""
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_FORM = "must be like `http://host:3128` or `http://user:password@host:3128`"


def proxy_address(value: SecretStr | None) -> SecretStr | None:
    """`scheme://[user:password@]host[:port]`; without a scheme it is `http`, empty is None.

    Raises ValueError, which does not repeat the value.
    """
    text = value.get_secret_value().strip() if value is not None else ""
    if not text:
        return None
    text = text if "://" in text else f"http://{text}"
    parts = _split(text)
    if parts.scheme not in SCHEMES:
        raise ValueError(f"{_FORM}; what Kasen can use begins with {', '.join(SCHEMES)}")
    if not parts.hostname or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(f"{_FORM}; in user and password write `@`, `:`, `/`, `?` and `#` as `%40`, `%3A`, …")
    return SecretStr(f"{parts.scheme}://{parts.netloc}")


def certificates(value: str) -> str:
    """Whole path of a PEM file, or of a folder that `openssl rehash` made; empty stays empty.

    Raises ValueError for a path without certificates.
    """
    if not value.strip():
        return ""
    try:
        path = Path(value.strip()).expanduser().absolute()
        found = any(_HASHED.fullmatch(one.name) for one in path.iterdir()) if path.is_dir() else _in_file(path)
    except (OSError, RuntimeError, ValueError) as error:
        raise ValueError("must be a file of certificates, and this one cannot be read") from error
    if not found:
        raise ValueError("must hold certificates in PEM form (`-----BEGIN CERTIFICATE-----`)")
    return str(path)


def proxy_secrets(proxy: SecretStr | None) -> Iterator[str]:
    """What of a proxy must never be shown: user and password together, and the password alone."""
    user, at, _ = urlsplit(proxy.get_secret_value() if proxy is not None else "").netloc.rpartition("@")
    if at:
        yield from (user, unquote(user))
        _, _, password = user.partition(":")
        yield from (password, unquote(password))


def header_list(value: SecretStr | None) -> SecretStr | None:
    """`name=value,name=value` as OpenTelemetry writes headers; empty is None. Raises ValueError, without the value."""
    text = value.get_secret_value().strip() if value is not None else ""
    if not text:
        return None
    for entry in filter(str.strip, text.split(",")):
        name, equals, rest = entry.partition("=")
        if not equals or not _HEADER.fullmatch(name.strip()) or re.search(r"[\x00\r\n]", unquote(rest)):
            raise ValueError("must be written `name=value,name=value`")
    return SecretStr(text)


def headers_of(value: SecretStr | None) -> dict[str, str]:
    """The headers that such a list names."""
    entries = (entry.partition("=") for entry in (value.get_secret_value() if value else "").split(","))
    return {name.strip(): unquote(rest.strip()) for name, equals, rest in entries if equals}


def header_secrets(value: SecretStr | None) -> Iterator[str]:
    """What of these headers must never be shown: each value, and each long word of it (`Bearer …`)."""
    for text in headers_of(value).values():
        yield from (text, *(word for word in text.split() if word != text))


def _split(text: str) -> SplitResult:
    if re.search(r"[\s\\\x00-\x1f\x7f]", text):
        raise ValueError(_FORM)
    try:
        parts = urlsplit(text)
        _ = parts.port  # a port that is none is found only when it is read
    except ValueError as error:
        raise ValueError(_FORM) from error
    return parts


def _in_file(path: Path) -> bool:
    return bool(_CERTIFICATE.search(path.read_bytes()))
