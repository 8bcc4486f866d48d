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
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\ufffe\uffff]")
"""What XML has no place for: libxml2 reads it and refuses to write it."""
_LINE_END = re.compile(r"[ \t]*\n\s*")
_VERBATIM = frozenset({"pre", "textarea"})
_RUBY = ("rt", "rp")
_MARKS = frozenset({"mw-editsection", "reference", "noprint", "headerlink"})
"""Classes of small marks that are no words of the text: `[edit]`, `[1]`, `¶` of encyclopaedias and manuals."""


def parse(text: str) -> Any:
    """The root element (lxml), or None when there is nothing to parse; broken HTML is mended as libxml2 does.

    Raises MemoryError.
    """
    from lxml import etree, html

    # `huge_tree`: 2048 levels instead of 256, which pages with tags left open do reach; sizes are bounded before.
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    text = _NO_TEXT.sub("", _DECLARATION.sub("", text)).replace("\f", " ")
    try:
        return html.document_fromstring(text.encode("utf-8", "replace"), parser=parser, ensure_head_body=True)
    except etree.LxmlError as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        return None


def tidy(root: Any) -> None:
    """Take out what is not read, and leave line ends only where they mean something: in `<pre>`.

    Elsewhere they are the source's: a space, or nothing between Japanese letters.
    """
    for element in [e for e in root.iter() if isinstance(e.tag, str) and _is_unread(e)]:
        if element.getparent() is not None:
            element.drop_tree()
    from lxml import etree

    inside = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            inside += element.tag in _VERBATIM
            if element.text and not inside and "\n" in element.text:
                element.text = _joined(element.text)
        else:
            inside -= element.tag in _VERBATIM
            if element.tail and not inside and "\n" in element.tail:
                element.tail = _joined(element.tail)


def is_large(root: Any) -> bool:
    """Whether the page has more than MAX_ELEMENTS elements."""
    return any(number > MAX_ELEMENTS for number, _ in enumerate(root.iter(), 1))


def _joined(text: str) -> str:
    return _LINE_END.sub(" ", _WRAPPED.sub("", text))


def _is_unread(element: Any) -> bool:
    if element.tag in ("html", "body"):
        return False
    if element.tag in _RUBY or "hidden" in element.attrib or element.get("aria-hidden") == "true":
        return True
    named = element.get("class")
    if named and not _MARKS.isdisjoint(named.split()):
        return element.tag not in ("div", "section", "article", "main")
    return bool(_INVISIBLE.search(element.get("style") or ""))
