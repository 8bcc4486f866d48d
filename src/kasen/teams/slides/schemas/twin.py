"""The native twin of a deck whose slides are drawn whole."""

from __future__ import annotations

from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.part import Part


class Twin(Part):
    """The twin of one version of the deck as data."""

    file: int = 0
    """Version of the artifact that is its file: several versions of the deck may have one."""
    deck: Deck
    """As it stands in its file: fitted, split; each slide with an id of its own."""
    slides: tuple[Slide, ...]
    """The same slides before they were split, under the ids of the deck."""
