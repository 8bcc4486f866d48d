"""What a slide is laid out with: contents, their boxes, and what fitting goes by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot
from kasen.teams.slides.schemas.part import Box

OBJECTS: tuple[Content, ...] = ("chart", "table", "picture", "diagram")
MOST_PARTS, MOST_OF_SOURCES = 4, 12
"""Slides that one may be split into; no source is left out for want of room."""


@dataclass(frozen=True)
class Place:
    """A content and its box."""

    content: Content
    slot: Slot | None
    box: Box
    usual: tuple[float, ...] = ()
    """Points of text, where they are not those of the placeholder or of free shapes."""


@dataclass(frozen=True)
class Sheet:
    """A slide with places for all that it shows."""

    layout: Layout
    places: tuple[Place, ...]

    def place(self, content: Content) -> Place | None:
        """That of a content, where it is shown."""
        return next((place for place in self.places if place.content == content), None)


@dataclass(frozen=True)
class Sitting:
    """What fitting a slide goes by."""

    design: DesignContext
    numbers: Mapping[str, int]
    """Of sources."""
    logo: bool = False
    tighten: Mapping[str, float] = field(default_factory=dict)
    """Content → share of its height that is used."""

    def factor(self, content: str) -> float:
        """Share of the height of a frame that is used, at least a tenth."""
        return min(1.0, max(0.1, self.tighten.get(content, 1.0)))


def objects_of(slide: Slide) -> list[Content]:
    """Chart, table, picture, diagram: those that the slide has."""
    return [content for content in OBJECTS if getattr(slide, content) is not None]


def most_parts(slide: Slide) -> int:
    """How many slides this one may become."""
    return MOST_OF_SOURCES if slide.kind == "sources" else MOST_PARTS


def opens(slide: Slide) -> bool:
    """Whether it is a slide of a few words in large type."""
    if objects_of(slide) or len(slide.columns) >= 2:
        return False
    return slide.kind == "title" or (slide.kind in {"section", "statement", "closing"} and not slide.points)
