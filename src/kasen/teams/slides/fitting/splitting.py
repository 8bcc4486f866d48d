"""One slide as several: points by groups and sentences, tables by rows and columns, contents that crowd each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kasen.teams.slides.fitting import table_parts
from kasen.teams.slides.fitting.filling import Room, filled
from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Sitting, objects_of
from kasen.teams.slides.fitting.sizing import Limits, Sized, closer, sized, text_style
from kasen.teams.slides.fitting.style import insets_of, smaller, steps_to
from kasen.teams.slides.fitting.words import set_point
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Column, Point, Slide
from kasen.teams.slides.schemas.part import EMU_PER_POINT

_NOTHING: dict[str, Any] = {
    "points": (), "columns": (), "chart": None, "table": None, "picture": None, "diagram": None,
    "message": "", "subtitle": "", "marks": (),
}  # fmt: skip


def with_only(slide: Slide, **kept: Any) -> Slide:
    """A further part of a slide: its title, and of its content only what is given."""
    kind = slide.kind
    if kind not in {"agenda", "sources", "bullets"}:
        kind = next(
            (name for name in ("chart", "table", "picture", "diagram") if name in kept),
            "two_columns" if "columns" in kept else "bullets",
        )
    return slide.model_copy(update={**_NOTHING, "kind": kind, **kept})


def measured(slide: Slide, sitting: Sitting, lowest: float) -> Sized:
    """The slide without a line for its message, at sizes down to a floor."""
    return sized(slide, sheet(slide, sitting, message=False), sitting, Limits(lowest))


def parts(slide: Slide, sitting: Sitting, most: int, lowest: float) -> list[Slide]:
    """Slides that hold it all between them, at most so many; the last holds what is too much for them."""
    over = measured(slide, sitting, lowest).over
    over.pop("title", None)
    if not over or most <= 1:
        return [slide]
    things = objects_of(slide)
    if len(things) > 1 or ({"points", "table"} <= set(over)) or ("diagram" in over and slide.points):
        return _apart(slide, things, sitting, most, lowest)
    if len(slide.columns) >= 2 and not things:
        return _by_columns(slide, sitting, most, lowest)
    if "table" in over:
        return _by_table(slide, sitting, most)
    return _by_points(slide, sitting, most, lowest) if "points" in over else [slide]


def _apart(slide: Slide, things: list[Content], sitting: Sitting, most: int, lowest: float) -> list[Slide]:
    """Points first, then each object on a slide of its own, as long as there are slides."""
    pieces = [slide.model_copy(update={**dict.fromkeys(things), "kind": "bullets"})] if slide.points else []
    for name in things:
        alone = with_only(slide, **{name: getattr(slide, name)})
        if not pieces:
            alone = alone.model_copy(update={"message": slide.message, "marks": slide.marks})
        pieces.append(alone)
    if len(pieces) > most:
        return [slide]
    found: list[Slide] = []
    for at, piece in enumerate(pieces):
        found += parts(piece, sitting, most - len(found) - (len(pieces) - at - 1), lowest)
    return found


def _room(slide: Slide, content: Content, sitting: Sitting, lowest: float) -> Room | None:
    place = sheet(slide, sitting, message=False).place(content)
    if place is None:
        return None
    set_in = text_style(place, sitting)
    set_in = closer(slide, content, set_in) or set_in
    set_in = set_in.at(smaller(set_in.sizes, steps_to(set_in.sizes, lowest), lowest))
    height = place.box.h / EMU_PER_POINT * sitting.factor(content) - insets_of(set_in)
    return Room(set_in, place.box.w, height)


def _rooms(first: Slide, further: Slide, content: Content, sitting: Sitting, most: int, lowest: float) -> list[Room]:
    rooms = [_room(first, content, sitting, lowest)]
    if most > 1:
        rooms += [_room(further, content, sitting, lowest)] * (most - 1)
    return [room for room in rooms if room is not None]


def _spread(points: Sequence[Point], rooms: Sequence[Room], slide: Slide, sitting: Sitting) -> list[list[Point]]:
    """By slide; the last takes what is left."""
    found, left = filled(points, rooms, lambda point: set_point(point, slide, sitting.numbers))
    if left:
        found = found or [[]]
        found[-1] = [*found[-1], *left]
    return found


def _by_points(slide: Slide, sitting: Sitting, most: int, lowest: float) -> list[Slide]:
    rooms = _rooms(slide, with_only(slide, points=slide.points), "points", sitting, most, lowest)
    pages = _spread(slide.points, rooms, slide, sitting)
    first = slide.model_copy(update={"points": tuple(pages[0])})
    return [first, *(with_only(slide, points=tuple(page)) for page in pages[1:])]


def _by_columns(slide: Slide, sitting: Sitting, most: int, lowest: float) -> list[Slide]:
    further = with_only(slide, columns=slide.columns)
    spread: list[list[list[Point]]] = []
    for at, content in enumerate(("left", "right")):
        rooms = _rooms(slide, further, content, sitting, most, lowest)  # type: ignore[arg-type]
        points = slide.columns[at].points
        spread.append(_spread(points, rooms, slide, sitting) if points and rooms else [])
    return [_column_page(slide, spread, at) for at in range(max(1, *map(len, spread)))]


def _column_page(slide: Slide, spread: Sequence[Sequence[Sequence[Point]]], at: int) -> Slide:
    """The columns of one part; where only one goes on, it has the whole width, under its heading."""
    pages = [tuple(pages[at]) if at < len(pages) else () for pages in spread]
    if at == 0:
        both = [column.model_copy(update={"points": page}) for column, page in zip(slide.columns, pages, strict=True)]
        return slide.model_copy(update={"columns": tuple(both)})
    if all(pages):
        both = [column.model_copy(update={"points": page}) for column, page in zip(slide.columns, pages, strict=True)]
        return with_only(slide, columns=tuple(both))
    going_on = zip(slide.columns, pages, strict=True)
    lone = [column.model_copy(update={"points": page}) if page else Column() for column, page in going_on]
    return with_only(slide, columns=tuple(lone))


def listed(column: Column) -> tuple[Point, ...]:
    """A column as points under its heading."""
    if not column.heading:
        return column.points
    deeper = (point.model_copy(update={"level": min(2, point.level + 1)}) for point in column.points)
    return (Point(text=column.heading), *deeper)


def _by_table(slide: Slide, sitting: Sitting, most: int) -> list[Slide]:
    if slide.table is None:
        return [slide]
    rooms: list[table_parts.Room] = []
    for each in (slide, with_only(slide, table=slide.table)):
        place = sheet(each, sitting, message=False).place("table")
        if place is not None:
            rooms.append((place.box.w, place.box.h * sitting.factor("table")))
    pages = table_parts.pages(slide.table, sitting.design, [rooms[0], *[rooms[-1]] * (most - 1)])
    if not pages:
        return [slide]
    return [slide.model_copy(update={"table": pages[0]}), *(with_only(slide, table=page) for page in pages[1:])]
