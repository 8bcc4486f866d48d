"""A deck as an edit finds it."""

from __future__ import annotations

from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.part import Part
from kasen.teams.slides.schemas.result import Version


class Prior(Part):
    """The deck before: its slides as they stand in the file, and all versions that there were."""

    deck: Deck
    version: int
    """Version of the artifact `deck.pptx` that is changed."""
    versions: tuple[Version, ...] = ()
    template: str = ""
    """Its name; of a deck that no run made that of its file."""
    foreign: bool = False

    @property
    def last(self) -> int:
        """The latest version that there was."""
        return max((one.number for one in self.versions), default=self.version)
