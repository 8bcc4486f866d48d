"""Bars for what a radar cannot show: one or two axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.tools.report.drawing.legend import GREY, Box, Entry, legend
from kasen.tools.report.drawing.lettering import ems, wrapped
from kasen.tools.report.drawing.marks import COLOURS, marker
from kasen.tools.report.drawing.svg import element, lines_of_text, picture, words
from kasen.tools.report.labels import labels
from kasen.tools.report.model import Lang

LONGEST = 300.0
_BAR = 13.0
_ROW = 19.0
_SIZE = 13
_LEADING = 17.0


def bars(axes: Sequence[str], series: Mapping[str, Sequence[float | None]], maximum: float, lang: Lang) -> str:
    """A group of bars per axis, each with its value or the word *unknown*."""
    parts: list[str] = []
    box = Box(0, 0, LONGEST, 0)
    y = 0.0
    for number, axis in enumerate(axes):
        lines = wrapped(axis, 26, lines=2)
        parts.append(lines_of_text(lines, 0, y + _SIZE, leading=_LEADING, font_size=_SIZE, fill="currentColor"))
        box.hold(0, y, max(map(ems, lines), default=0) * _SIZE, y)
        y += len(lines) * _LEADING + 5
        for nth, values in enumerate(series.values()):
            text = labels(lang).unknown if values[number] is None else f"{values[number]:g}"
            share = min(max((values[number] or 0) / maximum, 0), 1)
            parts.append(_bar(nth, y, share * LONGEST, text, is_known=values[number] is not None))
            box.hold(0, y, LONGEST + 12 + ems(text) * _SIZE, y + _ROW)
            y += _ROW
        y += 10
    entries = [Entry(name, number) for number, name in enumerate(series)]
    parts += legend(entries, box)
    size = {"width": box.right - box.left, "height": box.bottom - box.top}
    return picture(parts, left=box.left, top=box.top, **size, is_chart=True)


def _bar(nth: int, y: float, long: float, text: str, *, is_known: bool) -> str:
    middle = y + _ROW / 2
    track = element(
        "rect", x=0, y=middle - _BAR / 2, width=LONGEST, height=_BAR, fill="currentColor", fill_opacity=0.08
    )
    bar = element("rect", x=0, y=middle - _BAR / 2, width=long, height=_BAR, fill="currentColor", fill_opacity=0.75)
    shape = (bar, marker(nth, long, middle)) if is_known else ()
    coloured = element("g", *shape, class_=f"series s{nth % COLOURS}")
    base = element("line", x1=0, y1=y, x2=0, y2=y + _ROW, stroke="currentColor", stroke_opacity=GREY)
    value = element("text", words(text), x=LONGEST + 12, y=middle + 4, font_size=12, fill="currentColor")
    return track + coloured + base + value
