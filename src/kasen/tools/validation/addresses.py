"""Addresses that a Markdown text links to or shows pictures from, read as generously as browsers read them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

_ANY = re.compile(r"\]\(\s*(<[^<>\n]*>|[^)\n]*)")
_REFERENCE = re.compile(r"^[ \t>]{0,8}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*\n?[ \t]*(<[^<>\n]*>|\S+)", re.MULTILINE)
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*)>")
_BARE = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}:[/\\]{2,}[^\s<>\"'`|、。「」（）]+|\bwww\.[^\s<>\"'`|、。「」（）]+", re.IGNORECASE
)
_MAIL = re.compile(r"[\w.+-]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_INVISIBLE = re.compile("[\x00-\x20\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
PLAIN_SCHEMES = frozenset({"http", "https", "mailto", "tel"})


class Destination(NamedTuple):
    """Where a link or a picture points."""

    address: str
    """Entities, percent signs and escapes read, white space and invisible characters taken out."""
    is_image: bool
    start: int
    written: str
    """As it stands in the text."""


def destinations(text: str) -> Iterator[Destination]:
    """Links, pictures, definitions of references and autolinks of a text whose code is blanked."""
    for match in _ANY.finditer(text):
        yield _destination(match, is_image=_is_image(text, match.start()))
    for pattern in (_REFERENCE, _AUTOLINK):
        for match in pattern.finditer(text):
            yield _destination(match, is_image=False)


def _destination(match: re.Match[str], *, is_image: bool) -> Destination:
    written = match[1].strip().removeprefix("<").removesuffix(">")
    title = re.search(r"\s+[\"'(].*$", written)
    written = written[: title.start()] if title else written
    return Destination(read(written), is_image, match.start(1), written)


def _is_image(text: str, bracket: int) -> bool:
    """Whether the bracket that closes here was opened by `![`; counts brackets back within the paragraph."""
    depth, position = 0, bracket
    lowest = max(bracket - 2000, 0)
    while position >= lowest:
        if text[position] == "]":
            depth += 1
        elif text[position] == "[":
            depth -= 1
            if depth == 0:
                return position > 0 and text[position - 1] == "!"
        position -= 1
    return False


def read(written: str) -> str:
    """An address as a browser would take it: `java&#115;cript:` is `javascript:`."""
    address = written
    for _ in range(3):
        address = _INVISIBLE.sub("", _ESCAPED.sub(r"\1", unquote(html.unescape(address))))
    return address


def path_of(written: str) -> str:
    """The file that a relative address names; empty for one with a scheme or a host."""
    address = read(written)
    if scheme_of(address) or address.startswith(("//", "\\")):
        return ""
    path = re.split(r"[?#]", unquote(_ESCAPED.sub(r"\1", html.unescape(written.strip()))))[0]
    return path.replace("\0", "")


def scheme_of(address: str) -> str:
    """`https` of `https://…`, in small letters; empty for a relative one. A drive letter is no scheme."""
    match = _SCHEME.match(address)
    return match[1].lower() if match and len(match[1]) > 1 else ""


def is_plain(address: str) -> bool:
    """Whether following it does no more than open a page, a mail or a telephone."""
    scheme = scheme_of(address)
    if scheme:
        return scheme in PLAIN_SCHEMES
    return not address or address.startswith(("#", "//"))


def hosts(text: str) -> Iterator[tuple[str, int]]:
    """Hosts of all addresses in a text, in small letters, with where they stand; those of mail addresses too."""
    for match in _BARE.finditer(html.unescape(text) if "&" in text else text):
        if host := host_of(match[0]):
            yield host, min(match.start(), len(text))
    for one in destinations(text):
        # Some readers take a backslash as a sign that escapes, browsers as a slash.
        for host in {host_of(one.address), host_of(one.written.replace("\\", "/"))} - {""}:
            yield host, one.start
    for match in _MAIL.finditer(text):
        yield match[0].lower(), match.start()


def host_of(address: str) -> str:
    """The host; empty for an address without one."""
    address = read(address).replace("\\", "/")
    if address.lower().startswith("www."):
        address = f"//{address}"
    if not re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", address, re.IGNORECASE):
        # `https:example.com` and `https:/example.com` open example.com in a browser.
        match = re.match(r"https?:/?([^/?#]+)", address, re.IGNORECASE)
        return match[1].rpartition("@")[2].lower() if match else ""
    try:
        return (urlsplit(re.sub(r"/{2,}", "//", address, count=1)).hostname or "").rstrip(".,;:!?)*_")
    except ValueError:
        return address
