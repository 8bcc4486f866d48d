"""What a writer is told of one slide, and what a check says of it."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.deck import SlideKind
from kasen.teams.slides.schemas.part import Part


class SlideBrief(Part):
    """One slide that is to be written."""

    number: int
    kind: SlideKind
    title: str
    message: str
    covers: str = ""
    figure: str = ""
    """Id of the figure that it shows; empty for none."""
    capacity: Capacity
    passages: tuple[str, ...] = ()
    """Ids of what may be cited on it, the most fitting first."""


class Finding(Part):
    """One defect of a slide as it was written."""

    number: int
    severity: Literal["critical", "major", "minor"]
    kind: Literal["number", "claim", "source", "length", "language", "empty", "placeholder", "same", "story"]
    text: str
    """One sentence for the writer, in English or Japanese."""
    by: str = "rule"


class About(Part):
    """What the deck is about, as far as everybody knows."""

    wish: str
    answers: tuple[str, ...] = ()
    """What the person answered when asked back."""
    title: str = ""
    audience: str = ""
    slides: int = 0
    """How many are wanted; 0: as many as it takes."""
    goal: str = ""
    comments: tuple[str, ...] = ()
    """What the person wants otherwise, having seen plan or outline."""
