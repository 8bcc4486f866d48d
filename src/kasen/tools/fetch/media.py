"""What kind of thing came back, by what the server says and by its first bytes; and how large each may be."""

from __future__ import annotations

import re
from typing import Literal

from kasen.tools.fetch.failure import Failure

Medium = Literal["html", "text", "markdown", "pdf"]
_MB = 1 << 20
LIMITS: dict[Medium, int] = {"html": 5 * _MB, "text": 5 * _MB, "markdown": 5 * _MB, "pdf": 20 * _MB}
"""Most bytes of a body after decompression."""
TYPES: dict[Medium, str] = {
    "html": "text/html",
    "text": "text/plain",
    "markdown": "text/markdown",
    "pdf": "application/pdf",
}
"""`Source.media_type` of each."""
SNIFFED = 1024
"""Bytes that are looked at."""
_KNOWN: dict[str, Medium] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/plain": "text",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "application/pdf": "pdf",
    "application/x-pdf": "pdf",
}
_UNTOLD = frozenset({"", "application/octet-stream", "binary/octet-stream", "application/force-download", "unknown"})
_XML = frozenset({"text/xml", "application/xml"})
_MARKUP = re.compile(rb"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)


def medium(content_type: str, head: bytes) -> Medium:
    """The kind of a body that begins with `head`. Raises Failure with the type's name for what is not read.

    A server's word is believed except for PDF, which its bytes tell, and for types that say nothing.
    """
    named = content_type.partition(";")[0].strip().lower()
    if b"%PDF-" in head[:SNIFFED] and (named in _UNTOLD or head.lstrip().startswith(b"%PDF-")):
        return "pdf"
    if named in _KNOWN:
        if _KNOWN[named] == "pdf":
            raise Failure("unreadable", "is broken: not a readable PDF")
        return _KNOWN[named]
    if named in _UNTOLD | _XML and _MARKUP.match(head.removeprefix(b"\xef\xbb\xbf")):
        return "html"
    if not named and not _CONTROL.search(head):
        return "text"
    raise Failure("type", f"is {_shown(named)}, not a page")


def charset(content_type: str) -> str:
    """The charset that a Content-Type names; empty when it names none."""
    found = _CHARSET.search(content_type)
    return found[1] if found else ""


def _shown(named: str) -> str:
    return f"`{named[:60]}`" if named and named not in _UNTOLD else "of an unknown type"
