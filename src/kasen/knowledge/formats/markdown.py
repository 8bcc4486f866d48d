"""Markdown into blocks that know their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kasen.knowledge.document import Block, Converted, Kind

_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t\u3000]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_SLIDE = re.compile(r"^<!-- Slide number: (\d+) -->$")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title:[ \t]*(?P<quote>['\"]?)(.+?)(?P=quote)[ \t]*$", re.MULTILINE)
_DECORATION = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")


@dataclass
class _Lines:
    """Reading position: what the next block stands under."""

    text: str
    blocks: list[Block] = field(default_factory=list)
    open_from: int | None = None
    kind: Kind = "text"
    stack: list[tuple[int, str]] = field(default_factory=list)
    fence: str = ""
    page: int | None = None

    def headings(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.stack if name)

    def close(self, end: int) -> None:
        if self.open_from is not None:
            stop = len(self.text[self.open_from : end].rstrip()) + self.open_from
            self.blocks.append(Block(self.open_from, stop, self.kind, self.page, self.headings()))
        self.open_from = None

    def heading(self, level: int, name: str, start: int, end: int) -> None:
        self.close(start)
        while self.stack and self.stack[-1][0] >= level:
            self.stack.pop()
        self.stack.append((level, _DECORATION.sub(r"\1", name).strip()))
        self.blocks.append(Block(start, end, "heading", self.page, self.headings()))


def read_markdown(text: str, *, media_type: str = "text/markdown") -> Converted:
    """Blocks of a Markdown text, which stays as it is; the title is the front matter's or the first heading."""
    lines = _Lines(text)
    title = ""
    start = 0
    front = _FRONT_MATTER.match(text)
    if front:
        named = _TITLE.search(front[1])
        title = named[2] if named else ""
        start = front.end()
    for begin, line in _numbered(text, start):
        _line(lines, begin, line)
    lines.close(len(text))
    if not title:
        title = next((b.headings[-1] for b in lines.blocks if b.kind == "heading" and b.headings), "")
    return Converted(text, title, media_type, lines.blocks)


def _numbered(text: str, start: int) -> Iterator[tuple[int, str]]:
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield start, text[start:end]
        start = end + 1


def _line(lines: _Lines, begin: int, line: str) -> None:
    fence = _FENCE.match(line)
    if lines.fence or fence:
        _fenced(lines, begin, line, fence[1] if fence else "")
    elif not line.strip():
        lines.close(begin)
    elif slide := _SLIDE.match(line.strip()):
        lines.close(begin)
        lines.page = int(slide[1])
        lines.stack.clear()
    elif atx := _ATX.match(line):
        lines.heading(len(atx[1]), atx[2] or "", begin, begin + len(line))
    elif (under := _UNDERLINE.match(line)) and _one_line_open(lines, begin):
        start = lines.open_from or 0
        name = lines.text[start:begin].strip()
        lines.open_from = None
        lines.heading(1 if under[1][0] == "=" else 2, name, start, begin + len(line))
    else:
        kind: Kind = "table" if line.lstrip().startswith("|") else "text"
        if lines.open_from is not None and lines.kind != kind:
            lines.close(begin)
        if lines.open_from is None:
            lines.open_from, lines.kind = begin, kind


def _one_line_open(lines: _Lines, begin: int) -> bool:
    return (
        lines.open_from is not None and lines.kind == "text" and "\n" not in lines.text[lines.open_from : begin].strip()
    )


def _fenced(lines: _Lines, begin: int, line: str, mark: str) -> None:
    if not lines.fence:
        lines.close(begin)
        lines.fence, lines.open_from, lines.kind = mark, begin, "code"
    elif mark.startswith(lines.fence) and line.strip() == mark:
        lines.close(begin + len(line))
        lines.fence = ""
