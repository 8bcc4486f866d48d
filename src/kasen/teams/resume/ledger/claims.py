"""The claims of a text: its lines and sentences, each with the headings that it stands under."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kasen.evidence.sentences import sentences

_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+\S")
_NOTHING = re.compile(r"[\W_]*")


@dataclass(frozen=True)
class Claim:
    """A statement of a text, at its line (from 1)."""

    text: str
    line: int
    headings: tuple[str, ...] = ()


def claims(text: str) -> list[Claim]:
    """Claims in order; lines without a letter or a digit make none."""
    return list(_claims(text))


def lines(text: str) -> list[Claim]:
    """The lines of a text, each as one, with their headings; those without a letter or a digit are none."""
    return list(_lines(text))


def _lines(text: str) -> Iterator[Claim]:
    path: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if _NOTHING.fullmatch(line):
            continue
        if heading := _HEADING.match(line):
            level = len(heading[1])
            path = [*(one for one in path if one[0] < level), (level, line)]
            yield Claim(line, number, tuple(one for _, one in path[:-1]))
        else:
            yield Claim(line, number, tuple(one for _, one in path))


def _claims(text: str) -> Iterator[Claim]:
    for line in _lines(text):
        if _HEADING.match(line.text):
            yield line
            continue
        for start, end in sentences(line.text):
            if not _NOTHING.fullmatch(line.text[start:end]):
                yield Claim(line.text[start:end], line.line, line.headings)
