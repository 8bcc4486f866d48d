"""Sizes for all that stands on a sheet, and what is still too much for its frame."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kasen.teams.slides.fitting import diagrams, tables
from kasen.teams.slides.fitting.plan import Place, Sheet, Sitting
from kasen.teams.slides.fitting.strips import LEAST_MARKS, LEAST_MESSAGE
from kasen.teams.slides.fitting.style import (
    LEAST,
    LOWEST_BODY,
    LOWEST_TITLE,
    Paragraph,
    Style,
    largest,
    smaller,
    steps_to,
    style,
    tall,
)
from kasen.teams.slides.fitting.words import set_line, set_points
from kasen.teams.slides.schemas.arrangement import Content, Frame
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.part import EMU_PER_POINT
from kasen.tools.fonts.measuring import lines

LISTS: tuple[Content, ...] = ("points", "left", "right")
LINES: tuple[Content, ...] = ("title", "subtitle", "message", "left_heading", "right_heading", "marks")
_LOWEST: dict[Content, float] = {
    "title": LOWEST_TITLE,
    "subtitle": LOWEST_BODY,
    "message": LEAST_MESSAGE,
    "left_heading": LOWEST_BODY,
    "right_heading": LOWEST_BODY,
    "marks": LEAST_MARKS,
}
_HEADINGS = {"title", "left_heading", "right_heading"}
_WIDOW_SHARE = 0.8
"""Of its size: a title becomes no smaller than that to save a line."""
_SPARSE = 0.8
"""Share of a frame up to which few words are made larger and set apart."""
_LARGEST = 24.0
"""Points that they become at most."""
_APART = 0.7
"""Ems that are put between them at most."""
_CLOSER = 0.3
"""Of the space between them: what entries of a list that is looked through have left rather than be split."""
_MARK = re.compile(r"\[[\d, ]+\]$")
_NARROWER = 1.03
"""What lines hold where the font itself is there: widths are measured on the large side."""
_CHART, _SMALL_CHART, _LOW_CHART = 12.0, 10.0, 1_900_000


@dataclass(frozen=True)
class Sized:
    """Frames with their sizes."""

    frames: tuple[Frame, ...]
    over: dict[Content, float] = field(default_factory=dict)
    """Content → how many times the height of its frame it needs at its lowest size."""

    def sizes(self, content: Content) -> tuple[float, ...]:
        """Those of a content, empty where it is not shown."""
        return next((frame.sizes for frame in self.frames if frame.content == content), ())


@dataclass(frozen=True)
class Limits:
    """How small text may become, and how large."""

    lowest: float = LOWEST_BODY
    """Points of a body."""
    steps: int = 99
    """How many points smaller than usual, at most."""
    at_most: Mapping[Content, tuple[float, ...]] = field(default_factory=dict)
    """Sizes of other parts of the same slide."""


def sized(slide: Slide, sheet: Sheet, sitting: Sitting, limits: Limits = Limits()) -> Sized:
    """Every place with the largest sizes that fit."""
    frames: list[Frame] = []
    over: dict[Content, float] = {}
    for place in sheet.places:
        frame, ratio = _frame(slide, place, sitting, limits)
        frames.append(frame)
        if ratio > 1.0:
            over[place.content] = ratio
    return Sized(tuple(frames), over)


def _frame(slide: Slide, place: Place, sitting: Sitting, limits: Limits) -> tuple[Frame, float]:
    if place.content in (*LISTS, *LINES):
        return _text(slide, place, sitting, limits)
    if place.content == "table" and slide.table is not None:
        return _table(slide, place, sitting, limits)
    if place.content == "diagram" and slide.diagram is not None:
        drawing = diagrams.sized(slide.diagram, place.box, sitting.design, sitting.factor("diagram"))
        return _framed(place, drawing.sizes), drawing.ratio
    if place.content == "chart":
        return _framed(place, (_CHART if place.box.h >= _LOW_CHART else _SMALL_CHART,)), 1.0
    return _framed(place), 1.0


def _framed(place: Place, sizes: tuple[float, ...] = ()) -> Frame:
    moved = place.slot is not None and place.box != place.slot.box
    return Frame(
        content=place.content, slot=place.slot.idx if place.slot else None, box=place.box, moved=moved, sizes=sizes
    )


def text_style(place: Place, sitting: Sitting, limits: Limits = Limits()) -> Style:
    """How text of a place is set at most."""
    found = style(place.content, place.slot, sitting.design)
    if place.usual:
        found = found.at(place.usual)
    caps = limits.at_most.get(place.content)
    if caps:
        found = found.at(tuple(min(one, other) for one, other in zip(found.sizes, caps, strict=False)))
    return found


def closer(slide: Slide, content: Content, set_in: Style) -> Style | None:
    """Entries of an agenda or a list of sources closer together; None where that is no such list, or nothing to gain.

    Levels below the first keep the space of the placeholder, so a list that has any is left as it is.
    """
    is_listing = slide.kind == "sources" or (slide.kind == "agenda" and not any(point.level for point in slide.points))
    if content != "points" or not is_listing or not set_in.before:
        return None
    return replace(set_in, before=set_in.before * _CLOSER)


def lowest_of(content: Content, limits: Limits = Limits()) -> float:
    """Points: the floor of a content."""
    return _LOWEST.get(content, limits.lowest)


def paragraphs(slide: Slide, content: Content, sitting: Sitting) -> list[Paragraph]:
    """The words of a frame of text."""
    if content in LISTS:
        return set_points(slide, content, sitting.numbers)
    return [(set_line(slide, content, sitting.numbers), 0)]


def _text(slide: Slide, place: Place, sitting: Sitting, limits: Limits) -> tuple[Frame, float]:
    set_in, factor = text_style(place, sitting, limits), sitting.factor(place.content)
    words = paragraphs(slide, place.content, sitting)
    lowest = lowest_of(place.content, limits)
    if place.content in LISTS:
        lowest = max(lowest, set_in.sizes[0] - limits.steps)
    sizes = largest(words, set_in, place.box, lowest, factor)
    if sizes is not None:
        if place.content in _HEADINGS:
            sizes = (_without_widow(words[0][0], set_in, sizes[0], max(lowest, sizes[0] * _WIDOW_SHARE), place),)
        if place.content in LISTS and sizes == set_in.sizes and slide.kind != "sources":
            return _spread(place, words, set_in, factor, limits), 1.0
        return _framed(place, sizes), 1.0
    return _squeezed(slide, place, sitting, lowest, limits)


def _squeezed(slide: Slide, place: Place, sitting: Sitting, lowest: float, limits: Limits) -> tuple[Frame, float]:
    """Text that has no room as it is usually set: its entries closer, and how much it lacks at its lowest size."""
    set_in, factor = text_style(place, sitting, limits), sitting.factor(place.content)
    words = paragraphs(slide, place.content, sitting)
    tight = closer(slide, place.content, set_in)
    set_in = tight or set_in
    before = round(tight.before, 1) if tight is not None else None
    sizes = largest(words, set_in, place.box, lowest, factor) if tight is not None else None
    if sizes is not None:
        return _framed(place, sizes).model_copy(update={"before": before}), 1.0
    least = smaller(set_in.sizes, steps_to(set_in.sizes, lowest), lowest)
    needed = tall(words, set_in.at(least), place.box.w) * EMU_PER_POINT
    frame = _framed(place, least).model_copy(update={"before": before})
    return frame, max(1.001, needed / max(1.0, place.box.h * factor))


def _spread(place: Place, words: list[Paragraph], set_in: Style, factor: float, limits: Limits) -> Frame:
    """Few words in a large frame: larger, and further apart; never so that they fill it, and with no mark alone."""
    room = place.box.h / EMU_PER_POINT * factor
    usual = set_in
    steps = range(0 if limits.at_most else max(0, int(_LARGEST - usual.sizes[0])), -1, -1)
    sizes = [usual.at(tuple(size + more for size in usual.sizes)) for more in steps]
    fitting = [one for one in sizes if one is sizes[-1] or tall(words, one, place.box.w) <= room * _SPARSE]
    set_in = next((one for one in fitting if not _lone_mark(words, one, place.box.w)), fitting[0])
    apart = sum(level == 0 for _, level in words) - 1
    spare = room * _SPARSE - tall(words, set_in, place.box.w)
    frame = _framed(place, set_in.sizes)
    if apart < 1 or spare <= 0:
        return frame
    before = set_in.before + min(spare / apart, set_in.sizes[0] * _APART)
    return frame.model_copy(update={"before": round(before, 1)})


def _lone_mark(words: list[Paragraph], set_in: Style, width: int) -> bool:
    """Whether the number of a source would stand alone on a line, as measured or on lines that hold a little more."""
    for text, level in words:
        found = _MARK.search(text)
        inner = (width - set_in.insets[0] - set_in.insets[2]) / EMU_PER_POINT - set_in.indent(level)
        for share in (1.0, _NARROWER) if found else ():
            last = lines(text, set_in.fonts, set_in.size(level), max(1.0, inner * share))[-1]
            if found and len(last.strip()) <= len(found[0].strip()) + 1:
                return True
    return False


def _without_widow(text: str, set_in: Style, size: float, lowest: float, place: Place) -> float:
    """A size a little smaller, where that saves a line."""
    inner = (place.box.w - set_in.insets[0] - set_in.insets[2]) / EMU_PER_POINT
    text = text.upper() if set_in.caps else text
    count = len(lines(text, set_in.fonts, size, max(1.0, inner)))
    smaller_one = size
    while count > 1 and smaller_one - 1 >= lowest:
        smaller_one -= 1
        if len(lines(text, set_in.fonts, smaller_one, max(1.0, inner))) < count:
            return smaller_one
    return size


def _table(slide: Slide, place: Place, sitting: Sitting, limits: Limits) -> tuple[Frame, float]:
    assert slide.table is not None
    room = place.box.h * sitting.factor("table")
    usual = min((tables.usual_size(sitting.design), *limits.at_most.get("table", ())))
    found = tables.largest(tables.measured(slide.table, sitting.design), place.box.w, room, usual)
    ratio = found.height / max(1.0, room)
    if ratio <= 1.0:
        found = tables.aired(found, room)
    box = place.box.model_copy(update={"h": found.height})
    frame = _framed(place, (found.size,))
    return frame.model_copy(
        update={
            "box": box,
            "moved": place.slot is not None and box != place.slot.box,
            "column_widths": found.widths,
            "row_heights": found.heights,
        }
    ), ratio


__all__ = ["LEAST", "LINES", "LISTS", "Limits", "Sized", "lowest_of", "paragraphs", "sized", "text_style"]
