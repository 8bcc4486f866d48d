"""Strips over and under the content: the message, points over an object, the marks of what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kasen.teams.slides.fitting.geometry import GAP, bottom, edges, top
from kasen.teams.slides.fitting.ground import Chosen, Held
from kasen.teams.slides.fitting.plan import Place, Sitting
from kasen.teams.slides.fitting.style import largest, style, tall
from kasen.teams.slides.fitting.words import set_line, set_points
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box

LEAST_MESSAGE, LEAST_MARKS = 14.0, 10.0
"""Points."""
_MESSAGE_SHARE, _MARKS_SHARE, _LED_SHARE = 0.2, 0.3, 0.45
"""Of the height: at most."""
_LEAST_REST = 0.3
"""Of the height of a slide: what a message leaves to the content, or it is not shown."""


def with_marks(chosen: Chosen, slide: Slide, sitting: Sitting) -> tuple[Chosen, Place]:
    """A strip at the bottom of the content, as high as its words need."""
    box = around((*chosen.held, *chosen.headings))
    height = marks_height(slide, box, sitting)
    _, strip = bottom(box, height)
    left = tuple(replace(held, box=above(held.box, strip)) for held in chosen.held)
    return replace(chosen, held=left), Place("marks", None, strip)


def marks_height(slide: Slide, box: Box, sitting: Sitting) -> int:
    """EMU of a strip that holds the marks of a slide, within its share of a box."""
    set_in = style("marks", None, sitting.design)
    most = int(box.h * _MARKS_SHARE)
    text = [(mark, 0) for mark in slide.marks]
    sizes = largest(text, set_in, Box(x=0, y=0, w=box.w, h=most), LEAST_MARKS) or (LEAST_MARKS,)
    return min(most, int(tall(text, set_in.at(sizes), box.w) * EMU_PER_POINT) + 1)


def with_message(chosen: Chosen, slide: Slide, sitting: Sitting) -> tuple[Chosen, Place | None]:
    """A line over the content, in a text placeholder that is left or in a strip; None where there is no room."""
    if chosen.line is not None:
        return chosen, Place("message", chosen.line.slot, chosen.line.box)
    box = around((*chosen.held, *chosen.headings))
    height = message_height(slide, box, chosen.ground.page, sitting)
    if height is None:
        return chosen, None
    strip, _ = top(box, height)
    headings = tuple(_moved(held, strip.bottom + GAP) for held in chosen.headings)
    deepest = max((held.box.bottom for held in headings), default=strip.bottom)
    left = tuple(replace(held, box=_from(held.box, deepest + GAP)) for held in chosen.held)
    if min(held.box.h for held in left) < chosen.ground.page.h * _LEAST_REST:
        return chosen, None
    return replace(chosen, held=left, headings=headings), Place("message", None, strip)


def message_height(slide: Slide, box: Box, page: Box, sitting: Sitting) -> int | None:
    """EMU of a strip for the message over a box; None where it would take too much."""
    set_in = style("message", None, sitting.design)
    text = [(set_line(slide, "message", sitting.numbers), 0)]
    most = Box(x=0, y=0, w=box.w, h=int(page.h * _MESSAGE_SHARE * sitting.factor("message")))
    sizes = largest(text, set_in, most, LEAST_MESSAGE)
    if sizes is None:
        return None
    return int(tall(text, set_in.at(sizes), box.w) / sitting.factor("message") * EMU_PER_POINT) + 1


def led(slide: Slide, main: Held, sitting: Sitting) -> tuple[Box, Box]:
    """Points on top of a box, as high as they need to be within their share, and the rest."""
    set_in = style("points", main.slot, sitting.design)
    needed = tall(set_points(slide, "points", sitting.numbers), set_in, main.box.w) / sitting.factor("points")
    return top(main.box, min(int(main.box.h * _LED_SHARE), int(needed * EMU_PER_POINT) + 1))


def around(held: Sequence[Held]) -> Box:
    """The smallest box that holds them all."""
    boxes = [each.box for each in held]
    return edges(
        min(box.x for box in boxes),
        min(box.y for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def above(box: Box, strip: Box) -> Box:
    """What of a box ends above a strip."""
    return edges(box.x, box.y, box.right, min(box.bottom, strip.y - GAP))


def below(box: Box, strip: Box) -> Box:
    """What of a box begins below a strip."""
    return _from(box, strip.bottom + GAP)


def _from(box: Box, y: int) -> Box:
    return edges(box.x, max(box.y, y), box.right, box.bottom)


def _moved(held: Held, y: int) -> Held:
    return replace(held, box=held.box.model_copy(update={"y": max(held.box.y, y)}))
