"""Thought signatures of Gemini: given with the last part of an answer, and to come back byte-exact with that part."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from kasen.testing.providers.reply import Reply
from kasen.testing.providers.wire import Json, either


def sign(image: bytes) -> bytes:
    """The signature that is given with an image when the reply names none; no UTF-8, no multiple of three bytes."""
    return b"\xff\xfe" + blake2b(image, digest_size=32).digest()


class Signatures:
    """What was given with what, and whether it came back so."""

    def __init__(self) -> None:
        self._given: dict[bytes, bytes] = {}
        self.right = 0
        self.wrong = 0

    def note(self, reply: Reply) -> None:
        """Remember what this reply gives."""
        if reply.images:
            self._given[reply.images[-1]] = reply.signature or sign(reply.images[-1])
        elif reply.signature:
            self._given[b"text" + reply.signature] = reply.signature

    def check(self, body: Json) -> None:
        """Count each signature that came back: right with the image it was given with (or with any text), or wrong."""
        for part in _signed(body):
            signature = _decoded(either(part, "thoughtSignature"))
            image = _decoded((either(part, "inlineData") or {}).get("data"))
            given = self._given.get(image or b"text" + signature)
            if given == signature:
                self.right += 1
            else:
                self.wrong += 1


def _signed(body: Json) -> Iterator[Json]:
    contents = body.get("contents") or []
    for content in contents if isinstance(contents, list) else [contents]:
        for part in content.get("parts") or [] if isinstance(content, dict) else []:
            if isinstance(part, dict) and either(part, "thoughtSignature"):
                yield part


def _decoded(text: Any) -> bytes:
    """Base64, also in its URL-safe alphabet, which Google's client uses."""
    try:
        return base64.b64decode(str(text or "").replace("-", "+").replace("_", "/"), validate=True)
    except binascii.Error:
        return b"(not base64)"
