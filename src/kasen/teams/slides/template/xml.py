"""What is asked of Office's XML: names with prefixes, numbers that are bounded, children in a path."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

Element = Any
"""An element of lxml, which has no types of its own."""
_SPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
}
FURTHEST = 200_000_000
"""EMU: nothing of a slide stands further out; four times the largest slide."""


def name(prefixed: str) -> str:
    """`a:off` as lxml writes it."""
    prefix, _, local = prefixed.partition(":")
    return f"{{{_SPACES[prefix]}}}{local}"


def local(element: Element) -> str:
    """The tag without its namespace; empty for a comment or an instruction."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def at(element: Element | None, *path: str) -> Element | None:
    """The first child, of it the first child … by these names; None where one is not there."""
    for step in path:
        if element is None:
            return None
        element = element.find(name(step))
    return element


def each(element: Element | None, tag: str) -> Iterator[Element]:
    """All descendants of that name."""
    if element is not None:
        yield from element.iter(name(tag))


def number(element: Element | None, attribute: str, otherwise: int = 0) -> int:
    """An attribute as a whole number within ±`FURTHEST`; `otherwise` where it is none."""
    text = "" if element is None else (element.get(attribute) or "")
    try:
        value = float(text)
    except ValueError:
        return otherwise
    return round(max(-FURTHEST, min(FURTHEST, value))) if math.isfinite(value) else otherwise


def share(element: Element | None, attribute: str = "val", otherwise: float = 1.0) -> float:
    """A percentage as a share: `50000` and `50%` are 0.5."""
    text = "" if element is None else (element.get(attribute) or "")
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 100_000)
    except ValueError:
        return otherwise
    return value if math.isfinite(value) else otherwise


def yes(text: str | None) -> bool:
    """Whether an attribute says yes."""
    return text in ("1", "true", "on")


def parsed(data: bytes) -> Element | None:
    """A part as an element, without entities and without any look outside; None where it is no XML."""
    from lxml import etree

    try:
        return etree.fromstring(
            data, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        )
    except etree.XMLSyntaxError:
        return None
