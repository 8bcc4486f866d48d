"""How a score went from round to round: one chart with its spread and the threshold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kasen.tools.report.drawing.legend import GREY, Box, Entry, legend
from kasen.tools.report.drawing.lettering import ems, wrapped
from kasen.tools.report.drawing.marks import marker
from kasen.tools.report.drawing.svg import element, lines_of_text, picture, words
from kasen.tools.report.labels import labels
from kasen.tools.report.model import Cell, Drawing, Lang, Row, Sentence, Table

HEIGHT = 210.0
LEAST_WIDTH = 250.0
STEP = 78.0
"""Pixels from one round to the next, where there are few."""
SIZE = 13
LEADING = 16.0
_CAP = 5.0
_RINGS = 5


@dataclass(frozen=True)
class Round:
    """The score of one round with the ends of its spread; None: there is none."""

    label: str
    score: float | None
    low: float | None = None
    high: float | None = None


def history(rounds: Sequence[Round], *, threshold: float, lang: Lang, maximum: float = 10.0) -> Drawing:
    """The scores from 0 to `maximum` in the order given, with whiskers and the threshold as a dashed line.

    Values outside are drawn at the edge; a round without a score leaves a gap. Raises ValueError without a round.
    """
    if not rounds or not maximum > 0 or not math.isfinite(maximum):
        raise ValueError("a history needs a round, and a maximum above 0")
    known = [_finite(one) for one in rounds]
    said = labels(lang)
    values = ("、" if lang == "ja" else ", ").join(f"{one.label} {_value(one.score) or said.unknown}" for one in known)
    alt = said.history.format(values=values, threshold=f"{threshold:g}", maximum=f"{maximum:g}")
    return Drawing(svg=_drawn(known, threshold, maximum, lang), alt=alt, table=_table(known, lang))


def _finite(one: Round) -> Round:
    score, low, high = (x if x is not None and math.isfinite(x) else None for x in (one.score, one.low, one.high))
    spread = (low, high) if score is not None and low is not None and high is not None else (None, None)
    return Round(one.label, score, *spread)


def _value(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _table(rounds: Sequence[Round], lang: Lang) -> Table:
    said = labels(lang)
    cells = [tuple(_cell(_value(value)) for value in (one.score, one.low, one.high)) for one in rounds]
    rows = tuple(Row(heading=one.label, cells=row) for one, row in zip(rounds, cells, strict=True))
    return Table(columns=(said.score, said.spread_from, said.spread_to), rows=rows, corner=said.round)


def _cell(text: str) -> Cell:
    return Cell(sentences=(Sentence(text=text),)) if text else Cell()


def _drawn(rounds: Sequence[Round], threshold: float, maximum: float, lang: Lang) -> str:
    step = max(STEP, LEAST_WIDTH / len(rounds))
    width = step * len(rounds)
    box = Box(0, 0, width, HEIGHT)

    def height(value: float) -> float:
        return HEIGHT * (1 - min(max(value / maximum, 0), 1))

    parts = [*_grid(width, maximum, box), *_threshold(threshold, height(threshold), width, lang, box)]
    places = [(step * (number + 0.5), one) for number, one in enumerate(rounds)]
    marks = [(x, height(one.score)) for x, one in places if one.score is not None]
    path = " ".join(f"{x:.2f},{y:.2f}" for x, y in marks)
    look = {"fill": "none", "stroke": "currentColor", "stroke_width": 2, "stroke_linejoin": "round"}
    drawn = [element("polyline", points=path, **look)] if len(marks) > 1 else []
    for x, one in places:
        if one.low is not None and one.high is not None:
            drawn += _whisker(x, height(one.low), height(one.high))
    drawn += [marker(0, x, y) for x, y in marks]
    parts.append(element("g", *drawn, class_="series s0"))
    for x, one in places:
        top = None if one.score is None else height(one.score if one.high is None else one.high)
        parts += _words(one, x, top, step, lang, box)
    has_spread = any(one.low is not None for one in rounds)
    said = labels(lang)
    parts += legend([Entry(said.score_with_spread if has_spread else said.score, 0)], box, least=LEAST_WIDTH)
    size = {"width": box.right - box.left, "height": box.bottom - box.top}
    return picture(parts, left=box.left, top=box.top, **size, is_chart=True)


def _grid(width: float, maximum: float, box: Box) -> Iterator[str]:
    for ring in range(_RINGS + 1):
        y = HEIGHT * (1 - ring / _RINGS)
        opacity = GREY * (2 if ring == 0 else 0.6)
        yield element("line", x1=0, y1=y, x2=width, y2=y, class_="grid", stroke="currentColor", stroke_opacity=opacity)
        text = f"{maximum * ring / _RINGS:g}"
        yield element("text", words(text), x=-8, y=y + 4, class_="soft", font_size=11, text_anchor="end")
        box.hold(-8 - ems(text) * 11, y - 6, 0, y + 6)


def _threshold(value: float, y: float, width: float, lang: Lang, box: Box) -> Iterator[str]:
    text = f"{labels(lang).threshold} {value:g}"
    line = element("line", x1=0, y1=y, x2=width, y2=y, stroke="currentColor", stroke_width=1.5, stroke_dasharray="6 4")
    yield element("g", line, class_="series s1")
    yield element("text", words(text), x=width + 6, y=y + 4, font_size=11.5, class_="soft")
    box.hold(0, y - 8, width + 6 + ems(text) * 11.5, y + 8)


def _whisker(x: float, low: float, high: float) -> Iterator[str]:
    look = {"stroke": "currentColor", "stroke_width": 1.5}
    yield element("line", x1=x, y1=low, x2=x, y2=high, **look)
    for y in (low, high):
        yield element("line", x1=x - _CAP, y1=y, x2=x + _CAP, y2=y, **look)


def _words(one: Round, x: float, y: float | None, step: float, lang: Lang, box: Box) -> Iterator[str]:
    """The value above its mark or whisker, and the name of the round below."""
    text = _value(one.score) or labels(lang).unknown
    if y is None:
        look = {"x": x, "y": HEIGHT / 2, "text_anchor": "middle", "class_": "soft"}
        yield element("text", words(text), font_size=SIZE, **look)
    else:
        wide = ems(text) * (SIZE + 1)
        yield element("rect", x=x - wide / 2, y=y - 22, width=wide, height=17, class_="ground")
        look = {"x": x, "y": y - 9, "font_weight": 600, "text_anchor": "middle"}
        yield element("text", words(text), font_size=SIZE + 1, fill="currentColor", **look)
        box.hold(x, y - 24, x, y)
    lines = wrapped(one.label, (step - 8) / 12, lines=3)
    top = HEIGHT + 20
    yield lines_of_text(lines, x, top, leading=LEADING, font_size=12, text_anchor="middle", fill="currentColor")
    wide = max(map(ems, lines), default=0) * 12
    box.hold(x - wide / 2, HEIGHT, x + wide / 2, top + (len(lines) - 1) * LEADING + 4)
