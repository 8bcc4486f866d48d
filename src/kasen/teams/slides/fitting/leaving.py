"""What of a slide is on none of the slides that were made of it: it goes to the notes in full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kasen.teams.slides.schemas.arrangement import Arrangement
from kasen.teams.slides.schemas.deck import Point, Slide, Table


def left_out(slide: Slide, shown: Sequence[Arrangement]) -> list[str]:
    """Lines for the notes: every text of the slide that its arrangements do not show whole."""
    found: list[str] = []
    slides = [each.slide for each in shown]
    titled = [each.slide for each in shown if any(frame.content == "title" for frame in each.frames)]
    if slide.title and not any(each.title.startswith(slide.title) for each in titled):
        found.append(slide.title)
    for name in ("subtitle", "message"):
        text = getattr(slide, name)
        if text and not any(getattr(each, name) == text for each in slides):
            found.append(text)
    found += _points(slide.points, [point for each in slides for point in each.points])
    columns = [column for each in slides for column in each.columns]
    listed = [point for each in slides for point in each.points]
    for at, column in enumerate(slide.columns):
        same = [each.columns[at] for each in slides if len(each.columns) > at]
        if column.heading and column.heading not in {each.heading for each in columns}:
            found.append(column.heading)
        found += _points(column.points, [*(point for each in same for point in each.points), *listed])
    if slide.table is not None:
        found += _rows(slide.table, [each.table for each in slides if each.table is not None])
    return [*found, *_items(slide, slides), *_marks(slide, slides)]


def unsaid(lines: Iterable[str], text: str) -> list[str]:
    """Those of the lines that do not stand in a text, however it is spaced and punctuated."""
    said = _bare(text)
    return [line for line in lines if _bare(line.lstrip(" -").rstrip("。. ")) not in said]


def _points(points: Iterable[Point], shown: Iterable[Point]) -> list[str]:
    whole = _bare("".join(point.text for point in shown))
    return [f"{'  ' * point.level}- {point.text}" for point in points if _bare(point.text) not in whole]


def _bare(text: str) -> str:
    return "".join(text.split())


def _rows(table: Table, shown: Sequence[Table]) -> list[str]:
    """Rows of which a cell is missing, under the header."""
    cells = {cell for each in shown for row in each.rows for cell in row}
    heads = {cell for each in shown for cell in each.columns}
    there = {row for each in shown for row in each.rows if each.columns == table.columns}
    divided = any(each.columns != table.columns for each in shown)
    missing = [row for row in table.rows if (row not in there and not (divided and all(cell in cells for cell in row)))]
    if not missing and all(head in heads for head in table.columns):
        return []
    return [" | ".join(table.columns), *(" | ".join(row) for row in missing)]


def _items(slide: Slide, slides: Sequence[Slide]) -> list[str]:
    if slide.diagram is None:
        return []
    shown = {(item.label, item.text) for each in slides if each.diagram is not None for item in each.diagram.items}
    items = [item for item in slide.diagram.items if (item.label, item.text) not in shown]
    listed = _bare("".join(point.text for each in slides for point in each.points))
    items = [item for item in items if not (_bare(item.label) in listed and _bare(item.text) in listed)]
    return [f"{item.label}: {item.text}" if item.text else item.label for item in items]


def _marks(slide: Slide, slides: Sequence[Slide]) -> list[str]:
    marked = {mark for each in slides for mark in each.marks}
    return [mark for mark in slide.marks if mark not in marked]
