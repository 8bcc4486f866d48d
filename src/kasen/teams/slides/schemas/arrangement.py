"""Where and how large everything of a slide stands: decided by fitting, carried out by building."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.part import Box, Part

Content = Literal[
    "title", "subtitle", "message", "points", "left_heading", "left", "right_heading", "right", "chart", "table",
    "picture", "diagram", "logo", "marks", "image",
]  # fmt: skip
"""What stands in a frame. `left` and `right` are the two columns, `marks` a strip that says what is missing."""
ProblemKind = Literal[
    "overflow", "outside", "collision", "empty_placeholder", "no_alt", "contrast", "glyphs", "font", "blank", "notes",
    "sources", "chart", "table", "ids", "relations", "media", "layout", "number", "claim", "pages", "other",
]  # fmt: skip


class Frame(Part):
    """One thing on a slide."""

    content: Content
    slot: int | None = None
    """`idx` of the placeholder that is filled; None: a shape of its own."""
    box: Box
    """Where it stands; for a placeholder the box of the layout, or another that the slide gives it."""
    moved: bool = False
    """True where the box is not that of the layout, and has to be written."""
    sizes: tuple[float, ...] = ()
    """Points of text by level, written explicitly: nothing relies on automatic fitting."""
    before: float | None = None
    """Points before each point of the first level but the first; None: what is inherited."""
    column_widths: tuple[int, ...] = ()
    """Of a table, EMU, together the width of its box."""
    row_heights: tuple[int, ...] = ()
    """Of a table with its header, EMU, as they will be rendered."""


class Problem(Part):
    """One thing that is not as it should be."""

    slide: int
    """Position, from 1; 0: the deck as a whole."""
    kind: ProblemKind
    severity: Literal["critical", "major", "minor"] = "major"
    where: str = ""
    """`Content` of the frame, or the name of the shape."""
    text: str
    """One sentence in the language of the deck."""
    ratio: float = 1.0
    """For an overflow: how many times the height that there is would be needed."""


class Arrangement(Part):
    """A slide that was fitted: its words may be fewer than those of the slide it was made of, never others."""

    slide: Slide
    layout: int
    """Index of the layout."""
    frames: tuple[Frame, ...]
    problems: tuple[Problem, ...] = ()
    """What could not be fitted."""
    part: int = 1
    """Of a slide that was split: which part, from 1."""
    parts: int = 1


class Capacity(Part):
    """How much a kind of slide holds in this design at its usual size: what writers are told."""

    title: int
    """Characters of a title; full-width ones for Japanese."""
    points: int
    """Points of one line each."""
    line: int
    """Characters of one line of a point."""
    lines: int
    """Lines in all."""
    message: int = 0
    """Characters of the message; 0 where the layout has no room for it."""
    rows: int = 0
    columns: int = 0
    """Of a table."""
