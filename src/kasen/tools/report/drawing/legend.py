"""The names of what is drawn, in lines below the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kasen.tools.report.drawing.lettering import ems, wrapped
from kasen.tools.report.drawing.marks import COLOURS, DASHES, marker
from kasen.tools.report.drawing.svg import element, lines_of_text

GREY = 0.28
"""Opacity of lines that only help to read."""
SIZE = 12.5
LEADING = 17.0
_SAMPLE = 30.0
_GAP = 20.0
_NAME_EMS = 20.0
_MARGIN = 4.0


@dataclass
class Box:
    """What a picture covers so far, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def hold(self, left: float, top: float, right: float, bottom: float) -> None:
        """Grow so that this is inside."""
        self.left, self.top = min(self.left, left - _MARGIN), min(self.top, top - _MARGIN)
        self.right, self.bottom = max(self.right, right + _MARGIN), max(self.bottom, bottom + _MARGIN)


class Entry(NamedTuple):
    """A series and its number."""

    name: str
    number: int


def legend(entries: Sequence[Entry], box: Box, *, note: str = "", least: float = 340.0) -> Iterator[str]:
    """Entries side by side as far as they fit, and a note; `box` grows downwards."""
    middle, width = (box.left + box.right) / 2, max(box.right - box.left, least)
    left, y = middle - width / 2, box.bottom + 22
    x = left
    for entry in entries:
        lines = wrapped(entry.name, _NAME_EMS, lines=2)
        wide = _SAMPLE + 6 + max(map(ems, lines), default=0) * SIZE
        if x > left and x + wide > left + width:
            x, y = left, y + LEADING + 5
        yield _entry(lines, entry.number, x, y)
        box.hold(x, y - SIZE, x + wide, y + (len(lines) - 1) * LEADING)
        y += (len(lines) - 1) * LEADING
        x += wide + _GAP
    if note:
        lines = wrapped(note, width / 11.5, lines=4)
        top = y + LEADING + 5
        yield lines_of_text(lines, left, top, leading=LEADING - 1, class_="soft", font_size=11.5)
        wide = max(map(ems, lines), default=0) * 11.5
        box.hold(left, top - SIZE, left + wide, top + (len(lines) - 1) * LEADING)


def _entry(lines: list[str], number: int, x: float, y: float) -> str:
    dash, base = DASHES[number % len(DASHES)], y - SIZE * 0.36
    line = element(
        "line", x1=x, y1=base, x2=x + _SAMPLE, y2=base, stroke="currentColor", stroke_width=2, stroke_dasharray=dash
    )
    sample = element("g", line, marker(number, x + _SAMPLE / 2, base), class_=f"series s{number % COLOURS}")
    return sample + lines_of_text(lines, x + _SAMPLE + 6, y, leading=LEADING, font_size=SIZE, fill="currentColor")
