"""What each line of a Markdown file is, as far as checks need it: front matter, fenced code, comments, prose.

Blanked text has the length and the lines of the original, so that what is found in it has the right line number.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\r|\n")
_PREFIX = r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?"
_FENCE = re.compile(rf"^({_PREFIX})(`{{3,}}|~{{3,}})(.*)$")
_CLOSING = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*$")
_ITEM = re.compile(
    r"^[ \t>]*(?:[-*+:~]|\(?(?:\d{1,9}|[A-Za-z#]|[ivxlcIVXLC]{1,6})[.)]|\(@[\w-]*\)|\[\^[^\]]*\]:)(?:[ \t]|$)"
)
_TICKS = re.compile(r"`+")
_KEY = re.compile(r"^[\w\"'-][^:]*:(?:\s|$)|^\s*#|^\s*-\s")
_CELL = re.compile(r"^\s*\{+\s*[A-Za-z]")


@dataclass(frozen=True)
class Code:
    """A fenced block; lines are counted from 1, the fences are part of it."""

    first: int
    last: int
    info: str
    """What stands after the opening fence."""
    body: str
    closed: bool

    @property
    def is_cell(self) -> bool:
        """Whether an engine would run it: `{python}`, `{r}`, `{ojs}`."""
        return bool(_CELL.match(self.info))


@dataclass(frozen=True)
class Source:
    """A file by lines; made by `scan`."""

    text: str
    lines: tuple[str, ...]
    """Without their ends."""
    front: tuple[int, int] | None
    """First and last line of the front matter with its marks, counted from 1; None without one."""
    front_closed: bool
    codes: tuple[Code, ...]
    prose: str
    """The lines joined by line feeds, with front matter, fenced code and comments blanked."""
    comments: tuple[tuple[int, int], ...]
    """First and last line of each comment; last 0: it never ends."""

    @cached_property
    def plain(self) -> str:
        """`prose` with code spans blanked too."""
        return blank_spans(self.prose)

    @cached_property
    def shown(self) -> str:
        """`plain` with indented code blanked: what is read as markup."""
        return "\n".join(_blank_indented(self.plain.split("\n"), self.lines))

    @cached_property
    def _starts(self) -> list[int]:
        starts, position = [], 0
        for line in self.lines:
            starts.append(position)
            position += len(line) + 1
        return starts

    def line_at(self, position: int) -> int:
        """Number of the line, counted from 1, that a position of `prose` or `plain` is in."""
        return max(bisect.bisect_right(self._starts, position), 1)

    @property
    def yaml(self) -> str:
        """The front matter without its marks; empty without one."""
        if self.front is None:
            return ""
        first, last = self.front
        return "\n".join(self.lines[first : last - 1 if self.front_closed else last])


def split_lines(text: str) -> list[str]:
    """Lines as Markdown has them: form feeds and line separators of Unicode end none."""
    return _LINE_END.split(text.removeprefix("\ufeff"))


def scan(text: str) -> Source:
    """Read the file in time linear in its length; never raises."""
    lines = split_lines(text)
    front, closed = _front_matter(lines)
    codes: list[Code] = []
    comments: list[tuple[int, int]] = []
    prose = [" " * len(line) for line in lines[: front[1]]] if front else []
    ends = _closing_fences(lines)
    number = len(prose)
    while number < len(lines):
        if code := _code(lines, number, ends):
            codes.append(code)
            prose += [" " * len(line) for line in lines[number : code.last]]
            number = code.last
            continue
        shown, last = _without_comments(lines, number, comments)
        prose += shown
        number = last + 1
    return Source(text, tuple(lines), front, closed, tuple(codes), "\n".join(prose), tuple(comments))


def _front_matter(lines: list[str]) -> tuple[tuple[int, int] | None, bool]:
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None or lines[first].rstrip() != "---" or not _opens(lines, first):
        return None, True
    for number in range(first + 1, len(lines)):
        if lines[number].rstrip() in {"---", "..."}:
            return (first + 1, number + 1), True
    return (first + 1, _end_of_keys(lines, first + 1)), False


def _opens(lines: list[str], mark: int) -> bool:
    return mark + 1 < len(lines) and bool(lines[mark + 1].strip())


def _end_of_keys(lines: list[str], start: int) -> int:
    """Number of the last line that still looks like YAML, where nobody closed it."""
    number = start
    while number < len(lines) and (_KEY.match(lines[number]) or lines[number].startswith((" ", "\t"))):
        number += 1
    return max(number, start)


def _closing_fences(lines: list[str]) -> list[tuple[int, str]]:
    found = ((number, _CLOSING.match(line)) for number, line in enumerate(lines))
    return [(number, match[1]) for number, match in found if match]


def _code(lines: list[str], number: int, ends: list[tuple[int, str]]) -> Code | None:
    match = _FENCE.match(lines[number])
    if not match or (match[2][0] == "`" and "`" in match[3]):
        return None
    fence = match[2]
    after = bisect.bisect_right(ends, (number, "\U0010ffff"))
    rest = (ends[index] for index in range(after, len(ends)))
    last = next((at for at, end in rest if end[0] == fence[0] and len(end) >= len(fence)), None)
    if last is None:
        return Code(number + 1, len(lines), match[3].strip(), "\n".join(lines[number + 1 :]), closed=False)
    return Code(number + 1, last + 1, match[3].strip(), "\n".join(lines[number + 1 : last]), closed=True)


def _without_comments(lines: list[str], number: int, found: list[tuple[int, int]]) -> tuple[list[str], int]:
    """The line with comments blanked, and the lines that a comment goes on over; the number of the last."""
    line, shown, position = lines[number], "", 0
    visible = _blank_runs(line)
    while (start := visible.find("<!--", position)) >= 0:
        shown += line[position:start]
        end = line.find("-->", start + 4)
        if end < 0:
            rest, last = _comment_over_lines(lines, number, found)
            return [shown + " " * (len(line) - start), *rest], last
        found.append((number + 1, number + 1))
        shown += " " * (end + 3 - start)
        position = end + 3
    return [shown + line[position:]], number


def _comment_over_lines(lines: list[str], number: int, found: list[tuple[int, int]]) -> tuple[list[str], int]:
    for last in range(number + 1, len(lines)):
        if (end := lines[last].find("-->")) >= 0:
            found.append((number + 1, last + 1))
            blank = [" " * len(line) for line in lines[number + 1 : last]]
            return [*blank, " " * (end + 3) + lines[last][end + 3 :]], last
    found.append((number + 1, 0))
    return [" " * len(line) for line in lines[number + 1 :]], len(lines) - 1


def blank_spans(text: str) -> str:
    """The text with its code spans blanked; a span ends with its paragraph at the latest."""
    return "".join(_blank_runs(part) for part in re.split(r"(\n[ \t]*\n)", text))


def _blank_runs(paragraph: str) -> str:
    shown, position = [], 0
    for start, end in spans(paragraph):
        shown += [paragraph[position:start], re.sub(r"[^\n]", " ", paragraph[start:end])]
        position = end
    return "".join([*shown, paragraph[position:]])


def _blank_indented(plain: list[str], lines: Sequence[str]) -> list[str]:
    """Code that is told by its indentation; under an item of a list, a definition or a note the same is its text."""
    shown: list[str] = []
    begins, in_list, after_blank, in_code = "", False, True, False
    for line, text in zip(lines, plain, strict=True):
        if not line.strip():
            shown.append(text)
            after_blank = True
            continue
        indented = line.startswith(("    ", "\t"))
        if not indented and (after_blank or _ITEM.match(line)):
            begins = line
        in_list = bool(_ITEM.match(begins))
        in_code = indented and not in_list and (after_blank or in_code)
        shown.append(" " * len(line) if in_code else text)
        after_blank = False
    return shown


def spans(paragraph: str) -> Iterator[tuple[int, int]]:
    """Ranges of the code spans of one paragraph, with their backticks."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(paragraph)]
    by_length: dict[int, list[int]] = {}
    for index, (start, end) in enumerate(runs):
        by_length.setdefault(end - start, []).append(index)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        same = by_length[end - start]
        after = bisect.bisect_right(same, index)
        escaped = start > 0 and paragraph[start - 1] == "\\"
        if escaped or after >= len(same):
            index += 1
            continue
        closing = same[after]
        yield start, runs[closing][1]
        index = closing + 1
