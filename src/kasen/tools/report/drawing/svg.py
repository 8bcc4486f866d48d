"""SVG as text: elements with escaped words, and the check that a picture holds nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape
from typing import Any

TAGS = frozenset({"svg", "g", "path", "line", "circle", "rect", "polygon", "polyline", "text", "tspan", "title"})
_NUMBERS = re.compile(r"[-+0-9., eE]*")
_SHAPE = re.compile(r"[-+0-9., eEMLCHVZmlchvz]*")
_WORD = re.compile(r"[A-Za-z0-9 _-]*")
_ALLOWED: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "width", "height"), _NUMBERS),
    **dict.fromkeys(("dx", "dy", "viewBox", "points", "stroke-width", "stroke-dasharray", "font-size"), _NUMBERS),
    **dict.fromkeys(("fill-opacity", "stroke-opacity", "font-weight"), _NUMBERS),
    **dict.fromkeys(("class", "role", "fill", "stroke", "text-anchor", "stroke-linejoin", "stroke-linecap"), _WORD),
    "d": _SHAPE,
}
_NAMESPACE = "http://www.w3.org/2000/svg"


def element(tag: str, *children: str, **attributes: Any) -> str:
    """An element; `stroke_width` becomes `stroke-width`, `class_` `class`; None is left out."""
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}>{''.join(children)}</{tag}>" if children else f"<{tag}{given}/>"


def words(text: str) -> str:
    """Text as the content of an element; what XML cannot hold is gone."""
    return escape(shown(text), quote=False)


def shown(text: str) -> str:
    """Text on one line without what cannot be seen: controls, and signs that turn the direction of writing."""
    return "".join(character for character in " ".join(text.split()) if character.isprintable())


def picture(
    children: Iterable[str], *, width: float, height: float, left: float = 0, top: float = 0, is_chart: bool = False
) -> str:
    """A whole picture of that size, in pixels; a chart may be made smaller on paper than a graph with words in it."""
    kind = "drawing chart" if is_chart else "drawing"
    box = f"{_value(left)} {_value(top)} {_value(width)} {_value(height)}"
    size = f'width="{_value(math.ceil(width))}" height="{_value(math.ceil(height))}"'
    return f'<svg xmlns="{_NAMESPACE}" class="{kind}" viewBox="{box}" {size}>{"".join(children)}</svg>'


def lines_of_text(lines: list[str], x: float, y: float, *, leading: float, **attributes: Any) -> str:
    """Lines one below the other; `y` is the base of the first."""
    spans = [element("tspan", words(line), x=x, y=y + number * leading) for number, line in enumerate(lines)]
    return element("text", *spans, **attributes) if spans else ""


def clean(svg: str) -> str:
    """The picture when it holds nothing but shapes and words as they are drawn here, else nothing.

    No script, style, link, image, foreign object, handler or reference passes, whoever wrote it.
    """
    from defusedxml import ElementTree
    from defusedxml.common import DefusedXmlException

    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, DefusedXmlException, ValueError):
        return ""
    if _local(root.tag) != "svg" or not all(map(_is_plain, root.iter())):
        return ""
    return _written(root)


def _is_plain(node: Any) -> bool:
    return _local(node.tag) in TAGS and all(
        name in _ALLOWED and _ALLOWED[name].fullmatch(value) for name, value in node.attrib.items()
    )


def _local(tag: Any) -> str:
    """The name of an element of SVG; empty for any other."""
    return tag.removeprefix(f"{{{_NAMESPACE}}}") if isinstance(tag, str) and tag.startswith(f"{{{_NAMESPACE}}}") else ""


def _written(node: Any, *, is_root: bool = True) -> str:
    space = f' xmlns="{_NAMESPACE}"' if is_root else ""
    given = space + "".join(f' {name}="{escape(value)}"' for name, value in node.attrib.items())
    inside = escape(node.text or "", quote=False)
    inside += "".join(_written(child, is_root=False) + escape(child.tail or "", quote=False) for child in node)
    return f"<{_local(node.tag)}{given}>{inside}</{_local(node.tag)}>"


def _value(value: Any) -> str:
    if isinstance(value, int | float):
        return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"
    return escape(str(value))
