"""Taking secrets out of whatever is written, shown or sent."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from kasen.settings.fields import Settings

REDACTED = "[redacted]"
SHORTEST = 8
"""Characters; what is shorter would be found in words that are no secret."""
SHORTEST_NUMBER = 16
"""Digits of a secret of digits only; a shorter one may be a date or an amount, and a number in JSON."""


class Redactor:
    """`redact(text)`: the text with every secret replaced by `[redacted]`.

    A secret is found as it is, percent-encoded, escaped for JSON or HTML, and as base64 of the whole value.
    Values below 8 characters are left alone, and those of digits only below 16: they are dates and numbers elsewhere.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        long_enough = {secret.strip() for secret in secrets if _is_telling(secret.strip())}
        forms = {form for secret in long_enough for form in _forms(secret)}
        self._forms = sorted(forms, key=lambda form: (-len(form), form))
        self._pattern = re.compile("|".join(map(re.escape, self._forms)))

    def __bool__(self) -> bool:
        return bool(self._forms)

    def __call__(self, text: str) -> str:
        """The text without secrets; the same object when it holds none."""
        if not any(form in text for form in self._forms):  # several times faster than the pattern, and the usual case
            return text
        return self._pattern.sub(REDACTED, text)

    def data(self, value: Any) -> Any:
        """Plain data (dicts, lists, tuples, texts and what holds no text) without secrets, keys of dicts included."""
        if not self._forms:
            return value
        if isinstance(value, str):
            return self(value)
        if isinstance(value, dict):
            return {self.data(key): self.data(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(map(self.data, value))
        return value

    def file(self, data: bytes) -> bytes:
        """The bytes of a text file (UTF-8) without secrets; other bytes stay as they are."""
        if not self._forms:
            return data
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return data
        clean = self(text)
        return data if clean is text else clean.encode("utf-8")

    def masked(self, text: str) -> str:
        """The text with an asterisk for each character of a secret: every other character stays where it is."""
        if not any(form in text for form in self._forms):
            return text
        return self._pattern.sub(lambda found: "*" * len(found[0]), text)

    def stream(self) -> RedactedStream:
        """For a text that comes in pieces: a secret may begin in one and end in another."""
        return RedactedStream(self)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """Every beginning of every form of a secret."""
        return frozenset(form[:length] for form in self._forms for length in range(1, len(form)))

    @cached_property
    def longest(self) -> int:
        """Characters of the longest form."""
        return max(map(len, self._forms), default=0)


NO_SECRETS = Redactor()
"""Changes nothing."""


class RedactedStream:
    """Holds back what may be the beginning of a secret until the next piece decides."""

    def __init__(self, redact: Redactor) -> None:
        self._redact = redact
        self._held = ""

    def feed(self, delta: str) -> str:
        """What can be let out now."""
        text = self._redact(self._held + delta)
        beginnings = self._redact.beginnings
        lengths = range(min(self._redact.longest - 1, len(text)), 0, -1)
        held = next((length for length in lengths if text[-length:] in beginnings), 0)
        cut = len(text) - held
        self._held = text[cut:]
        return text[:cut]

    def end(self) -> str:
        """What was still held back."""
        rest, self._held = self._held, ""
        return rest


def redactor_of(settings: Settings) -> Redactor:
    """The redactor of every secret in these settings."""
    return Redactor(settings.secrets())


def _is_telling(secret: str) -> bool:
    return len(secret) >= (SHORTEST_NUMBER if secret.isdigit() else SHORTEST)


def _forms(secret: str) -> Iterator[str]:
    """How a value looks inside other notations."""
    data = secret.encode("utf-8", "surrogatepass")
    escaped = (json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1])
    percent = (quote(data), quote(data, safe=""), quote_plus(data))
    encoded = [encode(data).decode() for encode in (base64.b64encode, base64.urlsafe_b64encode)]
    yield secret
    yield from escaped
    yield from (json.dumps(form)[1:-1] for form in escaped)  # JSON inside JSON
    yield from percent
    yield from (re.sub("%[0-9A-F]{2}", lambda found: found[0].lower(), form) for form in percent)
    yield from (html.escape(secret), html.escape(secret, quote=False))
    yield from (form.rstrip("=") for form in encoded)  # with its `=` it ends in this as well
