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
_NAMED = re.compile("content|main|article")
_BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What trafilatura may raise on pages that it did not expect."""


def main_text(root: Any, *, plain: bool = False) -> Converted:
    """Blocks of the main text of a tidied tree; without any text in the page they are empty.

    `plain` leaves trafilatura out, as has to be done for trees that are too large for it.
    """
    best = Writer()
    for candidate in _candidates(root, plain=plain):
        writer = Writer()
        write_blocks(candidate, writer)
        size = _size(writer)
        if size >= ENOUGH:
            best = writer
            break
        if size > _size(best):
            best = writer
    return best.done(media_type="text/html")


def _candidates(root: Any, *, plain: bool) -> Iterator[Any]:
    if not plain:
        found = _by_trafilatura(root)
        if found is not None:
            yield found
    named = (div for div in root.iter("div") if _NAMED.search(div.get("class") or ""))
    for found in (root.iter("main"), root.iter("article"), named, root.iter("body")):
        # The first of each, as the seed says: trying all would take as long as a page wishes.
        yield from islice(found, 1)


def _by_trafilatura(root: Any) -> Any:
    from lxml import etree
    from trafilatura import bare_extraction

    try:
        found = bare_extraction(root, include_comments=False, include_tables=True)
    except (*_BROKEN, etree.LxmlError):
        return None
    body = getattr(found, "body", None)
    return None if body is None or len("".join(body.itertext()).strip()) < ENOUGH else body


def _size(writer: Writer) -> int:
    return sum(block.end - block.start for block in writer.blocks)
