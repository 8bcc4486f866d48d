"""What outsiders are not told: secrets, where this machine keeps things, and which addresses it was set up with.

One place for all answers, so that none can forget it. Bytes that are no text (pictures, PDF, Office) pass untouched;
secrets are taken out of them when they are made, and no team writes a path into them.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

import kasen
from kasen.settings.redact import REDACTED, redactor_of

if TYPE_CHECKING:
    from kasen.server.caller import Caller
    from kasen.settings import Settings

HIDDEN = "[server]"
PUBLIC = ("hub_url", "langchain_endpoint")
"""Settings whose usual value everybody knows."""
STREAM = b"text/event-stream"
_TEXT = re.compile(rb"text/|application/(?:[\w.+-]*\+)?(?:json|xml|x?html|javascript)|[\w.+/-]*\+(?:json|xml)")


class Veil:
    """The words of one server, and what stands in their place, for one owner."""

    def __init__(self, settings: Settings, owner: str) -> None:
        self._redact = redactor_of(settings)
        said = dict(_said(settings, owner))
        forms = {form: said[word] for word in said for form in _forms(word)}
        self._forms = {form.encode(): instead.encode() for form, instead in forms.items()}
        longest = sorted(self._forms, key=len, reverse=True)
        self._pattern = re.compile(b"|".join(map(re.escape, longest)))

    def __call__(self, data: bytes) -> bytes:
        """UTF-8 text without those words; the same object when it holds none."""
        if any(form in data for form in self._forms):
            data = self._pattern.sub(lambda found: self._forms[found[0]], data)
        return self._redact.file(data)


class Veils:
    """A veil for each owner, made once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[str, Veil] = {}

    def of(self, caller: Caller) -> Veil:
        """The veil between this server and an outsider."""
        if caller.owner not in self._made:
            self._made[caller.owner] = Veil(self._settings, caller.owner)
        return self._made[caller.owner]


def is_text(media_type: str) -> bool:
    """Whether answers of that type are read as text."""
    return bool(_TEXT.match(media_type.lower().encode()))


class Veiled:
    """ASGI middleware inside of the guard: all text that goes to outsiders passes their veil."""

    def __init__(self, app: ASGIApp, veils: Veils) -> None:
        self.app = app
        self.veils = veils

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        caller = scope.get("caller")
        if scope["type"] != "http" or caller is None or not caller.is_outside:
            await self.app(scope, receive, send)
            return
        await self.app(scope, receive, _Through(self.veils.of(caller), send))


class _Through:
    """`send` through a veil: streams piece by piece, other text when it is whole."""

    def __init__(self, veil: Veil, send: Send) -> None:
        self._veil = veil
        self._send = send
        self._start: Message | None = None
        self._kind = b""
        self._body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._kind = dict(message.get("headers", ())).get(b"content-type", b"").lower()
            if not self._is_held():
                await self._send(_headers_veiled(message, self._veil))
            else:
                self._start = message
        elif message["type"] != "http.response.body" or not _TEXT.match(self._kind):
            await self._send(message)
        elif self._start is None:
            await self._send({**message, "body": self._veil(message.get("body", b""))})
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._whole(self._start)

    def _is_held(self) -> bool:
        return bool(_TEXT.match(self._kind)) and not self._kind.startswith(STREAM)

    async def _whole(self, start: Message) -> None:
        body = self._veil(bytes(self._body))
        headers = start["headers"]
        if len(body) != len(self._body):
            rest = [(name, value) for name, value in headers if name.lower() != b"content-length"]
            headers = [*rest, (b"content-length", str(len(body)).encode())]
        await self._send(_headers_veiled({**start, "headers": headers}, self._veil))
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


def _headers_veiled(message: Message, veil: Veil) -> Message:
    return {**message, "headers": [(name, veil(value)) for name, value in message.get("headers", ())]}


def _said(settings: Settings, owner: str) -> Iterator[tuple[str, str]]:
    """Word → what stands in its place; later ones give way to earlier ones in `dict` order of length."""
    for home in _spelled(settings.home):
        yield f"{home}/", f"{HIDDEN}/"
        yield home, HIDDEN
        yield f"{home}/uploads/{owner}/", "upload:"
        yield f"{home}/owners/{owner}/kb/", "kb:"
    for path in (settings.reports, settings.manual_dir, Path.cwd(), Path.home(), Path(kasen.__file__).parent):
        for text in _spelled(path):
            if len(Path(text).parts) > 1:
                yield f"{text}/", f"{HIDDEN}/"
    for address in _addresses(settings):
        yield address, HIDDEN


def _spelled(path: Path) -> Iterable[str]:
    return dict.fromkeys((str(path.expanduser().absolute()), str(path.expanduser().resolve())))


def _addresses(settings: Settings) -> Iterator[str]:
    """The addresses that the settings name, and their hosts with the port."""
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        is_address = name.endswith(("_url", "_endpoint")) or name == "artifacts"
        if not is_address or not isinstance(value, str) or not value or (name in PUBLIC and value == field.default):
            continue
        yield value.rstrip("/")
        place = urlsplit(value).netloc.rpartition("@")[2]
        if ":" in place:
            yield place
    for server in settings.mcp.values():
        if isinstance(url := getattr(server, "url", None), str) and url:
            yield url


def _forms(word: str) -> Iterator[str]:
    """How a word looks inside JSON, addresses and HTML."""
    yield word
    yield json.dumps(word)[1:-1]
    yield json.dumps(word, ensure_ascii=False)[1:-1]
    yield quote(word)
    yield html.escape(word)


__all__ = ["HIDDEN", "REDACTED", "Veil", "Veiled", "Veils", "is_text"]
