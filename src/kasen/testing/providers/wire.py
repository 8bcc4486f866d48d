"""What the server and the wire formats hand each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kasen.models.role import Usage
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Reply

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request, as far as its wire format could be read."""

    number: int
    """1 for the first request that the server received."""
    provider: str
    operation: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    body: Json = field(default_factory=dict)
    key: str = ""
    model: str = ""
    prompt: str = ""
    """All text of the request that a model would read, in its order."""
    pictures: int = 0
    schema: Mapping[str, Any] | None = None
    """JSON schema that the answer has to satisfy; `{}` when any JSON will do."""
    schema_name: str = ""
    tool: str = ""
    """Tool that the model is forced to call; the answer is its arguments."""
    streams: bool = False
    pictures_wanted: bool = False
    """The model is to draw (Gemini: `responseModalities` with IMAGE)."""
    searches: bool = False
    """The model may search the web by itself (Gemini: `googleSearch`)."""
    known: tuple[str, ...] = ()
    """Models that the provider lists."""
    dimensions: int = 64
    """Of vectors, when the request does not say."""
    caching: Literal["auto", "marked", "none"] = "none"
    marked: tuple[str, ...] = ()
    """Starts of the prompt that the client marked for caching, shortest first."""


@dataclass(frozen=True)
class Piece:
    """Bytes of an answer, and the usage of this call that they tell, when they tell it."""

    data: bytes
    usage: Usage | None = None


@dataclass(frozen=True, kw_only=True)
class Problem:
    """An answer that is an error."""

    status: int
    body: object
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Format:
    """One operation of one wire format."""

    read: Callable[[Asked], Asked]
    """Fills in model, prompt, schema and the like from the body."""
    whole: Callable[[Asked, Reply, Usage], Any]
    """The JSON body of an answer that is not streamed."""
    error: Callable[[Asked, Fault], Problem]
    stream: Callable[[Asked, Reply, Usage], Iterator[Piece]] | None = None
    error_in_stream: Callable[[Asked, Fault], bytes] | None = None
    media_type: str = "text/event-stream; charset=utf-8"
    keep_alive: bytes | None = b": keep-alive\n\n"
    """What keeps an idle stream alive; None where the provider's client takes nothing of the kind."""
    tells: Callable[[Usage], Usage] = lambda usage: usage
    """How much of the usage an answer that is not streamed says."""
    scripted: bool = True
    """Takes queued answers; False for embeddings and lists of models, which always answer by themselves."""


def either(body: Mapping[str, Any], name: str) -> Any:
    """`body[name]` in camel case or in snake case: Google's clients send both, mixed."""
    if name in body:
        return body[name]
    return body.get("".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name))


def calling(asked: Asked, reply: Reply) -> Asked:
    """The request with the tool that the reply calls, where it calls one of the client's own choice."""
    return replace(asked, tool=reply.tool) if reply.tool and not asked.tool else asked


def nothing(_: Usage) -> Usage:
    """The usage that a format without one tells."""
    return Usage()


def compact(value: object) -> str:
    """JSON in one line, with Japanese as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def data(value: object, usage: Usage | None = None) -> Piece:
    """A server-sent event without a name."""
    return Piece(f"data: {compact(value)}\n\n".encode(), usage)


def event(value: Mapping[str, Any], usage: Usage | None = None) -> Piece:
    """A server-sent event named by its own `type`."""
    return Piece(f"event: {value['type']}\ndata: {compact(value)}\n\n".encode(), usage)


def texts(value: object, *, names: tuple[str, ...] = ("text", "content", "parts")) -> Iterator[str]:
    """Every text in a message, however its provider nests content and parts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, names=names)
    elif isinstance(value, dict):
        for name in names:
            if name in value:
                yield from texts(value[name], names=names)
