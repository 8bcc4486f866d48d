"""The parts of a résumé: which lines are headings, and what stands under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kasen.teams.resume.document.headings import Heading, heading_of, is_document_title
from kasen.teams.resume.document.model import Line, Section, SectionKind

_STRONG: frozenset[SectionKind] = frozenset(
    {"summary", "certifications", "education", "self_pr", "languages", "experience"}
)
"""Sections that no part of a position is called by."""
_HOLDS_ENTRIES: frozenset[SectionKind] = frozenset({"experience", "projects", "education"})


@dataclass(frozen=True)
class Announced:
    """A line and what it announces."""

    line: int
    heading: Heading


def announced(lines: Sequence[Line]) -> list[Announced]:
    """The headings of the text, those that are only typed like one with them."""
    found: list[Announced] = []
    for index, line in enumerate(lines):
        if line.kind not in ("heading", "paragraph", "bullet", "html"):
            continue
        heading = _underlined(lines, index) if line.kind == "heading" else heading_of(line.text)
        if heading and (heading.level < 7 or _stands_alone(lines, index, heading)):
            found.append(Announced(line.number, heading))
    return found


def _underlined(lines: Sequence[Line], index: int) -> Heading | None:
    """A heading of Markdown: `#` before, or a line of `=` or `-` under it."""
    line = lines[index]
    if line.text.lstrip().startswith("#"):
        return heading_of(line.text)
    if not line.text.strip(" =-"):
        return None
    under = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
    return heading_of(("# " if under.startswith("=") else "## ") + line.text.strip())


def _stands_alone(lines: Sequence[Line], index: int, heading: Heading) -> bool:
    """A bold or bracketed line in the middle of a paragraph is no heading; nor is a mere word among others."""
    if heading.kind is None and heading.style not in ("**", "__", "【"):
        return False
    before = lines[index - 1].kind if index else "blank"
    if heading.style == "":
        after = lines[index + 1].kind if index + 1 < len(lines) else "blank"
        return before in ("blank", "front_matter", "div", "comment", "heading") and after != "table"
    return before != "paragraph" or heading.kind is not None


def with_headings(lines: Sequence[Line], found: Sequence[Announced]) -> tuple[Line, ...]:
    """The lines, where those that are only typed like headings are headings too: no edit addresses them."""
    typed = {one.line for one in found if one.heading.level == 7}
    return tuple(
        replace(line, kind="heading", editable=False) if line.number in typed and line.kind != "html" else line
        for line in lines
    )


def sections_of(lines: Sequence[Line], found: Sequence[Announced]) -> tuple[Section, ...]:
    """The sections in order, without overlap, from the first line behind the front matter to the last.

    What stands before the first known heading is `head`. A heading of Markdown beside the known ones opens a section
    of its own (`other`); a deeper one belongs to the section above it, unless its name is that of another section.
    """
    if not lines:
        return ()
    front = [line.number for line in lines if line.kind == "front_matter" and line.number]
    first = 1
    for number in front:
        if number != first:
            break
        first += 1
    openers = _openers(found)
    last = lines[-1].number
    sections: list[Section] = []
    begin = openers[0][0].line if openers else last + 1
    if first < begin:
        title = next((one.heading for one in found if one.line < begin), None)
        sections.append(Section("head", title.text if title else "", title.level if title else 0, first, begin - 1))
    for (one, kind), following in zip(openers, [*(o[0].line for o in openers[1:]), last + 1], strict=False):
        sections.append(Section(kind, one.heading.text, one.heading.level, one.line, following - 1))
    return tuple(sections)


def _openers(found: Sequence[Announced]) -> list[tuple[Announced, SectionKind]]:
    """The headings that open a section, with its kind."""
    known = [one.heading.level for one in found if one.heading.kind]
    if not known:
        return []
    level = min(known)
    openers: list[tuple[Announced, SectionKind]] = []
    for one in found:
        kind = _opens(one.heading, level, openers[-1] if openers else None)
        if kind:
            openers.append((one, kind))
    return openers


def _opens(heading: Heading, level: int, current: tuple[Announced, SectionKind] | None) -> SectionKind | None:
    if current is None:
        return heading.kind if not is_document_title(heading.text) else None
    if heading.level <= level and level < 7:
        return heading.kind or "other"
    if not heading.kind:
        return None
    above = current[0].heading
    if heading.level == above.level and heading.style == above.style:
        return heading.kind
    if heading.level < above.level and level < 7:
        return heading.kind
    is_other_style = heading.level == above.level == 7 and heading.style != above.style
    inside = current[1] in _HOLDS_ENTRIES and (heading.level > above.level or is_other_style)
    return heading.kind if not inside or (heading.kind in _STRONG and heading.kind != current[1]) else None
