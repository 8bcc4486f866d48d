"""The main text of a page: trafilatura, then `<main>`, `<article>`, a block named content, `<body>` (seed F008)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from kasen.knowledge.document import Converted, Writer
from kasen.tools.fetch.blocks import write_blocks

ENOUGH = 250
"""Characters; below it trafilatura itself falls back to all text without its structure, so the seed's order goes on."""
_HARDLY_MORE = 1.3
_NAMED = re.compile("content|main|article")
_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What trafilatura may raise on pages that it did not expect."""


def main_text(root: Any, *, plain: bool = False) -> Converted:
    """Blocks of the main text of a tidied tree; without any text in the page they are empty.

    `plain` leaves trafilatura out, as has to be done for trees that are too large for it. Where a place of the seed's
    holds hardly more text and has more headings, trafilatura has lost them, and the place is taken.
    """
    ruled = None if plain else _by_trafilatura(root)
    placed = _by_place(root)
    lost = ruled is not None and _headings(placed) > _headings(ruled) and _size(placed) <= _HARDLY_MORE * _size(ruled)
    return (placed if ruled is None or lost else ruled).done(media_type="text/html")


def _by_place(root: Any) -> Writer:
    """The first place with enough text, else the one with the most."""
    best = Writer()
    for place in _places(root):
        writer = _written(place)
        if _size(writer) >= ENOUGH:
            return writer
        best = max(best, writer, key=_size)
    return best


def _places(root: Any) -> Iterator[Any]:
    main = (element for element in root.iter("main", "div") if element.tag == "main" or element.get("role") == "main")
    named = (div for div in root.iter("div") if _NAMED.search(f"{div.get('class')} {div.get('id')}"))
    for found in (main, root.iter("article"), named, root.iter("body")):
        # The first of each, as the seed says: trying all would take as long as a page wishes.
        yield from islice(found, 1)


def _by_trafilatura(root: Any) -> Writer | None:
    from lxml import etree
    from trafilatura import bare_extraction

    try:
        found = bare_extraction(root, include_comments=False, include_tables=True)
    except (*_BROKEN, etree.LxmlError):
        return None
    body = getattr(found, "body", None)
    writer = Writer() if body is None else _written(body)
    return writer if _size(writer) >= ENOUGH else None


def _written(root: Any) -> Writer:
    writer = Writer()
    write_blocks(root, writer)
    return writer


def _size(writer: Writer) -> int:
    return sum(block.end - block.start for block in writer.blocks)


def _headings(writer: Writer) -> int:
    return sum(block.kind == "heading" for block in writer.blocks)
