"""What is to be drawn, as far as it is known before a model proposes how."""

from __future__ import annotations

from kasen.teams.slides.schemas.deck import SlideKind
from kasen.teams.slides.schemas.outputs import StructuredImagePrompt
from kasen.teams.slides.schemas.part import Part


class Subject(Part):
    """A slide that gets a picture, or becomes one."""

    number: int
    """Position in the deck, from 1."""
    slide_id: str
    kind: SlideKind
    title: str
    subtitle: str = ""
    message: str = ""
    text: str = ""
    """What else stands on it, line by line."""
    layout: int | None = None
    """Index of the layout that it is thought for."""
    aspect: str = ""
    """What its place asks for; empty: the visualizer's choice."""


class Sketch(Part):
    """How the picture of a slide is to look, said while its words were still being written."""

    slide_id: str
    kind: SlideKind
    title: str
    """What stood on it then, as were `message` and `kind`."""
    message: str = ""
    view: str
    """What is seen and where, in English."""
    style: str = ""
    """What all pictures of the deck have in common, in English."""
    alt: str
    aspect: str
    by: str


class Look(Part):
    """How a design looks, in the words that an image model is told."""

    background: str
    """Colours are `#RRGGBB`."""
    text: str
    accents: tuple[str, ...]
    fonts: tuple[str, ...] = ()
    """Names of typefaces, that of headings first."""
    aspect: str


class PictureWish(Part):
    """One picture to draw."""

    number: int
    slide_id: str
    prompt: StructuredImagePrompt
    style: str = ""
    """What all pictures of the deck have in common, in English."""
    alt: str
    aspect: str
    layout: int | None = None
    whole: bool = False
    """The picture is the slide, with its words; else it stands beside them, without any."""
    data: bool = False
    """The slide shows figures, which nobody may draw from imagination."""
    by: str = ""
    """Who proposed it."""
