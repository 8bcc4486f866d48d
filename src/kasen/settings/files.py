"""Settings in files: `.env` and `kasen.toml`, read once, with the place of every value."""

from __future__ import annotations

import difflib
import errno
import hashlib
import io
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dotenv import dotenv_values

from kasen.errors import ConfigurationError
from kasen.settings.fields import by_field, readable, variables
from kasen.settings.regular import NoPlainFile, read_regular

DOTENV = ".env"
TOML = "kasen.toml"
EXPLAINED = "`kasen init`, in another folder, writes a file in which every setting is explained."
"""The next step for who has a setting wrong."""
_DOTENV_LINE = r"\s*(?:export\s+)?(?:{names})\s*="
_TOML_LINE = r"""\s*\[*\s*["']?{name}["']?\s*[=.\]]"""


@dataclass(frozen=True, kw_only=True)
class Layer:
    """What one place says about settings."""

    values: Mapping[str, Any] = field(default_factory=dict)
    where: Callable[[str], str] = str
    """Name of a setting → place for people: `kasen.toml:3`, or the name of the variable."""
    folder: bool = False
    """True for what the current folder brings."""
    name: str = ""
    """Name of the file."""
    sha256: str = ""
    """Of the bytes that the values were read from."""
    ignored: tuple[str, ...] = ()
    """What stands there but was not taken, in sentences."""

    def only(self, names: frozenset[str]) -> Layer:
        """The same place with these settings and no other."""
        return _with(self, {name: value for name, value in self.values.items() if name in names})

    def without(self, names: frozenset[str]) -> Layer:
        """The same place without these settings."""
        return _with(self, {name: value for name, value in self.values.items() if name not in names})


def _with(layer: Layer, values: Mapping[str, Any]) -> Layer:
    return Layer(
        values=values,
        where=layer.where,
        folder=layer.folder,
        name=layer.name,
        sha256=layer.sha256,
        ignored=layer.ignored,
    )


def read_dotenv(path: Path) -> Layer:
    """The settings of a `.env`, empty ones left out; `${…}` is never filled in from the environment.

    Raises ConfigurationError for a file that cannot be read.
    """
    data = _data(path)
    if data is None:
        return Layer(folder=True, name=path.name)
    text = _text(path, data)
    found = by_field(dict(dotenv_values(stream=io.StringIO(text), interpolate=False)))

    def where(name: str) -> str:
        names = "|".join(variables(name))
        return f"{path}{_line(text, _DOTENV_LINE.format(names=names))}"

    values = {name: value for name, value in found.items() if value and "${" not in value}
    ignored = tuple(
        f"{where(name)}: `{name}` is ignored: `${{…}}` is not filled in; write the value itself"
        for name, value in found.items()
        if value and "${" in value
    )
    return Layer(values=values, where=where, folder=True, name=path.name, sha256=_sha256(data), ignored=ignored)


def read_toml(path: Path, *, folder: bool) -> Layer:
    """The settings of a `kasen.toml`.

    Raises ConfigurationError, with the line, for what is not TOML and for names that are no setting.
    """
    data = _data(path)
    if data is None:
        return Layer(folder=folder, name=path.name)
    text = _text(path, data)
    values = _parsed(path, text)

    def where(name: str) -> str:
        return f"{path}{_line(text, _TOML_LINE.format(name=re.escape(name)))}"

    for name in values:
        if name not in readable():
            near = difflib.get_close_matches(name.lower(), readable(), n=1)
            hint = f"Did you mean `{near[0]}`?" if near else EXPLAINED
            raise ConfigurationError(f"{where(name)}: there is no setting `{name}`", hint=hint)
    return Layer(values=values, where=where, folder=folder, name=path.name, sha256=_sha256(data))


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        values = tomllib.loads(text)
        json.dumps(values, default=str)  # dotted names get by the parser at any depth, but nothing after it
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        place = f"{path}:{line[1]}" if line else str(path)
        reason = str(error).split(" (at")[0].lower()
        raise ConfigurationError(f"{place}: this is not TOML: {reason}", hint='Write `name = "value"`.') from error
    except (RecursionError, ValueError) as error:  # thousands of brackets, a number of thousands of digits
        raise ConfigurationError(f"`{path}` cannot be read: a value is too deep or too long") from error
    return values


def _data(path: Path) -> bytes | None:
    """The bytes of a file, read once so that what was checked is what is used; None when there is no file.

    A folder or pipe of that name (virtual environments are called `.env` too) is no file.
    """
    try:
        return read_regular(path)
    except OSError as error:
        if isinstance(error, NoPlainFile) and error.errno == errno.EINVAL:
            return None
        raise ConfigurationError(f"`{path}` cannot be read: {(error.strerror or '').lower()}") from error


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"`{path}` cannot be read: it is not UTF-8") from error


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _line(text: str, pattern: str) -> str:
    matching = (number for number, line in enumerate(text.splitlines(), 1) if re.match(pattern, line, re.IGNORECASE))
    number = next(matching, None)
    return f":{number}" if number else ""
