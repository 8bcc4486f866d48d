"""Parts of a slide that a writer fills with words of their own: what nothing bears is taken out of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kasen.teams.slides.schemas.deck import Column, Diagram, Point, Slide, Table

FEWEST_ITEMS = 2
"""Boxes without which there is no diagram."""


def borne(slide: Slide, bears: Callable[[str], bool]) -> tuple[Slide, list[str]]:
    """The slide without boxes, rows, columns and headings that `bears` denies, and their words.

    A diagram or table of which too little is left becomes points. Tables that were computed are not looked at.
    """
    lost: list[str] = []

    def kept(text: str) -> str:
        if not text or bears(text):
            return text
        lost.append(text)
        return ""

    columns = tuple(Column(heading=kept(column.heading), points=column.points) for column in slide.columns)
    update: dict[str, Any] = {"subtitle": kept(slide.subtitle), "columns": columns}
    if slide.diagram is not None:
        update |= _diagram(slide.diagram, kept, slide)
    if slide.table is not None and not slide.table.refs:
        update |= _table(slide.table, kept, slide)
    return slide.model_copy(update=update), lost


def _diagram(diagram: Diagram, kept: Callable[[str], str], slide: Slide) -> dict[str, Any]:
    items = tuple(
        one for one in diagram.items if kept(one.label) == one.label and kept(one.text) == one.text
    )  # a box is whole or not there
    if len(items) == len(diagram.items):
        return {}
    if len(items) < FEWEST_ITEMS:
        texts = [f"{one.label}: {one.text}" if one.text else one.label for one in items]
        return {"kind": "bullets", "diagram": None, "points": (*slide.points, *(_point(text, slide) for text in texts))}
    names = ", ".join(one.label for one in items)
    return {"diagram": diagram.model_copy(update={"items": items, "alt": f"{slide.title}: {names}"})}


def _table(table: Table, kept: Callable[[str], str], slide: Slide) -> dict[str, Any]:
    heads = [n for n, name in enumerate(table.columns) if kept(name) == name]
    rows = [tuple(row[n] for n in heads) for row in table.rows]
    rows = [row for row in rows if all(kept(cell) == cell for cell in row)]
    columns = tuple(table.columns[n] for n in heads)
    if columns == table.columns and len(rows) == len(table.rows):
        return {}
    if not rows:
        return {"kind": "bullets", "table": None}
    alt = f"{slide.title}: {', '.join(columns)}"
    return {"table": table.model_copy(update={"columns": columns, "rows": tuple(rows), "numeric": (), "alt": alt})}


def _point(text: str, slide: Slide) -> Point:
    return Point(text=text, by=slide.by)
