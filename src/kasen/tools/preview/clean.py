"""HTML from outside made harmless: known tags and attributes only, pictures inside the page, no address that runs."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kasen.tools.validation.addresses import PLAIN_SCHEMES, path_of, read, scheme_of

TAGS = frozenset(
    """
    a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em
    figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp
    section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr
    math mfrac mi mn mo mover mpadded mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder
    munderover semantics
    """.split()  # noqa: SIM905
)
GONE = frozenset(
    """
    annotation applet audio base button canvas embed form frame frameset iframe input link meta noscript object
    option param script select source style svg template textarea title track video
    """.split()  # noqa: SIM905
)
"""Tags that go with all that is in them."""
_ATTRIBUTES = frozenset(
    {"align", "alt", "class", "colspan", "dir", "headers", "height", "id", "lang", "open", "reversed", "role",
     "rowspan", "scope", "start", "title", "type", "valign", "width", "display", "aria-label", "aria-hidden"}
)  # fmt: skip
_WIDTH = re.compile(
    r"(?:^|;)\s*(width|flex|text-align)\s*:\s*([\d.]+%|left|right|center|[\d.]+(?:em|rem|px))\s*(?=;|$)"
)
_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+", re.IGNORECASE)
MOST_PICTURE = 5_000_000
MOST_PICTURES = 20_000_000
"""Bytes of one picture, and of all."""
_TYPES = {
    ".gif": "image/gif", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml",
    ".webp": "image/webp",
}  # fmt: skip


class Pictures:
    """Local pictures as `data:` addresses, from one folder and within a bound."""

    def __init__(self, folder: str) -> None:
        self._root = Path(folder).resolve() if folder else None
        self._bytes = 0
        self.left_out: list[str] = []

    def inlined(self, written: str) -> str:
        """The `data:` address of a picture; empty for one that is left out, which is then named in `left_out`."""
        if _DATA.fullmatch(written):
            return written
        found = self._found(written)
        if not found:
            self.left_out.append(written if len(written) < 100 else f"{written[:99]}…")
        return found

    def _found(self, written: str) -> str:
        path = path_of(written)
        if self._root is None or not path:
            return ""
        try:
            file = (self._root / path.lstrip("/")).resolve()
            kind = _TYPES.get(file.suffix.lower())
            size = file.stat().st_size if kind and file.is_relative_to(self._root) and file.is_file() else 0
        except (OSError, ValueError):
            return ""
        if kind is None or not 0 < size <= MOST_PICTURE or self._bytes + size > MOST_PICTURES:
            return ""
        self._bytes += size
        return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode('ascii')}"


def clean(html: str, pictures: Pictures, *, change: Callable[[Any], None] | None = None) -> str:
    """A fragment of HTML with nothing in it that runs, loads or sends; `change` may rework its tree first."""
    from lxml import etree
    from lxml.html import fragment_fromstring, tostring

    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", "", html)
    root = fragment_fromstring(f"<div>{text}</div>", create_parent=False)
    if change is not None:
        change(root)
    for node in list(root.iter()):
        if not isinstance(node.tag, str):
            _drop(node)
    etree.strip_elements(root, *GONE, with_tail=False)
    for node in list(root.iter()):
        if node.tag not in TAGS:
            node.drop_tag()
        else:
            _attributes(node)
    for image in list(root.iter("img")):
        _picture(image, pictures)
    inner = tostring(root, encoding="unicode", method="html")
    return str(inner).removeprefix("<div>").removesuffix("</div>")


def _drop(node: Any) -> None:
    """Take out a comment or an instruction; the text after it stays."""
    parent = node.getparent()
    if parent is None:
        return
    previous = node.getprevious()
    tail = node.tail or ""
    if previous is not None:
        previous.tail = (previous.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(node)


def _attributes(node: Any) -> None:
    source = node.get("src") if node.tag == "img" else None
    link = node.get("href") if node.tag == "a" else None
    sizes = "; ".join(f"{name}: {value}" for name, value in _WIDTH.findall(node.get("style", "")))
    for name in list(node.attrib):
        if name not in _ATTRIBUTES:
            del node.attrib[name]
    if sizes:
        node.set("style", sizes)
    if source is not None:
        node.set("src", source)
    if link is not None and _is_harmless(link):
        node.set("href", link)
        node.set("rel", "noopener noreferrer nofollow")


def _is_harmless(link: str) -> bool:
    scheme = scheme_of(read(link))
    return scheme in PLAIN_SCHEMES or (not scheme and not read(link).startswith("\\"))


def _picture(image: Any, pictures: Pictures) -> None:
    address = pictures.inlined(image.get("src", ""))
    if address:
        image.set("src", address)
        return
    image.tag = "span"
    image.text = image.get("alt") or ""
    image.attrib.clear()
    image.set("class", "absent")
