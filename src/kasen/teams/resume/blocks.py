"""Statements and their lines: a bullet or paragraph with the lines that it is wrapped over."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kasen.teams.resume.document.model import Line, Resume
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.patch import applied
from kasen.teams.resume.schemas.change import Change


def end_of(resume: Resume, line: Line) -> int:
    """Where the bullet or paragraph of a line ends: behind the last line that it goes on over."""
    if line.kind == "heading":
        return line.end
    last = line
    for following in resume.lines[line.number :]:
        if following.kind != "paragraph":
            break
        last = following
    return last.end


def sides(original: str, changes: Sequence[Change], change: Change) -> tuple[str, str]:
    """The statement that a change is in, before and after all changes of it; `""` before for a new line."""
    if not change.old and change.new[:1] in "\r\n":
        return "", change.new.strip()
    start, end = _around(original, change.start, change.end)
    inside = [
        one.model_copy(update={"start": one.start - start, "end": one.end - start})
        for one in changes
        if start <= one.start and one.end <= end and not (not one.old and one.new[:1] in "\r\n")
    ]
    return original[start:end], applied(original[start:end], inside)


def _around(original: str, start: int, end: int) -> tuple[int, int]:
    resume = _parsed(original)
    first, last = resume.line_at(start), resume.line_at(max(start, end - 1) if end > start else start)
    lines = resume.lines
    while first > 1 and lines[first - 1].kind == "paragraph" and lines[first - 2].kind in ("paragraph", "bullet"):
        first -= 1
    return lines[first - 1].start, max(end_of(resume, lines[last - 1]), end)


@lru_cache(maxsize=4)
def _parsed(text: str) -> Resume:
    return parse(text)
