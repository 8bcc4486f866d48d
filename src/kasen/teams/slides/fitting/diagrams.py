"""Labels and texts of a diagram in its boxes."""

from __future__ import annotations

from dataclasses import dataclass

from kasen.teams.slides.fitting.cutting import shortened
from kasen.teams.slides.fitting.diagram_boxes import INSET, boxes
from kasen.teams.slides.fitting.style import LOWEST_LABEL, text_fonts
from kasen.teams.slides.schemas.deck import Diagram, DiagramItem
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box
from kasen.tools.fonts import measuring

USUAL = (20.0, 16.0)
"""Points of labels and of the texts under them."""


@dataclass(frozen=True)
class Drawing:
    """Sizes of a diagram, and how many times the height that there is the fullest of its boxes needs."""

    sizes: tuple[float, float]
    ratio: float


def sized(diagram: Diagram, box: Box, design: DesignContext, factor: float = 1.0) -> Drawing:
    """The largest sizes in which every item stands in its box; the lowest ones where none are small enough."""
    each = boxes(diagram.kind, len(diagram.items), box)
    steps = int(USUAL[0] - LOWEST_LABEL)
    low, high = 0, steps
    while low < high:
        middle = (low + high) // 2
        if _ratio(diagram, each, design, _at(middle)) <= factor:
            high = middle
        else:
            low = middle + 1
    return Drawing(_at(low), _ratio(diagram, each, design, _at(low)) / factor)


def _at(steps: int) -> tuple[float, float]:
    return max(LOWEST_LABEL, USUAL[0] - steps), max(LOWEST_LABEL, USUAL[1] - steps / 2)


def _ratio(diagram: Diagram, each: list[Box], design: DesignContext, sizes: tuple[float, float]) -> float:
    return max((_needed(item, box, design, sizes) for item, box in zip(diagram.items, each, strict=True)), default=0.0)


def _needed(item: DiagramItem, box: Box, design: DesignContext, sizes: tuple[float, float]) -> float:
    """How many times its height a box needs; a word that has to be divided counts as too much."""
    width = max(1.0, (box.w - 2 * INSET) / EMU_PER_POINT)
    bold = text_fonts(design, bold=True)
    high = measuring.height(item.label, bold, sizes[0], width)
    if item.text:
        high += measuring.height(item.text, text_fonts(design), sizes[1], width)
    divided = measuring.widest_word(item.label, bold, sizes[0]) > width and sizes[0] > LOWEST_LABEL
    return max(high * EMU_PER_POINT / max(1, box.h - 2 * INSET), 1.01 if divided else 0.0)


def hopeless(diagram: Diagram, box: Box, design: DesignContext, factor: float = 1.0) -> bool:
    """Whether not even the beginning of each label has room."""
    bare = [DiagramItem(label=item.label[:4]) for item in diagram.items]
    sizes = (LOWEST_LABEL, LOWEST_LABEL)
    each = boxes(diagram.kind, len(bare), box)
    return any(_needed(item, place, design, sizes) > factor for item, place in zip(bare, each, strict=True))


def trimmed(diagram: Diagram, box: Box, design: DesignContext, factor: float = 1.0) -> Diagram:
    """Texts cut so that every item stands in its box at the lowest sizes, then labels."""
    sizes = (LOWEST_LABEL, LOWEST_LABEL)

    def fits(label: str, text: str, place: Box) -> bool:
        return _needed(DiagramItem(label=label, text=text), place, design, sizes) <= factor

    found = []
    for item, place in zip(diagram.items, boxes(diagram.kind, len(diagram.items), box), strict=True):
        label = shortened(item.label, lambda head, place=place: fits(head, "", place))  # type: ignore[misc]
        text = shortened(item.text, lambda head, label=label, place=place: fits(label, head, place))  # type: ignore[misc]
        found.append(DiagramItem(label=label, text=text))
    return diagram.model_copy(update={"items": tuple(found)})
