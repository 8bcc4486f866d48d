"""HTML text into a tree that holds what a reader of the page would see."""

from __future__ import annotations

import re
from typing import Any

from kasen.evidence.terms import CJK

MAX_ELEMENTS = 40_000
"""Elements of a page whose main text is looked for; the rules for that take seconds on more, and minutes on purpose."""
_WIDE = f"[{CJK}、。，．・：；？！「」『』（）【】％ー]"
_WRAPPED = re.compile(rf"(?<={_WIDE})[ \t]*\n\s*(?={_WIDE})")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_VERBATIM = frozenset({"pre", "textarea", "code"})
_RUBY = ("rt", "rp")


def parse(text: str) -> Any:
    """The root element (lxml), or None when there is nothing to parse; broken HTML is mended as libxml2 does.

    Raises MemoryError.
    """
    from lxml import etree, html

    # `huge_tree`: 2048 levels instead of 256, which pages with tags left open do reach; sizes are bounded before.
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return html.document_fromstring(
            _DECLARATION.sub("", text).encode("utf-8", "replace"), parser=parser, ensure_head_body=True
        )
    except etree.LxmlError as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        return None


def tidy(root: Any) -> None:
    """Take out what is not seen, and readings over Japanese words; join Japanese lines that were only wrapped."""
    for element in [e for e in root.iter() if isinstance(e.tag, str) and _is_unseen(e)]:
        if element.getparent() is not None:
            element.drop_tree()
    for element in root.iter():
        if element.text and "\n" in element.text and element.tag not in _VERBATIM:
            element.text = _WRAPPED.sub("", element.text)
        if element.tail and "\n" in element.tail:
            element.tail = _WRAPPED.sub("", element.tail)


def is_large(root: Any) -> bool:
    """Whether the page has more than MAX_ELEMENTS elements."""
    return any(number > MAX_ELEMENTS for number, _ in enumerate(root.iter(), 1))


def _is_unseen(element: Any) -> bool:
    if element.tag in ("html", "body"):
        return False
    if element.tag in _RUBY or "hidden" in element.attrib:
        return True
    return element.get("aria-hidden") == "true" or bool(_INVISIBLE.search(element.get("style") or ""))
