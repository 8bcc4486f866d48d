"""Who may call: names, each with the hash of a token that is shown once and kept nowhere.

A token is 32 random bytes. Nobody can try 2^256 of them, so SHA-256 is enough: a slow hash (scrypt) makes guessing
dear where people choose the words, and here would only make each request dear.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import logging
import secrets
import stat
import tomllib
from pathlib import Path

from kasen.errors import ConfigurationError, InputError, UnknownName, UsageError
from kasen.server.private import alone, write_private
from kasen.settings.listening import SHA256, WORD
from kasen.settings.regular import read_regular

TOKENS = "tokens.toml"
PREFIX = "kasen_"
"""Begins each token, so that programs that look for leaked keys know one."""
_HEAD = "# Written by `kasen serve tokens`: name and SHA-256 of its token. The tokens themselves are kept nowhere.\n"
log = logging.getLogger("kasen.server")


def new_token() -> str:
    """A token of 32 random bytes, in letters that headers and addresses take."""
    return PREFIX + secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """SHA-256, as hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Tokens:
    """The tokens of one home (`tokens.toml`, read again when it changed) and those of the settings (`fixed`)."""

    def __init__(self, home: Path, fixed: dict[str, str] | None = None) -> None:
        self._path = home / TOKENS
        self._fixed = dict(fixed or {})
        self._seen: tuple[int, ...] | None = None
        self._read: dict[str, str] = {}

    def hashes(self) -> dict[str, str]:
        """Name → hash. Raises ConfigurationError for a file that cannot be read."""
        seen = _stamp(self._path)
        if seen != self._seen:
            self._read = _load(self._path)
            self._seen = seen
        return {**self._read, **self._fixed}

    def has_any(self) -> bool:
        """Whether somebody has a token, or a file stands there that cannot be read."""
        return bool(self._usable()) or self._seen == ()

    def owner(self, token: str) -> str | None:
        """The name that a token was given to. Every entry is compared, whichever fits.

        While the file cannot be read nobody is let in by it; that is logged.
        """
        given = hash_of(token).encode()
        found = None
        for name, kept in self._usable().items():
            if hmac.compare_digest(given, kept.encode()):
                found = name
        return found

    def is_current(self, name: str, kept: str) -> bool:
        """True while `name` has the token of that hash."""
        return hmac.compare_digest(self._usable().get(name, "").encode(), kept.encode())

    def _usable(self) -> dict[str, str]:
        try:
            return self.hashes()
        except ConfigurationError as error:
            if self._read or self._seen is None:
                log.error("%s; until it is mended it lets nobody in", error)  # noqa: TRY400  a sentence is enough
            self._read, self._seen = {}, ()
            return self._fixed

    def add(self, name: str) -> str:
        """Give `name` a token; returned once. Raises InputError and UsageError for names that cannot be taken."""
        if not WORD.fullmatch(name):
            raise InputError(
                f"`{name}` cannot be the name of a token",
                hint="Take up to 40 lower-case letters, digits, `-` and `_`, a letter or digit first.",
            )
        with alone(self._path):
            kept = _load(self._path)
            if name in kept or name in self._fixed:
                raise UsageError(
                    f"there is a token `{name}` already", hint=f"End it first: `kasen serve tokens remove {name}`."
                )
            token = new_token()
            _write(self._path, {**kept, name: hash_of(token)})
        return token

    def remove(self, name: str) -> None:
        """End a token and all sessions under it; a server that runs sees it at its next request. Raises UnknownName."""
        with alone(self._path):
            kept = _load(self._path)
            if name not in kept:
                where = "It stands in KASEN_TOKENS." if name in self._fixed else "`kasen serve tokens list` shows them."
                raise UnknownName(f"there is no token `{name}` in `{self._path}`", hint=where)
            del kept[name]
            _write(self._path, kept)


def _stamp(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode


def _load(path: Path) -> dict[str, str]:
    try:
        data = read_regular(path)
    except OSError as error:
        why = "it is not a plain file" if error.errno == errno.EINVAL else (error.strerror or str(error)).lower()
        raise ConfigurationError(f"`{path}` cannot be read: {why}") from error
    if data is None:
        return {}
    _refuse_open(path)
    try:
        found = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, a number of thousands of digits
        raise ConfigurationError(f"`{path}` cannot be read: it is not TOML") from error
    return {name: _entry(path, name, value) for name, value in found.items()}


def _refuse_open(path: Path) -> None:
    if stat.S_IMODE(path.stat().st_mode) & 0o022:
        raise ConfigurationError(f"`{path}` may be written by others", hint=f"Run `chmod 600 {path}`.")


def _entry(path: Path, name: str, value: object) -> str:
    digest = value.strip().lower().removeprefix("sha256:") if isinstance(value, str) else ""
    if not WORD.fullmatch(name) or not SHA256.fullmatch(digest):
        raise ConfigurationError(f'`{path}`: `{name[:60]}` must be written `name = "sha256:…"`, with 64 digits')
    return digest


def _write(path: Path, kept: dict[str, str]) -> None:
    lines = [f'{name} = "sha256:{digest}"\n' for name, digest in sorted(kept.items())]
    write_private(path, _HEAD + "".join(lines))
