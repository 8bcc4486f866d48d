"""One slide of a file that was opened again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kasen.teams.slides.building.page import PREFIX
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.design import DesignContext

FIELDS = frozenset({"date", "footer", "number"})


@dataclass
class Sheet:
    """A slide of python-pptx, and what it was built from where that is known."""

    number: int
    slide: Any
    deck: Deck
    design: DesignContext
    arrangement: Arrangement | None

    @cached_property
    def root(self) -> Any:
        """`p:sld`."""
        return self.slide._element

    @cached_property
    def shapes(self) -> list[Any]:
        """Shapes as python-pptx has them, those of groups not unfolded."""
        return list(self.slide.shapes)

    def contents(self) -> Iterator[tuple[str, Any]]:
        """What each shape that was made for a frame holds, and the shape."""
        for shape in self.shapes:
            if shape.name.startswith(PREFIX) and "." not in shape.name:
                yield shape.name.removeprefix(PREFIX), shape

    def shape(self, content: str) -> Any | None:
        """The shape of a frame."""
        return next((shape for name, shape in self.contents() if name == content), None)

    def frames(self) -> tuple[Frame, ...]:
        """Frames of the arrangement, where there is one."""
        return self.arrangement.frames if self.arrangement is not None else ()


def box_of(shape: Any) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom in EMU, inherited where the slide does not say; None where nobody does."""
    for path in ("{*}spPr/{*}xfrm", "{*}xfrm", "{*}grpSpPr/{*}xfrm"):
        place = shape._element.find(path)
        if place is not None and len(place) >= 2:
            x, y = (int(place[0].get(name)) for name in ("x", "y"))
            return x, y, x + int(place[1].get("cx")), y + int(place[1].get("cy"))
    left, top, width, height = shape.left, shape.top, shape.width, shape.height
    if left is None or top is None or width is None or height is None:
        return None
    return int(left), int(top), int(left + width), int(top + height)
