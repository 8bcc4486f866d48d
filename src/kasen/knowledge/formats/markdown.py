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
_FENCED = re.compile(r"^ {0,3}(`{3,}+|~{3,}+)[^\n]*\n.*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_INSIDE = r"(?=[^\s*_])(?:(?!\n[ \t]*\n)[^*]){1,1000}?(?<=[^\s*])"
_MARKS = re.compile(
    r"(?<![\\`])(?P<tick>`{1,2})(?!`)(?P<code>[^`\n]{1,1000})(?P=tick)(?!`)"
    r"|!?\[(?P<link>[^\[\]\n]{1,1000})\]\((?:[^()\s]|\([^()\s]*\)){0,2000}(?:[ \t]+\"[^\"\n]*\")?\)"
    rf"|(?<![\\*])(?P<stars>\*{{2,3}})(?!\*)(?P<strong>{_INSIDE})(?P=stars)(?!\*)"
    rf"|(?<![\\*A-Za-z0-9])\*(?!\*)(?P<stress>{_INSIDE})\*(?![*A-Za-z0-9])"
    r"|(?<![\\\w])(?P<under>_{1,2})(?P<low>(?=[^\s_])[^_\n]{1,1000}(?<=\S))(?P=under)(?![\w.(])"
)
"""Inline code, links and pictures, and emphasis; what is inside them is bounded, so that no text makes this slow."""
_NESTED = 3


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
        self.stack.append((level, name.strip()))
        self.blocks.append(Block(start, end, "heading", self.page, self.headings()))


def read_markdown(text: str, *, media_type: str = "text/markdown") -> Converted:
    """Blocks of a Markdown text, without its inline marks; the title is the front matter's or the first heading."""
    title = ""
    start = 0
    front = _FRONT_MATTER.match(text)
    if front:
        named = _TITLE.search(front[1])
        title = named[2] if named else ""
        start = front.end()
    text = text[:start] + plain(text[start:])
    lines = _Lines(text)
    for begin, line in _numbered(text, start):
        _line(lines, begin, line)
    lines.close(len(text))
    if not title:
        title = next((b.headings[-1] for b in lines.blocks if b.kind == "heading" and b.headings), "")
    return Converted(text, title, media_type, lines.blocks)


def plain(text: str) -> str:
    """The text without the marks of emphasis, inline code and links, whose words stay; fenced code is not touched.

    A passage is quoted as it is read, and a reader of Markdown sees no asterisks.
    """
    parts: list[str] = []
    start = 0
    for fence in _FENCED.finditer(text):
        parts += (_unmarked(text[start : fence.start()]), fence.group())
        start = fence.end()
    return "".join([*parts, _unmarked(text[start:])])


def _unmarked(text: str) -> str:
    for _ in range(_NESTED):
        text, count = _MARKS.subn(_words, text)
        if not count:
            break
    return text


def _words(match: re.Match[str]) -> str:
    return next(match[name] for name in ("code", "link", "strong", "stress", "low") if match[name] is not None)


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
