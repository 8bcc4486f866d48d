"""The page that Quarto makes of a harmless copy, put into one file without scripts."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from kasen.tools.preview.clean import Pictures
from kasen.tools.preview.page import POLICY
from kasen.tools.validation.addresses import read, scheme_of
from kasen.tools.validation.model import Problem
from kasen.tools.validation.quarto import SECONDS, render_copy

MOST_STYLE = 3_000_000
"""Bytes of style sheets that are put into the page."""
_GONE = (
    "script", "iframe", "frame", "object", "embed", "applet", "base", "form", "video", "audio", "template", "noscript",
)  # fmt: skip
_IMPORT = re.compile(r"@import[^;]*;", re.IGNORECASE)


async def page_of(
    program: str, text: str, *, name: str, folder: str, seconds: float = SECONDS
) -> tuple[str, tuple[Problem, ...]]:
    """The page and what Quarto said; the page is empty where it made none. Raises QuartoFailed."""
    with tempfile.TemporaryDirectory(prefix="kasen-quarto-") as place:
        made = await render_copy(program, text, name=name, folder=folder, into=Path(place), seconds=seconds)
        return (one_file(made.html, place) if made.html else ""), made.problems


def one_file(html: str, folder: str) -> str:
    """The page with its style sheets and pictures inside, from that folder only; without scripts and frames."""
    from lxml import etree
    from lxml.html import HTMLParser, document_fromstring, tostring

    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", "", html)
    root = document_fromstring(text.encode(), parser=HTMLParser(encoding="utf-8"))
    etree.strip_elements(root, *_GONE, etree.Comment, with_tail=False)
    pictures, sheets = Pictures(folder), _Sheets(folder)
    for node in list(root.iter()):
        if isinstance(node.tag, str):
            _harmless(node, pictures, sheets)
    head = root.find("head")
    if head is None:
        head = root.makeelement("head")
        root.insert(0, head)
    policy = head.makeelement("meta", {"http-equiv": "Content-Security-Policy", "content": POLICY})
    head.insert(0, policy)
    head.insert(0, head.makeelement("meta", {"charset": "utf-8"}))
    return "<!DOCTYPE html>\n" + str(tostring(root, encoding="unicode", method="html"))


class _Sheets:
    def __init__(self, folder: str) -> None:
        self._root, self._bytes = Path(folder).resolve(), 0

    def text(self, written: str) -> str:
        address = read(written).split("?")[0]
        if scheme_of(address) or address.startswith(("/", "\\")):
            return ""
        try:
            file = (self._root / address).resolve()
            inside = file.is_relative_to(self._root) and file.is_file()
            size = file.stat().st_size if inside else 0
        except (OSError, ValueError):
            return ""
        self._bytes += size
        return file.read_text(encoding="utf-8", errors="replace") if size > 0 and self._bytes <= MOST_STYLE else ""


def _harmless(node: Any, pictures: Pictures, sheets: _Sheets) -> None:
    if node.tag == "link":
        style = sheets.text(node.get("href", "")) if "stylesheet" in node.get("rel", "") else ""
        node.tag = "style"
        node.attrib.clear()
        node.text = _IMPORT.sub("", style).replace("</", "<\\/")
        return
    if node.tag == "meta" and node.get("http-equiv"):
        node.attrib.clear()
    for name in list(node.attrib):
        value = read(node.get(name, ""))
        runs = name.lower().startswith("on") or (name in {"href", "xlink:href", "action"} and _runs(value))
        if runs or name in {"srcset", "formaction", "ping", "background"}:
            del node.attrib[name]
    if node.tag == "img":
        found = pictures.inlined(node.get("src", ""))
        node.attrib.pop("src", None)
        if found:
            node.set("src", found)


def _runs(address: str) -> bool:
    return scheme_of(address) not in {"", "http", "https", "mailto", "tel"}
