"""How much a kind of slide holds in a design: what writers are told before they write."""

from __future__ import annotations

from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Place, Sheet, Sitting
from kasen.teams.slides.fitting.sizing import text_style
from kasen.teams.slides.fitting.style import Style
from kasen.teams.slides.schemas.arrangement import Capacity, Content
from kasen.teams.slides.schemas.deck import (
    Chart,
    Column,
    Diagram,
    DiagramItem,
    PictureUse,
    Point,
    Series,
    Slide,
    SlideKind,
    Table,
)
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Lang
from kasen.tools.fonts import measuring

_SAMPLE: dict[Lang, str] = {
    "ja": "国内の売上は前年より増えている",
    "en": "Domestic revenue has grown since the year before",
}
"""An ordinary line; how wide its characters are on average is what a line is reckoned with."""
_TITLE_LINES, _MESSAGE_LINES = 2, 2
_CELL: dict[Lang, int] = {"ja": 6, "en": 12}
"""Characters that a column of a table should have room for."""
_ROW_SIZE = 14.0
_RAGGED: dict[Lang, float] = {"ja": 0.97, "en": 0.92}
"""Share of a line that is filled, as words break."""


def capacity(design: DesignContext, kind: SlideKind, lang: Lang) -> Capacity:
    """How much fits at the usual sizes; numbers of characters, full-width ones for Japanese."""
    sample = _sample(kind, _SAMPLE[lang])
    places = sheet(sample, Sitting(design, {}))
    title, body, message = places.place("title"), _body(places), places.place("message")
    sitting = Sitting(design, {})
    line, lines, points = _list(body, sitting, lang) if body else (0, 0, 0)
    rows, columns = _table(places, lang)
    return Capacity(
        title=_characters(title, sitting, lang, _TITLE_LINES) if title else 0,
        points=points,
        line=line,
        lines=lines,
        message=_characters(message, sitting, lang, _MESSAGE_LINES) if message else 0,
        rows=rows,
        columns=columns,
    )


def _body(places: Sheet) -> Place | None:
    names: tuple[Content, ...] = ("points", "left")
    return next((place for name in names if (place := places.place(name))), None)


def _width(set_in: Style, place: Place, lang: Lang) -> tuple[float, float]:
    """Points of a line, and of one character."""
    inner = (place.box.w - set_in.insets[0] - set_in.insets[2]) / EMU_PER_POINT - set_in.indent(0)
    return inner * _RAGGED[lang], measuring.width(_SAMPLE[lang], set_in.fonts, set_in.size(0)) / len(_SAMPLE[lang])


def _high(set_in: Style, lang: Lang) -> float:
    return measuring.line_height(
        set_in.fonts, set_in.size(0), spacing=set_in.spacing, text="国" if lang == "ja" else "n"
    )


def _inner_height(set_in: Style, place: Place) -> float:
    return (place.box.h - set_in.insets[1] - set_in.insets[3]) / EMU_PER_POINT


def _characters(place: Place, sitting: Sitting, lang: Lang, most_lines: int) -> int:
    """Of a frame that holds one text."""
    set_in = text_style(place, sitting)
    wide, each = _width(set_in, place, lang)
    lines = max(1, min(most_lines, int(_inner_height(set_in, place) / _high(set_in, lang))))
    return int(wide / each) * lines


def _list(place: Place, sitting: Sitting, lang: Lang) -> tuple[int, int, int]:
    """Characters of a line, lines in all, and points of one line each."""
    set_in = text_style(place, sitting)
    wide, each = _width(set_in, place, lang)
    room, high = _inner_height(set_in, place), _high(set_in, lang)
    return max(1, int(wide / each)), max(1, int(room / high)), max(1, int(room / (high + set_in.before)))


def _table(places: Sheet, lang: Lang) -> tuple[int, int]:
    place = places.place("table")
    if place is None:
        return 0, 0
    row = _ROW_SIZE * (1.5 if lang == "ja" else 1.25) + 7.2
    column = _CELL[lang] * _ROW_SIZE * (1.0 if lang == "ja" else 0.55) + 14.4
    high, wide = place.box.h / EMU_PER_POINT, place.box.w / EMU_PER_POINT
    return max(1, int(high / row) - 1), max(1, int(wide / column))


def _sample(kind: SlideKind, text: str) -> Slide:
    """A slide of that kind with a little of everything that it usually has."""
    points = (Point(text=text),)
    base = Slide(id="s-00", kind=kind, title=text, message=text)
    if kind in {"title", "section", "statement", "closing"}:
        return base.model_copy(update={"subtitle": text if kind in {"title", "closing"} else ""})
    if kind == "two_columns":
        column = Column(heading=text[:8], points=points)
        return base.model_copy(update={"columns": (column, column)})
    if kind == "chart":
        chart = Chart(id="c", kind="column", categories=("a",), series=(Series(name="s", values=(1.0,)),))
        return base.model_copy(update={"chart": chart, "points": points})
    if kind == "table":
        return base.model_copy(update={"table": Table(id="t", columns=("a", "b", "c"), rows=(("1", "2", "3"),))})
    if kind in {"picture", "image"}:
        picture = PictureUse(artifact="p", alt="", width=1600, height=900)
        return base.model_copy(update={"picture": picture, "points": points})
    if kind == "diagram":
        items = tuple(DiagramItem(label=text[:6]) for _ in range(4))
        return base.model_copy(update={"diagram": Diagram(kind="process", items=items)})
    return base.model_copy(update={"points": points})
