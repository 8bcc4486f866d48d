"""MCP servers as settings: what starts or reaches each, and what it is given."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator

from kasen.settings.addresses import web_address

NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""Name of a server: it is written in addresses and after `mcp:`."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_SHORTEST = 8


class McpServer(BaseModel):
    """One server that speaks the Model Context Protocol: a program (`command`) or an address (`url`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: tuple[str, ...] = ()
    """Program and arguments, started in the current folder."""
    url: str = ""
    """Address of its streamable HTTP endpoint."""
    tools: tuple[str, ...] = ()
    """Tools that are searched with; empty: the one that takes a query."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    """Further arguments of every call."""
    env: dict[str, SecretStr] = Field(default_factory=dict)
    """Variables of the program, beside `PATH`, `HOME` and the like; it gets no others."""
    headers: dict[str, SecretStr] = Field(default_factory=dict)
    """Headers of every request to the address."""

    @field_validator("command", "tools", mode="before")
    @classmethod
    def _texts(cls, value: Any) -> Any:
        """A list of texts, none of them empty: a command on one line would have to be taken apart by guessing."""
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) and one.strip() for one in value):
            raise ValueError('must be a list like `["npx", "-y", "some-server"]`')
        return value

    @field_validator("url")
    @classmethod
    def _address(cls, value: str) -> str:
        address, _, query = value.strip().partition("?")
        if re.search(r"[\s#\\]", query):
            raise ValueError("must be an address without spaces and `#`")
        web_address(address)
        return value.strip()  # its slash at the end may matter

    @field_validator("env")
    @classmethod
    def _variables(cls, value: dict[str, SecretStr]) -> dict[str, SecretStr]:
        return _checked(value, _VARIABLE)

    @field_validator("headers")
    @classmethod
    def _fields(cls, value: dict[str, SecretStr]) -> dict[str, SecretStr]:
        return _checked(value, _HEADER)

    @model_validator(mode="after")
    def _one_way(self) -> McpServer:
        if bool(self.command) == bool(self.url):
            raise ValueError("must have either `command` or `url`")
        if self.url and self.env:
            raise ValueError("must have `headers` for a server with `url`, not `env`")
        if self.command and self.headers:
            raise ValueError("must have `env` for a server with `command`, not `headers`")
        return self

    def secrets(self) -> Iterator[str]:
        """Values that must never be shown, those in the query of its address among them."""
        for value in (*self.env.values(), *self.headers.values()):
            text = value.get_secret_value()
            yield text
            yield from (word for word in text.split() if len(word) >= _SHORTEST and word != text)
        yield from (value for _, value in parse_qsl(urlsplit(self.url).query) if len(value) >= _SHORTEST)


def servers(value: Any) -> dict[str, McpServer]:
    """Name → server. In the environment a JSON object. Raises ValueError saying what is wrong, without the values."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise ValueError('must be a table `[mcp.NAME]`, or JSON like `{"name": {"url": "…"}}`') from error
    if not isinstance(value, Mapping):
        raise ValueError("must be a table `[mcp.NAME]` for each server")  # noqa: TRY004  pydantic words ValueErrors
    return {_name(name): _server(str(name), one) for name, one in value.items()}


def shown(value: Any, mask: str) -> str:
    """Such a table in words, for who is asked to trust it: whole commands and addresses, no value that is a secret."""
    try:
        found = servers(value)
    except ValueError as error:
        return f"cannot be read: {error}"
    return "; ".join(f"{name}: {_shown(server, mask)}" for name, server in found.items())


def _shown(server: McpServer, mask: str) -> str:
    address, question, _ = server.url.partition("?")
    way = f"runs {shlex.join(server.command)}" if server.command else f"asks {address}{question}{mask * bool(question)}"
    names = [f"{name}={mask}" for name in (*server.env, *server.headers)]
    given = [f"arguments {json.dumps(server.arguments, ensure_ascii=False, default=str)}"] if server.arguments else []
    return ", ".join([way, *given, *names])


def _name(name: Any) -> str:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(f"must be named in lower-case letters, digits, `-` and `_`: `{name}` is not")
    return name


def _server(name: str, value: Any) -> McpServer:
    if isinstance(value, McpServer):
        return value
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table: `{name}` is none")  # noqa: TRY004
    try:
        return McpServer(**{str(key): inner for key, inner in value.items()})
    except ValidationError as error:
        raise ValueError("; ".join(f"`{name}` {_in_words(one)}" for one in error.errors(include_url=False))) from None


def _in_words(mistake: Any) -> str:
    place = ".".join(map(str, mistake["loc"]))
    words = str(mistake["msg"]).removeprefix("Value error, ").replace("Input should be", "must be")
    if mistake["type"] == "extra_forbidden":
        return f"has `{place}`, which is no setting of a server"
    return f"`{place}` {words}" if place else words


def _checked(values: dict[str, SecretStr], name: re.Pattern[str]) -> dict[str, SecretStr]:
    for key, value in values.items():
        if not name.fullmatch(key):
            raise ValueError(f"must not hold the name `{key}`")
        if re.search(r"[\x00\r\n]", value.get_secret_value()):
            raise ValueError(f"must hold one line for `{key}`")
    return values
