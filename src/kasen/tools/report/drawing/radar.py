"""A radar chart: several things compared on the same axes. With less than three axes it is bars."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kasen.tools.report.drawing.bars import bars
from kasen.tools.report.drawing.legend import GREY, Box, Entry, legend
from kasen.tools.report.drawing.lettering import ems, wrapped
from kasen.tools.report.drawing.marks import COLOURS, DASHES, marker
from kasen.tools.report.drawing.svg import element, lines_of_text, picture, shown, words
from kasen.tools.report.labels import labels
from kasen.tools.report.model import Cell, Drawing, Lang, Row, Sentence, Table

RADIUS = 132.0
SIZE = 13
"""Pixels of a label."""
LEADING = 17.0
MOST_RINGS = 5
_LABEL_EMS = 8.5
_OUTSIDE = 12.0
"""Between the last ring and the labels."""


class Spoke(NamedTuple):
    """One axis: where it points, and its label."""

    label: str
    x: float
    y: float

    def at(self, share: float) -> tuple[float, float]:
        """The place of a share of the maximum."""
        return self.x * RADIUS * share, self.y * RADIUS * share


def radar(axes: Sequence[str], series: Mapping[str, Sequence[float | None]], *, maximum: float, lang: Lang) -> Drawing:
    """What is compared (`series`, by name), one value per axis from 0 to `maximum`; None is unknown and stays open.

    Values outside are drawn at the edge; the table has them as they are. Raises ValueError when the counts differ or
    there is nothing to draw.
    """
    if not axes or not series or not maximum > 0 or not math.isfinite(maximum):
        raise ValueError("a radar needs axes, something to compare, and a maximum above 0")
    if any(len(values) != len(axes) for values in series.values()):
        raise ValueError("a radar needs one value for each axis")
    known = {name: [_known(value) for value in values] for name, values in series.items()}
    drawn = _radar(axes, known, maximum, lang) if len(axes) > 2 else bars(axes, known, maximum, lang)
    comma = "、" if lang == "ja" else ", "
    names, by = comma.join(map(shown, series)), comma.join(map(shown, axes))
    alt = labels(lang).radar.format(names=names, axes=by, maximum=f"{maximum:g}")
    return Drawing(svg=drawn, alt=alt, table=_table(axes, known, lang))


def _known(value: float | None) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None


def _table(axes: Sequence[str], series: Mapping[str, Sequence[float | None]], lang: Lang) -> Table:
    rows = tuple(
        Row(heading=axis, cells=tuple(_cell(values[number]) for values in series.values()))
        for number, axis in enumerate(axes)
    )
    return Table(columns=tuple(series), rows=rows, corner=labels(lang).criterion)


def _cell(value: float | None) -> Cell:
    return Cell() if value is None else Cell(sentences=(Sentence(text=f"{value:g}"),))


def _radar(axes: Sequence[str], series: Mapping[str, Sequence[float | None]], maximum: float, lang: Lang) -> str:
    turn = 2 * math.pi / len(axes)
    spokes = [Spoke(axis, math.sin(n * turn), -math.cos(n * turn)) for n, axis in enumerate(axes)]
    box = Box(-RADIUS, -RADIUS, RADIUS, RADIUS)
    parts = [*_grid(spokes, maximum), *_labels(spokes, box)]
    for number, values in enumerate(series.values()):
        parts += _series(spokes, values, maximum, number)
    entries = [Entry(name, number) for number, name in enumerate(series)]
    has_gap = any(value is None for values in series.values() for value in values)
    parts += legend(entries, box, note=labels(lang).open_axis if has_gap else "")
    size = {"width": box.right - box.left, "height": box.bottom - box.top}
    return picture(parts, left=box.left, top=box.top, **size, is_chart=True)


def _grid(spokes: Sequence[Spoke], maximum: float) -> Iterator[str]:
    rings = int(maximum) if maximum == int(maximum) and maximum <= MOST_RINGS else MOST_RINGS
    for ring in range(1, rings + 1):
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in (spoke.at(ring / rings) for spoke in spokes))
        yield element("polygon", points=points, class_="grid", fill="none", stroke="currentColor", stroke_opacity=GREY)
    for spoke in spokes:
        x, y = spoke.at(1)
        yield element("line", x1=0, y1=0, x2=x, y2=y, class_="grid", stroke="currentColor", stroke_opacity=GREY)
    for ring in range(1, rings + 1):
        _, y = spokes[0].at(ring / rings)
        yield element(
            "text", words(f"{maximum * ring / rings:g}"), x=-5, y=y + 4, class_="soft", font_size=10, text_anchor="end"
        )


def _labels(spokes: Sequence[Spoke], box: Box) -> Iterator[str]:
    for spoke in spokes:
        lines = wrapped(spoke.label, _LABEL_EMS, lines=4)
        wide, high = max(map(ems, lines), default=0) * SIZE, len(lines) * LEADING
        x, y = spoke.x * (RADIUS + _OUTSIDE), spoke.y * (RADIUS + _OUTSIDE)
        anchor = "middle" if abs(spoke.x) < 0.2 else "start" if spoke.x > 0 else "end"
        top = y - high * (1 - spoke.y) / 2
        left = x - wide / 2 if anchor == "middle" else x if anchor == "start" else x - wide
        box.hold(left, top, left + wide, top + high)
        yield lines_of_text(
            lines, x, top + SIZE, leading=LEADING, font_size=SIZE, text_anchor=anchor, fill="currentColor"
        )


def _series(spokes: Sequence[Spoke], values: Sequence[float | None], maximum: float, number: int) -> Iterator[str]:
    places = [
        None if value is None else spoke.at(min(max(value / maximum, 0), 1))
        for spoke, value in zip(spokes, values, strict=True)
    ]
    look = {"stroke": "currentColor", "stroke_width": 2, "stroke_dasharray": DASHES[number % len(DASHES)]}
    look["stroke_linejoin"] = "round"
    drawn = []
    known = [place for place in places if place is not None]
    if len(known) == len(places):
        points = " ".join(f"{x:.2f},{y:.2f}" for x, y in known)
        drawn.append(element("polygon", points=points, fill="currentColor", fill_opacity=0.07, **look))
    else:
        sides = zip(places, [*places[1:], places[0]], strict=True)
        drawn += [
            element("line", x1=one[0], y1=one[1], x2=other[0], y2=other[1], **look)
            for one, other in sides
            if one is not None and other is not None
        ]
    drawn += [marker(number, x, y) for x, y in known]
    yield element("g", *drawn, class_=f"series s{number % COLOURS}")
