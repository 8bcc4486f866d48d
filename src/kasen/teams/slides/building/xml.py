"""Elements of Office's XML, and text that may stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Element = Any
"""An element of lxml, which has no types of its own."""
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no place for, surrogates included."""


def legal(text: str) -> str:
    """The text without characters that XML refuses, line ends all of one kind."""
    return _ILLEGAL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0b", "\n"))


def node(
    tag: str, attributes: Mapping[str, object] | None = None, *children: Element | None, text: str = ""
) -> Element:
    """An element `a:rPr`; attributes that are None and children that are None are left out."""
    from pptx.oxml.ns import qn
    from pptx.oxml.xmlchemy import OxmlElement

    made = OxmlElement(tag)
    for name, value in (attributes or {}).items():
        if value is not None:
            made.set(qn(name) if ":" in name else name, _written(value))
    for child in children:
        if child is not None:
            made.append(child)
    if text:
        made.text = legal(text)
    return made


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return legal(str(value))


def every(children: Iterable[Element | None]) -> list[Element]:
    """Those that are there."""
    return [child for child in children if child is not None]


def under(root: Element, tag: str) -> list[Element]:
    """All elements of that tag below."""
    from pptx.oxml.ns import qn

    return list(root.iter(qn(tag)))
