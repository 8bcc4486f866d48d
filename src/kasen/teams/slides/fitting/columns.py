"""Two columns with their headings."""

from __future__ import annotations

from dataclasses import replace

from kasen.teams.slides.fitting.geometry import GAP, across, top
from kasen.teams.slides.fitting.ground import Chosen, Held
from kasen.teams.slides.fitting.plan import Place, Sitting
from kasen.teams.slides.fitting.strips import around, below, led
from kasen.teams.slides.fitting.style import style, tall
from kasen.teams.slides.fitting.words import set_line
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.part import EMU_PER_POINT

_HEADING_SHARE = 0.3
"""Of the height at most."""
_NAMES: tuple[tuple[Content, Content], ...] = (("left_heading", "left"), ("right_heading", "right"))


def is_lone(slide: Slide) -> bool:
    """Whether only one of its columns holds anything."""
    return sum(bool(column.heading or column.points) for column in slide.columns) == 1


def columns(slide: Slide, chosen: Chosen, sitting: Sitting) -> list[Place]:
    """Places for two columns: in two placeholders, or in the halves of one box; a lone column has the whole box."""
    held = list(chosen.held)
    if is_lone(slide):
        held = [Held(held[0].slot, around(held))] * 2
    elif len(held) == 1:
        boxes = across(held[0].box, (1, 1), gap=GAP * 3)
        held = [Held(held[0].slot, boxes[0]), Held(None, boxes[1])]
    found: list[Place] = []
    headings = chosen.headings
    if slide.points:
        words, _ = led(slide, Held(None, around(held)), sitting)
        held = [replace(each, box=below(each.box, words)) for each in held]
        found, headings = [Place("points", None, words)], ()
    if any(column.heading for column in slide.columns[:2]) and not headings:
        held, headings = _headed(slide, held, sitting)
    for at, (heading, content) in enumerate(_NAMES):
        if slide.columns[at].heading and headings:
            found.append(Place(heading, headings[at].slot, headings[at].box))
        if slide.columns[at].points:
            found.append(Place(content, held[at].slot, held[at].box))
    return found


def _headed(slide: Slide, held: list[Held], sitting: Sitting) -> tuple[list[Held], tuple[Held, ...]]:
    """Headings in shapes of their own, as high as the higher of them needs."""
    set_in = style("left_heading", None, sitting.design)
    texts = [set_line(slide, name, sitting.numbers) for name, _ in _NAMES]
    high = max(tall([(text, 0)], set_in, each.box.w) for text, each in zip(texts, held, strict=True))
    height = min(int(held[0].box.h * _HEADING_SHARE), int(high * EMU_PER_POINT) + 1)
    both = [top(each.box, height) for each in held]
    rests = [replace(each, box=rest) for each, (_, rest) in zip(held, both, strict=True)]
    return rests, tuple(Held(None, strip) for strip, _ in both)
