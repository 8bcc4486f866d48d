"""A résumé as measures read it: its words in pieces, without marks and markup, each with the way back to the text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from kasen.teams.resume.document.model import Entry, Line, Material, Resume, SectionKind, Span
from kasen.teams.resume.schemas.part import Lang
from kasen.tools.screenshot.model import PageFacts

MOST = 2_000_000
"""Characters of a text that are measured; a résumé has a few thousand."""
LONGEST = 3000
"""Characters of one piece that are read; a line of more is no line of a résumé."""
_MARK = re.compile(
    r"[ \t\u3000]*(?:[-*+•‣◦▪●○◆◇■□▶▷➤✓✔‐–—][ \t\u3000]+|[・•●○◆◇■□▪▶▷※](?=\S)|\(?(?:\d{1,2}|[A-Za-z#])[.)][ \t]+)"
)
_CELL = re.compile(r"(?:[^|<\\]|\\.|<(?!br\s*/?>))+", re.IGNORECASE)
_RULE = re.compile(r"[\s|:+=-]*")
_WIDE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_LABEL = re.compile(
    r"業務|実績|成果|取り?組み?|概要|工夫|achievement|highlight|responsibilit|duties|key ", re.IGNORECASE
)
"""Words of a heading under a position that is not a position itself."""
_SPACE = re.compile(r"\s+")
WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*|\d+(?:[.,]\d+)*")
"""A word or a number of a text in Latin letters."""


@dataclass(frozen=True)
class Piece:
    """What a bullet, a paragraph, a heading or a cell of a table says."""

    kind: Literal["bullet", "paragraph", "heading", "cell"]
    text: str
    """Words alone: no mark of the item, no markup; lines that were wrapped are joined."""
    at: tuple[int, ...]
    """Position in the résumé of each character of `text`."""
    line: int
    section: SectionKind

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Range in the résumé of `text[start:end]`, from its first character to its last."""
        last = len(self.at) if end is None else min(end, len(self.at))
        return (self.at[start], self.at[last - 1] + 1) if start < last else (0, 0)


class View:
    """Everything that measures ask of a résumé, worked out once. Never raises, whatever the text is."""

    def __init__(self, material: Material, page: PageFacts | None = None) -> None:
        self.material = material
        self.page = page
        self.resume: Resume = material.resume
        self.lang: Lang = material.resume.lang
        """Of the résumé; `material.lang` is that of the review."""

    def say(self, english: str, japanese: str) -> str:
        """The sentence in the language of the review."""
        return japanese if self.material.lang == "ja" else english

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """In order of the text."""
        return tuple(_pieces(self.resume))

    @cached_property
    def bullets(self) -> list[Piece]:
        """Items of lists that hold words."""
        return [one for one in self.pieces if one.kind == "bullet"]

    @cached_property
    def prose(self) -> list[Piece]:
        """Paragraphs, without the lines that only name a position or give contact data."""
        heads = {number for entry in self.entries for number in self.head_lines(entry)}
        return [
            one
            for one in self.pieces
            if one.kind == "paragraph" and one.section not in ("head", "contact") and one.line not in heads
        ]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Positions, projects and schools, in order of the text."""
        return tuple(sorted(self.resume.entries, key=lambda one: (one.first, -one.last)))

    @cached_property
    def positions(self) -> list[Entry]:
        """Positions of the work experience, each with the projects under it; fields of a キャリア式 opened up."""
        return [one for group in self.groups for one in group]

    @cached_property
    def groups(self) -> list[list[Entry]]:
        """The positions as they stand together: one list, or one per field in a résumé that is ordered by fields."""
        trees = _trees([one for one in self.entries if one.section == "experience"], self._level)
        if len(trees) > 1 and any(below for _, below in trees) and all(self._is_field(top) for top, _ in trees):
            return [[top, *below] for top, below in trees]
        return [[_whole(top, below) for top, below in trees if top.period or below or not _LABEL.search(top.heading)]]

    def _is_field(self, top: Entry) -> bool:
        """True for a heading that names neither employer nor period, with the first position of a field under it."""
        line = self.resume.line_at(top.period.span[0]) if top.period else top.first
        below = self.resume.line(line)
        named = bool(top.employer) and top.employer in top.heading
        return line > top.first and not named and below is not None and below.kind == "heading"

    def _level(self, entry: Entry) -> int:
        """How deep the heading of an entry is; 7 where it is none of Markdown."""
        line = self.resume.line(entry.first)
        marks = re.match(r" {0,3}(#{1,6})\s", line.text) if line else None
        return len(marks[1]) if marks else 7

    @cached_property
    def work(self) -> list[Piece]:
        """Bullets of experience and projects; where there are fewer than three, their paragraphs and cells as well."""
        here = [one for one in self.pieces if one.section in ("experience", "projects") and one.kind != "heading"]
        bullets = [one for one in here if one.kind == "bullet"]
        if len(bullets) >= 3:
            return bullets
        heads = {number for entry in self.entries for number in self.head_lines(entry)}
        least = 12 if self.lang == "ja" else 25
        return [one for one in here if one.kind == "bullet" or (one.line not in heads and len(one.text) >= least)]

    def head_lines(self, entry: Entry) -> range:
        """Lines that name an entry: from its first to the one with its period, three at most."""
        line = self.resume.line_at(entry.period.span[0]) if entry.period else entry.first
        return range(entry.first, min(max(line, entry.first), entry.first + 3, entry.last) + 1)

    def under(self, entry: Entry) -> list[Piece]:
        """The pieces of an entry."""
        first = bisect_left(self.pieces, entry.first, key=_line)
        return list(self.pieces[first : bisect_right(self.pieces, entry.last, key=_line)])

    def inside(self, position: Entry) -> int:
        """How many entries stand under a position."""
        first = bisect_right(self.entries, position.first, key=_first)
        return bisect_right(self.entries, position.last, key=_first) - first

    def kinds(self) -> list[SectionKind]:
        """The kinds of the sections in order."""
        return [one.kind for one in self.resume.sections]

    def of(self, *kinds: SectionKind) -> list[Piece]:
        """The pieces of sections of a kind, headings left out."""
        return [one for one in self.pieces if one.section in kinds and one.kind != "heading"]

    @cached_property
    def is_rirekisho(self) -> bool:
        """True for a 履歴書, which has other parts than a 職務経歴書."""
        words = self.resume.text[:MOST]
        return self.lang == "ja" and "履歴書" in words[:2000] and "職務経歴書" not in words

    def size(self, text: str) -> int:
        """Characters without spaces in Japanese, words in English."""
        return len(_SPACE.sub("", text)) if self.lang == "ja" else len(WORD.findall(text))


def _line(piece: Piece) -> int:
    return piece.line


def _first(entry: Entry) -> int:
    return entry.first


def _trees(entries: Sequence[Entry], level: Callable[[Entry], int]) -> list[tuple[Entry, list[Entry]]]:
    """Each entry of the highest level with those of a deeper one that follow it."""
    highest = min(map(level, entries), default=7)
    found: list[tuple[Entry, list[Entry]]] = []
    for one in entries:
        if not found or level(one) <= highest:
            found.append((one, []))
        else:
            found[-1][1].append(one)
    return found


def _whole(top: Entry, below: Sequence[Entry]) -> Entry:
    return replace(top, last=below[-1].last) if below else top


def _pieces(resume: Resume) -> Iterator[Piece]:
    sections = _section_of(resume)
    holes = sorted(resume.protected)
    starts = [start for start, _ in holes]
    open_piece: list[Line] = []
    total = 0
    for line in resume.lines:
        total += len(line.text)
        if total > MOST:
            break
        joins = line.kind == "paragraph" and open_piece and _goes_on(open_piece, line, sections)
        if open_piece and not joins:
            yield from _joined(resume, open_piece, holes, starts, sections)
            open_piece = []
        if line.kind in ("bullet", "paragraph", "heading"):
            open_piece.append(line)
        elif line.kind == "table":
            yield from _cells(line, sections)
    if open_piece:
        yield from _joined(resume, open_piece, holes, starts, sections)


def _goes_on(before: Sequence[Line], line: Line, sections: Sequence[SectionKind]) -> bool:
    """Whether a line of prose continues the piece before it: not after a hard break, nor out of a heading."""
    last = before[-1]
    if last.kind == "heading" or sections[last.number - 1] != sections[line.number - 1]:
        return False
    return not last.text.endswith(("  ", "\\")) and last.number + 1 == line.number


def _section_of(resume: Resume) -> list[SectionKind]:
    """Kind of the section of each line; an inner section wins over the one around it."""
    kinds: list[SectionKind] = ["other"] * len(resume.lines)
    for section in sorted(resume.sections, key=lambda one: (one.first, -one.last)):
        for number in range(max(section.first, 1), min(section.last, len(kinds)) + 1):
            kinds[number - 1] = section.kind
    return kinds


def _joined(
    resume: Resume, lines: Sequence[Line], holes: list[Span], starts: list[int], sections: list[SectionKind]
) -> Iterator[Piece]:
    """One piece of a line and those that go on from it."""
    first = lines[0]
    text: list[str] = []
    at: list[int] = []
    for line in lines:
        mark = _MARK.match(line.text) if line.kind == "bullet" else None
        begin = line.start + (mark.end() if mark else 0)
        words = list(_seen(resume.text, begin, min(line.end, begin + LONGEST - len(text)), holes, starts))
        while words and words[0][1].isspace():
            del words[0]
        if text and words and not (_WIDE.match(text[-1]) and _WIDE.match(words[0][1])) and text[-1] != " ":
            text.append(" ")
            at.append(at[-1])
        text += [char for _, char in words]
        at += [position for position, _ in words]
    while text and text[-1].isspace():
        del text[-1], at[-1]
    said = "".join(text).strip("# ") if first.kind == "heading" else "".join(text)
    if said:
        skip = "".join(text).index(said)
        kind = first.kind if first.kind in ("bullet", "heading") else "paragraph"
        yield Piece(kind, said, tuple(at[skip : skip + len(said)]), first.number, sections[first.number - 1])


def _seen(text: str, begin: int, end: int, holes: Sequence[Span], starts: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The characters between two positions that a reader sees; of code in backticks the code."""
    index = max(bisect_right(starts, begin) - 1, 0)
    at = begin
    while at < end:
        while index < len(holes) and holes[index][1] <= at:
            index += 1
        start, stop = holes[index] if index < len(holes) else (end, end)
        if at < start:
            yield from ((one, text[one]) for one in range(at, min(start, end)))
            at = min(start, end)
            continue
        hidden = text[at : min(stop, end)]
        if hidden.startswith("`"):
            yield from ((at + n, char) for n, char in enumerate(hidden) if char != "`")
        at = stop


def _cells(line: Line, sections: Sequence[SectionKind]) -> Iterator[Piece]:
    """The cells of a row of a table; a cell in which lines are broken gives one piece each."""
    if _RULE.fullmatch(line.text):
        return
    for cell in _CELL.finditer(line.text[:LONGEST]):
        words = re.sub(r"^br\s*/?>", "", cell.group(), flags=re.IGNORECASE)
        mark = _MARK.match(words)
        body = words[mark.end() if mark else 0 :]
        start = cell.end() - len(body.lstrip())
        body = body.strip()
        if body:
            at = tuple(range(line.start + start, line.start + start + len(body)))
            yield Piece("bullet" if mark else "cell", body, at, line.number, sections[line.number - 1])
