"""Which slides get a picture, and what stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasen.teams.slides.pictures.look import layout_of, nearest
from kasen.teams.slides.schemas.deck import Point, Slide, Table
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.picturing import Subject
from kasen.teams.slides.state import Task
from kasen.teams.slides.story.briefs import figured
from kasen.teams.slides.story.composing import slide_id, with_agenda

NEVER_WHOLE = ("sources",)
"""Kinds that stay native even where every slide is drawn: their links are to be followed."""
MOST_TEXT = 900
"""Characters of a slide's text that are lettered; image models lose words beyond that."""
MOST_ROWS = 6


def subjects(task: Task) -> list[Subject]:
    """What is to be drawn, in the order of the deck, without what is there already.

    `full`: every slide but the list of sources. `auto`: slides of kind picture. Slides are taken as they are written,
    else as the outline has them, under the numbers and ids that they will have.
    """
    if task["request"].images == "none":
        return []
    there = {one.slide_id for one in task["drawn"] if one.use is not None}
    whole = task["request"].images == "full"
    slides = task["slides"] or (_outlined(task) if task["outline"] else [])
    wanted = [one for one in _told(slides, task["design"], whole=whole) if one.slide_id not in there]
    return [one for one in wanted if (one.kind not in NEVER_WHOLE if whole else one.kind == "picture")]


def _told(slides: Sequence[Slide], design: DesignContext, *, whole: bool) -> Iterator[Subject]:
    for number, slide in enumerate(slides, start=1):
        place = _place(design, slide.kind, whole=whole)
        text = "\n".join(_lines(slide))[:MOST_TEXT]
        said = {"title": slide.title, "subtitle": slide.subtitle, "message": slide.message, "text": text}
        yield Subject.model_validate(
            {"number": number, "slide_id": slide.id, "kind": slide.kind, **said, **place},
        )


def _outlined(task: Task) -> list[Slide]:
    """The slides as far as they are known before anybody has written them: figures stand, words may change."""
    outline, assigned = figured(task)
    figures = {one.id: one for one in task["figures"]}
    slides = []
    for number, one in enumerate(outline.slides, start=1):
        figure = figures.get(assigned.get(number, ""))
        said: dict[str, object] = {"title": one.title, "message": one.message}
        if one.kind == "title":
            subtitle = outline.subtitle or (one.message if one.message != one.title else "")
            said = {"title": outline.title, "subtitle": subtitle}
        elif one.kind == "agenda":
            said["message"] = ""
        elif figure is not None:
            said |= {"chart": figure.chart, "table": figure.table}
        elif one.covers:
            said["points"] = (Point(text=one.covers),)
        slides.append(Slide.model_validate({"id": slide_id(number), "kind": one.kind, **said}))
    return with_agenda(slides)


def _place(design: DesignContext, kind: str, *, whole: bool) -> dict[str, object]:
    layout = layout_of(design, kind)  # type: ignore[arg-type]
    index = layout.index if layout else None
    aspect = nearest(design.width, design.height) if whole else _slot_aspect(design, index)
    return {"layout": index, "aspect": aspect}


def _slot_aspect(design: DesignContext, layout: int | None) -> str:
    """The shape of the layout's place for a picture; empty where it has none."""
    slot = design.layout(layout).slot("picture") if layout is not None else None
    return nearest(slot.box.w, slot.box.h) if slot is not None else ""


def _lines(slide: Slide) -> Iterator[str]:
    """What stands on the slide under its title."""
    for point in slide.points:
        yield "  " * point.level + point.text
    for column in slide.columns:
        yield from [column.heading] if column.heading else []
        yield from (point.text for point in column.points)
    if slide.diagram is not None:
        yield from (f"{item.label}: {item.text}".rstrip(": ") for item in slide.diagram.items)
    if slide.chart is not None:
        chart = slide.chart
        for series in chart.series[:2]:
            pairs = [(c, v) for c, v in zip(chart.categories, series.values, strict=False) if v is not None]
            yield f"{series.name}: " + ", ".join(f"{c} {v:g}{chart.unit}" for c, v in pairs[:MOST_ROWS])
    if slide.table is not None:
        yield from _rows(slide.table)


def _rows(table: Table) -> Iterator[str]:
    yield " | ".join(table.columns)
    yield from (" | ".join(row) for row in table.rows[:MOST_ROWS])
