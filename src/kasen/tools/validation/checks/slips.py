"""Slips of typing that turn markup into text: no space after `##`, full-width signs, dashes of another kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

_TIGHT = re.compile(r"^#{2,6}[^\s#{.]")
_WIDE_HEADING = re.compile(r"^＃+\s")
_WIDE_DIV = re.compile(r"^\s*：{3,}")
_WIDE_FENCE = re.compile(r"^\s*(?:｀{3,}|'{3,}|´{3,}|‘{3,})")
_WIDE_TABLE = re.compile(r"^\s*｜.*｜\s*$")
_MARK = re.compile(r"^\s*(?:-{4,}|-{1,2}|[—–―ー－─−]{1,}-*|\*{3,}|={3,})\s*$")
_FRONT_KEY = re.compile(r"^(?:title|author|format|lang|subtitle)\s*[:：]")


def problems(source: Source) -> Iterator[Problem]:
    """Problems of typing, by line."""
    if source.front is None:
        yield from _front_mark(source)
    lines = source.shown.split("\n")
    for number, line in enumerate(lines, start=1):
        if _TIGHT.match(line):
            text = f"A space is missing after the signs of the heading: `{line.strip()[:40]}`."
            yield Problem(line=number, rule="tight-heading", text=text)
        elif _WIDE_HEADING.match(line) or _WIDE_DIV.match(line) or _WIDE_FENCE.match(line):
            text = f"This is text and no markup, as its signs are not those of Markdown: `{line.strip()[:40]}`."
            yield Problem(line=number, rule="wide-markup", text=text)
        elif _WIDE_TABLE.match(line) and number < len(lines) and _WIDE_TABLE.match(lines[number]):
            text = "The bars of this table are full-width, so that it is no table."
            yield Problem(line=number, rule="wide-markup", text=text)
            return


def _front_mark(source: Source) -> Iterator[Problem]:
    """Keys of a front matter at the beginning that no `---` opens."""
    filled = [(number, line) for number, line in enumerate(source.lines, start=1) if line.strip()][:2]
    if not filled:
        return
    number, line = filled[0]
    below = filled[1][1] if len(filled) > 1 else ""
    if _FRONT_KEY.match(line) or (_MARK.match(line) and _FRONT_KEY.match(below)):
        text = "The front matter must begin with a line of exactly three hyphens, `---`."
        yield Problem(line=number, rule="front-matter-mark", text=text)
