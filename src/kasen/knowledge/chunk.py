"""A document cut into passages: along headings, pages and sentences, 500–1000 characters where the text allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, takewhile
from typing import NamedTuple

from kasen.knowledge.document import Block, Converted, Strategy

MAX = 1000
"""No passage is longer, in characters."""
GOAL = 500
"""Passages of running text are at least this long."""
FRAGMENT = 100
"""Shorter ones are joined to a neighbour of the same page."""

# From the best place to cut to the worst.
_CUTS = (
    re.compile(r"\n\s*\n"),
    # Ends of lines where no sentence was wrapped: after a short line, a row of a table or a full stop; before an item.
    re.compile(
        r"^(?:[^\n]{0,29}|(?=[^\n]{0,300}?(?: \| |\t))[^\n]*+|[^\n]*[。．.!?！？:：;；」』）)|][ \t]*)\n"
        r"|\n(?=[ \t]*(?:[-*+•・|>#]|\d{1,3}[.)]\s))",
        re.MULTILINE,
    ),
    re.compile(r"(?<=[。！？!?．])[」』）)\"'”’]*|(?<=[.!?])[\"')\]]*\s+"),
    re.compile(r"\n"),
    re.compile(r"(?<=[、，,;；:：])\s*|\s+(?=[(（「『])"),
    re.compile(r"\s+"),
)


class Chunk(NamedTuple):
    """A range of the converted text, without white space at its ends."""

    start: int
    end: int
    page: int | None
    headings: tuple[str, ...]
    """What all of it stands under, outermost first."""
    leads: tuple[tuple[int, int], ...] = ()
    """Headings that stand right before it in the text: how deep each is, and where it starts."""

    @property
    def length(self) -> int:
        """Characters."""
        return self.end - self.start


def strategy(document: Converted) -> Strategy:
    """How the document is cut.

    `markdown` when the headings alone make passages of the right size, `hybrid` when some sections are longer,
    `recursive` when there are no headings.
    """
    sections = list(_sections(document))
    if not any(s.headings for s in sections):
        return "recursive"
    return "hybrid" if any(s.length > MAX for s in sections) else "markdown"


def chunks(document: Converted) -> list[Chunk]:
    """The passages, in order. Every character that is neither white space nor a heading is in exactly one of them."""
    pieces = [p for section in _sections(document) for p in _split(document.text, section)]
    return _join_fragments(pieces)


def _sections(document: Converted) -> Iterator[Chunk]:
    """Neighbouring blocks under the same headings on the same page; a heading with nothing under it is one."""
    blocks = document.blocks
    kept = [b for i, b in enumerate(blocks) if b.kind != "heading" or _is_bare(blocks, i)]
    places = {block.start: place for place, block in enumerate(blocks)}
    for (page, headings), group in groupby(kept, key=lambda b: (b.page, b.headings)):
        run = list(group)
        leads = tuple(_leads(blocks, places[run[0].start]))
        yield _trimmed(document.text, Chunk(run[0].start, run[-1].end, page, headings, leads))


def _leads(blocks: list[Block], place: int) -> Iterator[tuple[int, int]]:
    """The headings before a block that nothing else parts from it, its own first; one that is bare leads to itself."""
    first = blocks[place]
    if first.kind == "heading":
        yield len(first.headings), first.start
        return
    for block in reversed(blocks[:place]):
        is_above = first.headings[: len(block.headings)] == block.headings
        if (block.kind, block.page) != ("heading", first.page) or not is_above:
            return
        yield len(block.headings), block.start


def _is_bare(blocks: list[Block], index: int) -> bool:
    after = blocks[index + 1] if index + 1 < len(blocks) else None
    return after is None or after.headings[: len(blocks[index].headings)] != blocks[index].headings


def _trimmed(text: str, chunk: Chunk) -> Chunk:
    inside = text[chunk.start : chunk.end]
    start = chunk.start + len(inside) - len(inside.lstrip())
    return chunk._replace(start=start, end=max(start, chunk.start + len(inside.rstrip())))


def _split(text: str, section: Chunk) -> Iterator[Chunk]:
    if section.length <= MAX:
        yield section
        return
    parts = -(-section.length // MAX)
    goal = max(GOAL, section.length / parts)
    start = section.start
    last = start
    for atom in _atoms(text, section.start, section.end, 0):
        too_long = atom - start > MAX
        if last > start and (too_long or last - start >= goal):
            yield _trimmed(text, section._replace(start=start, end=last))
            start, section = last, section._replace(leads=())
        last = atom
    yield _trimmed(text, section._replace(start=start, end=section.end))


def _atoms(text: str, start: int, end: int, level: int) -> Iterator[int]:
    """Ends of the smallest pieces worth keeping whole: each at most half of MAX, cut at the best places."""
    if end - start <= MAX // 2:
        yield end
        return
    if level == len(_CUTS):
        yield from range(start + MAX // 2, end, MAX // 2)
        yield end
        return
    here = start
    for cut in _CUTS[level].finditer(text, start, end):
        if cut.end() > here:
            yield from _atoms(text, here, cut.end(), level + 1)
            here = cut.end()
    if here < end:
        yield from _atoms(text, here, end, level + 1)


def _join_fragments(pieces: list[Chunk]) -> list[Chunk]:
    """Join each piece under FRAGMENT characters to a neighbour, but never across pages: a citation names its page."""
    joined: list[Chunk] = []
    for piece in pieces:
        both = _both(joined[-1], piece) if joined else None
        if both and min(piece.length, joined[-1].length) < FRAGMENT and both.page == piece.page and both.length <= MAX:
            joined[-1] = both
        else:
            joined.append(piece)
    return [p for p in joined if p.length]


def _both(left: Chunk, right: Chunk) -> Chunk | None:
    """One chunk under the headings that both share; those of each alone stay as lines of its text.

    None where they would not: a heading that is no line of the text, or that stands before a chunk of its own.
    """
    pairs = zip(left.headings, right.headings, strict=False)
    shared = tuple(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    for one in (left, right):
        if one.headings != shared and len(one.headings) not in dict(one.leads):
            return None
    start = min([left.start, *(start for depth, start in left.leads if depth > len(shared))])
    return Chunk(start, right.end, left.page, shared, left.leads)
