"""What every model of this team is."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

Lang = Literal["ja", "en"]
EMU_PER_POINT = 12_700
"""English Metric Units, in which Office measures: 914,400 to the inch."""


def first(count: int) -> BeforeValidator:
    """Of a longer list its beginning: that a model says too much is no fault of what it said first."""
    return BeforeValidator(lambda said: said[:count] if isinstance(said, list) else said)


class Part(BaseModel):
    """Frozen; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Box(Part):
    """A rectangle on a slide, in EMU from its upper left corner."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return self.y + self.h

    def overlaps(self, other: Box) -> bool:
        """Whether they share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
