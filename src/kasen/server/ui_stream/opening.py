"""The first words of a Markdown document that are worth reading by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 700
"""Characters of a summary, about: what one reads in a conversation before opening the document."""
SHORT = 300
"""Likewise of what stands first where there is no summary."""
_SUMMARY = re.compile(r"^#+\s*(Executive Summary|Summary|要約|概要|要旨)\s*$", re.IGNORECASE | re.MULTILINE)
_NOTE = re.compile(r"\[\^[^\]]+\]")
_SKIPPED = re.compile(r"(\||```|!\[|---|\[\^[^\]]+\]:|<|ノート[:：]|Notes?:)")


def opening(markdown: str) -> list[str]:
    """Paragraphs: what it warns of, then its summary, else what stands first; tables and code are left out."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", markdown) if block.strip()]
    warned = [block for block in blocks if block.startswith(">")][:2]
    found = _SUMMARY.search(markdown)
    longest = LONGEST if found else SHORT
    rest = re.split(r"\n\s*\n", markdown[found.end() :]) if found else blocks
    paragraphs: list[str] = []
    size = 0
    for paragraph in _paragraphs(rest, until_heading=found is not None):
        if paragraphs and size + len(paragraph) > longest:
            break
        paragraphs.append(_cut(paragraph, longest))
        size += len(paragraph)
    return [*(_NOTE.sub("", block) for block in warned), *paragraphs]


def _paragraphs(blocks: list[str], *, until_heading: bool) -> Iterator[str]:
    seen = False
    for block in (one.strip() for one in blocks):
        if block.startswith("#"):
            if seen and until_heading:
                return
            continue
        if not block or block.startswith(">") or _SKIPPED.match(block):
            continue
        seen = True
        yield _NOTE.sub("", block)


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    head = text[:longest]
    end = max(head.rfind(mark) for mark in ("。", ". ", "！", "? ", "\n"))
    return head[: end + 1].rstrip() if end > longest // 3 else head.rstrip() + "…"
