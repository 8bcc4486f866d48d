"""PDF page by page. Lines are put together to paragraphs again; running heads and page numbers are left out.

Tables are read as their lines of text: nothing here rebuilds rows and columns.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kasen.evidence.normal import ideographs
from kasen.evidence.terms import CJK
from kasen.knowledge.document import Converted, Unreadable, Writer

_WIDE = re.compile(f"[{CJK}、。，．・：；？！「」『』（）【】％]")
_ENDS = re.compile(r"[。．.!?！？:：」』）)]$")
_ITEM = re.compile(r"^\s*(?:[-•・●■□◆◇※*]|\(?\d{1,2}[.)、）]|[①-⑳]|第[0-9０-９一二三四五六七八九十]+[章節条])")
_NUMBERED = re.compile(r"^#|#$")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"^[\s\-–—]*(?:p\.?|page)?\s*\d{1,4}\s*(?:(?:/|of|／)\s*\d{1,4})?\s*(?:頁|ページ)?[\s\-–—]*$", re.I
)
_SCAN_SHARE = 0.5
_FILL = 0.6
_NARROW = 40
"""Columns of fewer characters are short lines of their own, when only full lines are to go on."""


def read_pdf(data: bytes, *, texts: Sequence[str] | None = None, fill: float = _FILL) -> Converted:
    """The text layer, or `texts`, one per page, in its place.

    A line goes on in the next when it fills at least `fill` of its column.

    Raises Unreadable for encrypted and broken files, and for scans without a text layer.
    """
    import pypdfium2

    if not data:
        raise Unreadable("is empty")
    try:
        with pypdfium2.PdfDocument(data) as document:
            if texts is None:
                texts = [_page_text(document, number) for number in range(len(document))]
            pages = [_lines(text) for text in texts]
            headings = _outline(document)
            title = ideographs(document.get_metadata_value("Title") or "").strip()
    except pypdfium2.PdfiumError as error:
        reason = "is encrypted" if "assword" in str(error) else "is broken: not a readable PDF"
        raise Unreadable(reason) from None
    if not any(pages):
        few = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
        raise Unreadable(
            f"is a scan without a text layer ({few}); put it through OCR first" if pages else "has no pages"
        )
    _drop_running_heads(pages)
    writer = Writer()
    for number, lines in enumerate(pages, 1):
        for paragraph in _paragraphs(lines, fill):
            writer.add(paragraph, page=number, headings=headings.get(number, ()))
    blank = sum(1 for lines in pages if not lines)
    problems = [f"{blank} of {len(pages)} pages have no text"] if blank > len(pages) * _SCAN_SHARE else []
    return writer.done(title=title, media_type="application/pdf", problems=problems)


def read_lines(data: bytes) -> list[list[str]]:
    """The lines of each page as the text layer has them, running heads and page numbers included. Raises Unreadable."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(data) as document:
            return [_lines(_page_text(document, number)) for number in range(len(document))]
    except pypdfium2.PdfiumError:
        raise Unreadable("is encrypted or broken") from None


def _page_text(document: Any, number: int) -> str:
    page = document[number]
    try:
        text = page.get_textpage()
        try:
            return str(text.get_text_range())
        finally:
            text.close()
    finally:
        page.close()


def _lines(text: str) -> list[str]:
    """Lines as they should be read: radicals mended; a hyphen that pdfium took for one of a broken word joins."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub("[\ufffe\x02]\n?", "", text).replace("\x00", "")
    return [stripped for line in ideographs(text).split("\n") if (stripped := line.strip())]


def _outline(document: Any) -> dict[int, tuple[str, ...]]:
    """Page to the bookmarks it stands under: those of the first bookmark on the page, else of the last before it."""
    found: dict[int, tuple[str, ...]] = {}
    stack: list[str] = []
    for item in document.get_toc(max_depth=6):
        target = item.get_dest()
        index = target.get_index() if target else None
        del stack[item.level :]
        stack.append(ideographs(item.get_title()).strip())
        if index is not None:
            found.setdefault(index + 1, tuple(name for name in stack if name))
    current: tuple[str, ...] = ()
    for number in range(1, len(document) + 1):
        current = found.get(number, current)
        found[number] = current
    return found


def _drop_running_heads(pages: list[list[str]]) -> None:
    """Remove page numbers and, twice at each end, the lines that most pages share but for their digits."""
    for edge in (0, -1, 0, -1):
        full = [lines for lines in pages if len(lines) > 1]
        counts = Counter(_DIGITS.sub("#", lines[edge]) for lines in full)
        for lines in full:
            shape = _DIGITS.sub("#", lines[edge])
            # On two pages only what is numbered is surely no text: two slides may well have the same title.
            is_shared = counts[shape] > len(full) / 2 and (len(full) >= 3 or _NUMBERED.search(shape) is not None)
            if (is_shared and len(full) >= 2) or _PAGE_NUMBER.match(lines[edge]):
                del lines[edge]


def _paragraphs(lines: list[str], fill: float = _FILL) -> list[str]:
    """Lines joined while they fill the column and do not end a sentence."""
    if not lines:
        return []
    column = max(max(_width(line) for line in lines), _NARROW if fill > _FILL else 0)
    paragraphs: list[str] = []
    for previous, line in zip(["", *lines], lines, strict=False):
        goes_on = (
            paragraphs
            and not _ITEM.match(line)
            and _width(previous) >= column * (fill if not _ENDS.search(previous) else 0.9)
        )
        if goes_on:
            paragraphs[-1] = _join(paragraphs[-1], line)
        else:
            paragraphs.append(line)
    return paragraphs


def _join(left: str, right: str) -> str:
    wide = _WIDE.match(left[-1]) or _WIDE.match(right[0])
    return left + ("" if wide else " ") + right


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
