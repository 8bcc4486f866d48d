"""report.md."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.code.page.parts import (
    Badge,
    Block,
    Card,
    Command,
    Items,
    Line,
    Quote,
    Section,
    Table,
    opening,
    sections,
)
from kasen.teams.code.schemas.story import Story

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_LEADS = re.compile(r"^(\s*\d*)([-+>.)])(?=\s)")


def markdown(story: Story) -> str:
    """The whole report. What agents and people wrote is shown as they wrote it, and means nothing to Markdown."""
    said, figures, notes = opening(story)
    blocks = [f"# {escaped(story.title)}", f"**{escaped(said.text)}**", escaped(figures)]
    blocks += [f"> {escaped(note)}" for note in notes]
    for section in sections(story):
        blocks += _section(section)
    return "\n\n".join(blocks) + "\n"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _LEADS.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(text.split())))


def _section(section: Section) -> Iterator[str]:
    yield f"## {escaped(section.heading)}"
    for block in section.blocks:
        yield _block(block)


def _block(block: Block) -> str:
    match block:
        case Line():
            return escaped(block.text)
        case Command():
            return f"{escaped(block.does)}:\n\n    {block.text}"
        case Quote():
            return "\n".join(f"> {escaped(line)}".rstrip() for line in block.text.splitlines())
        case Items():
            return "\n".join(f"- {escaped(line)}" for line in block.lines)
        case Card():
            return "\n\n".join(_card(block))
        case Table():
            return _table(block)


def _card(card: Card) -> Iterator[str]:
    yield f"### {escaped(card.title)}"
    yield f"*{escaped(card.badge.text)}*" + (f" · {escaped(card.meta)}" if card.meta else "")
    paragraphs = [escaped(part) for part in card.text.split("\n\n") if part.strip()]
    yield from paragraphs
    if card.lines:
        yield "\n".join(f"- {escaped(line)}" for line in card.lines)


def _table(table: Table) -> str:
    rule = ["---:" if place in table.numbers else "---" for place in range(len(table.head))]
    rows = [[escaped(cell.text if isinstance(cell, Badge) else cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in ([escaped(one) for one in table.head], rule, *rows))
