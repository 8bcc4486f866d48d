"""What Quarto makes of divs and plain HTML does not know: titles of callouts, content for other formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kasen.tools.validation.checks.markup import CALLOUTS

TITLES = {
    "ja": dict(zip(CALLOUTS, ("メモ", "ヒント", "注意", "警告", "重要"), strict=True)),
    "en": dict(zip(CALLOUTS, ("Note", "Tip", "Warning", "Caution", "Important"), strict=True)),
}
KIND = re.compile(r"(?:^|\s)callout-(note|tip|warning|caution|important)(?:\s|$)")
"""Finds the kind of a callout among classes."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_PAGE = ("html", "html5", "html4")


def dress(lang: str) -> Callable[[Any], None]:
    """A function that reworks a tree of HTML for readers of that language."""

    def change(root: Any) -> None:
        for box in list(root.iter("input")):
            _checkbox(box)
        # Pandoc makes a section of a div that begins with a heading.
        for node in list(root.iter("div", "section", "span")):
            if node.getparent() is not None and _is_for_others(node):
                node.drop_tree()
            elif kind := KIND.search(node.get("class", "")):
                _callout(node, TITLES[lang][kind[1]])

    return change


def _checkbox(box: Any) -> None:
    """A box of a task list as a sign; other fields of forms stay what they are, and go."""
    if box.get("type") == "checkbox":
        sign = "☑ " if box.get("checked") is not None else "☐ "
        box.tag = "span"
        box.attrib.clear()
        box.text = sign


def _is_for_others(node: Any) -> bool:
    """Whether the content is for other formats than a web page."""
    kinds = node.get("class", "").split()
    when, unless = (node.get(f"data-{name}-format") or node.get(f"{name}-format") for name in ("when", "unless"))
    if "content-visible" in kinds:
        return bool(when and not _is_page(when)) or bool(unless and _is_page(unless))
    if "content-hidden" in kinds:
        return bool(when and _is_page(when)) or bool(unless and not _is_page(unless)) or not (when or unless)
    return False


def _is_page(formats: str) -> bool:
    return any(name in _PAGE for name in re.split(r"[\s,]+", formats))


def _callout(node: Any, name: str) -> None:
    """Put a title before the content: the one given, the first heading, or the name of the kind."""
    from lxml.html import Element

    title = Element("p")
    title.set("class", "callout-title")
    first = next((child for child in node if isinstance(child.tag, str)), None)
    given = node.get("title") or node.get("data-title") or ""
    if given:
        title.text = given
    elif first is not None and first.tag in _HEADINGS:
        title.text = first.text_content()
        first.drop_tree()
    else:
        title.text = name
    node.set("class", f"callout {node.get('class')}")
    node.attrib.pop("title", None)
    title.tail, node.text = node.text, None
    node.insert(0, title)
