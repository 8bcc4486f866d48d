"""The words of each frame, as they will be set: with the marks of their sources."""

from __future__ import annotations

from collections.abc import Mapping

from kasen.teams.slides.building.citing import cited, joined, mark
from kasen.teams.slides.fitting.style import Paragraph
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Point, Slide


def set_point(point: Point, slide: Slide, numbers: Mapping[str, int]) -> Paragraph:
    """A point with its mark; of a slide of sources the mark stands first."""
    number = mark(point.refs, numbers)
    if slide.kind == "sources":
        return f"{number} {point.text}".strip(), 0
    return _marked(point.text, number), point.level


def set_points(slide: Slide, content: Content, numbers: Mapping[str, int]) -> list[Paragraph]:
    """The points of a frame."""
    return [set_point(point, slide, numbers) for point in slide.points_in(content)]


def set_line(slide: Slide, content: Content, numbers: Mapping[str, int]) -> str:
    """The one text of a frame that holds one."""
    headings = [column.heading for column in slide.columns]
    return {
        "title": slide.title,
        "subtitle": slide.subtitle,
        "message": slide.message and _marked(slide.message, mark(cited(slide), numbers)),
        "left_heading": headings[0] if headings else "",
        "right_heading": headings[1] if len(headings) > 1 else "",
        "marks": "\n".join(slide.marks),
    }.get(content, "")


def _marked(text: str, number: str) -> str:
    return text + joined(text, number)
