"""What is still too much is left out of the slide, at the end of an item or a sentence, and the slide says so."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.fitting import diagrams, table_parts
from kasen.teams.slides.fitting.cutting import shortened
from kasen.teams.slides.fitting.filling import Room, into
from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Place, Sitting
from kasen.teams.slides.fitting.sizing import LISTS, Limits, closer, lowest_of, paragraphs, sized, text_style
from kasen.teams.slides.fitting.style import LEAST, fits, insets_of, smaller, steps_to
from kasen.teams.slides.fitting.wording import said
from kasen.teams.slides.fitting.words import set_point
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Point, Slide
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Lang

_LIMITS = Limits(LEAST)


def trimmed(slide: Slide, sitting: Sitting, lang: Lang) -> Slide:
    """The slide with as many of its words as fit without its message; marked where items were left out."""
    original = slide
    for _ in range(3):
        over = _over(slide, sitting)
        if not over:
            break
        if over & {*LISTS, "table"} and not set(slide.marks) - set(original.marks):
            slide = slide.model_copy(update={"marks": (*slide.marks, said("cut", lang))})
        for content in over:
            place = sheet(slide, sitting, message=False).place(content)
            if place is not None:
                slide = slide.model_copy(update=_cut(slide, place, sitting))
    return slide


def _over(slide: Slide, sitting: Sitting) -> set[Content]:
    found = sized(slide, sheet(slide, sitting, message=False), sitting, _LIMITS).over
    return {content for content in found if content not in {"title", "marks"}}


def _cut(slide: Slide, place: Place, sitting: Sitting) -> dict[str, Any]:
    if place.content in LISTS:
        return _cut_list(slide, place, sitting)
    if place.content == "table" and slide.table is not None:
        height = place.box.h * sitting.factor("table")
        return {"table": table_parts.trimmed(slide.table, sitting.design, place.box.w, height)}
    if place.content == "diagram" and slide.diagram is not None:
        return {"diagram": diagrams.trimmed(slide.diagram, place.box, sitting.design, sitting.factor("diagram"))}
    return _cut_line(slide, place, sitting)


def _cut_list(slide: Slide, place: Place, sitting: Sitting) -> dict[str, Any]:
    set_in = text_style(place, sitting)
    set_in = closer(slide, place.content, set_in) or set_in
    set_in = set_in.at(smaller(set_in.sizes, steps_to(set_in.sizes, LEAST), LEAST))
    height = place.box.h / EMU_PER_POINT * sitting.factor(place.content) - insets_of(set_in)
    room = Room(set_in, place.box.w, height)
    kept, _ = into(slide.points_in(place.content), room, lambda point: set_point(point, slide, sitting.numbers))
    return _with_points(slide, place.content, tuple(kept))


def _with_points(slide: Slide, content: Content, kept: tuple[Point, ...]) -> dict[str, Any]:
    if content == "points":
        return {"points": kept}
    at = 0 if content == "left" else 1
    columns = list(slide.columns)
    columns[at] = columns[at].model_copy(update={"points": kept})
    return {"columns": tuple(columns)}


def shortened_line(place: Place, sitting: Sitting, text: str, tail: str = "") -> str:
    """A text of one frame cut until it stands there at its lowest size, with a tail that stays whole after it."""
    set_in = text_style(place, sitting)
    lowest = lowest_of(place.content)
    set_in = set_in.at(smaller(set_in.sizes, steps_to(set_in.sizes, lowest), lowest))
    factor = sitting.factor(place.content)
    return shortened(text, lambda head: fits([(head + tail, 0)], set_in, place.box, factor)) + tail


def _cut_line(slide: Slide, place: Place, sitting: Sitting) -> dict[str, Any]:
    if place.content in {"subtitle", "message"}:
        text = getattr(slide, place.content)
        mark = paragraphs(slide, place.content, sitting)[0][0][len(text) :]
        return {place.content: shortened_line(place, sitting, text, mark).removesuffix(mark)}
    if place.content in {"left_heading", "right_heading"}:
        at = 0 if place.content == "left_heading" else 1
        columns = list(slide.columns)
        text = shortened_line(place, sitting, columns[at].heading)
        columns[at] = columns[at].model_copy(update={"heading": text})
        return {"columns": tuple(columns)}
    return {}
