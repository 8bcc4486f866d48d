"""A slide in the words that writers use, and back."""

from __future__ import annotations

from collections.abc import Iterable

from kasen.teams.slides.schemas.deck import Point, Slide
from kasen.teams.slides.schemas.outputs import DiagramItemSaid, PointSaid, SlideSaid


def said_of(number: int, slide: Slide) -> SlideSaid:
    """The slide as somebody would have said it; `number` is its position."""
    left, right = (*slide.columns, None, None)[:2]
    table = slide.table if slide.table is not None and not slide.table.refs else None
    return SlideSaid(
        number=number,
        title=slide.title,
        message=slide.message or slide.subtitle,
        points=_points(slide.points),
        left_heading=left.heading if left else "",
        left=_points(left.points) if left else [],
        right_heading=right.heading if right else "",
        right=_points(right.points) if right else [],
        columns=list(table.columns) if table else [],
        rows=[list(row) for row in table.rows] if table else [],
        diagram=slide.diagram.kind if slide.diagram else None,
        items=[DiagramItemSaid(label=one.label, text=one.text) for one in slide.diagram.items] if slide.diagram else [],
        sources=list(slide.refs),
        notes=slide.notes,
    )


def _points(points: Iterable[Point]) -> list[PointSaid]:
    return [PointSaid(text=one.text, level=one.level, sources=list(one.refs)) for one in points]


def words_of(slide: Slide) -> str:
    """Everything that is written on a slide and in its notes."""
    cells = [cell for row in slide.table.rows for cell in row] if slide.table else []
    items = [f"{one.label} {one.text}" for one in slide.diagram.items] if slide.diagram else []
    heads = [column.heading for column in slide.columns]
    points = [point.text for point in slide.all_points]
    texts = [slide.title, slide.subtitle, slide.message, *heads, *points, *cells, *items]
    return "\n".join(text for text in [*texts, slide.notes] if text)
