"""Slides of a few words in large type: the first, sections, statements, the last."""

from __future__ import annotations

from kasen.teams.slides.fitting.geometry import GAP, area, bottom, clear, edges, top
from kasen.teams.slides.fitting.ground import Ground, Held, grounds
from kasen.teams.slides.fitting.plan import Place, Sheet, Sitting
from kasen.teams.slides.fitting.strips import marks_height
from kasen.teams.slides.fitting.style import style, tall
from kasen.teams.slides.fitting.words import set_line
from kasen.teams.slides.schemas.arrangement import Content
from kasen.teams.slides.schemas.deck import Slide, SlideKind
from kasen.teams.slides.schemas.design import LayoutRole
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box
from kasen.teams.slides.template.roles import is_closing

_ROLES: dict[SlideKind, tuple[LayoutRole, ...]] = {
    "title": ("title", "section", "title_only", "content"),
    "section": ("section", "title", "title_only", "content"),
    "statement": ("section", "title_only", "title", "content"),
    "closing": ("section", "title", "title_only", "content"),
}
_STATEMENT = (36.0,)
"""Points of a statement under its title."""
_LEAST_LINE = 330_000
"""EMU: what a line of text needs in height."""
_LOGO = (0.14, 0.09, 0.035)
"""Width, height and margin of a logo, of the slide's width and height."""


def opener(slide: Slide, sitting: Sitting) -> Sheet:
    """Places for a slide of a few words."""
    ground = _ground(slide, sitting)
    places = [Place("title", ground.title.slot, ground.title.box)] if slide.title and ground.title else []
    marks = None
    if slide.marks:
        marks = _marks(slide, ground, sitting)
        places = [_over(place, marks) for place in places]
    names: tuple[Content, ...] = ("subtitle", "message")
    lines = [name for name in names if set_line(slide, name, sitting.numbers)]
    taken = [place.box for place in places] + ([marks.box] if marks else [])
    places += _lines(slide, lines, ground, taken, sitting)
    if sitting.logo and slide.kind == "title":
        places += _logo(ground, [place.box for place in places] + taken)
    return Sheet(ground.layout, (*places, *([marks] if marks else [])))


def _ground(slide: Slide, sitting: Sitting) -> Ground:
    every = [each for each in grounds(sitting.design) if each.title is not None]
    if slide.kind == "statement" and slide.message and slide.title:
        bare = [each for each in every if each.layout.role == "title_only"]
        if bare:
            return bare[0]
    named = [each for each in every if slide.kind == "closing" and is_closing(each.layout) and _held_title(each)]
    roles = _ROLES.get(slide.kind, _ROLES["section"])
    fitting = [each for role in roles for each in every if each.layout.role == role and _held_title(each)]
    return [*named, *fitting, *every][0]


def _held_title(ground: Ground) -> bool:
    return ground.title is not None and ground.title.slot is not None


def _marks(slide: Slide, ground: Ground, sitting: Sitting) -> Place:
    page, side = ground.page, int(ground.page.w * 0.06)
    feet = [slot.box for slot in ground.layout.slots if slot.kind in {"date", "footer", "number"}]
    floor = min([page.h - int(page.h * 0.04), *(box.y - GAP // 2 for box in feet if box.y > page.h * 0.8)])
    room = edges(side, int(page.h * 0.2), page.w - side, floor)
    return Place("marks", None, bottom(room, marks_height(slide, room, sitting))[1])


def _over(place: Place, marks: Place) -> Place:
    if not place.box.overlaps(marks.box):
        return place
    box = edges(place.box.x, place.box.y, place.box.right, marks.box.y - GAP)
    return Place(place.content, place.slot, box)


def _lines(slide: Slide, lines: list[Content], ground: Ground, taken: list[Box], sitting: Sitting) -> list[Place]:
    """Subtitle and message: the first in the text placeholder of the layout, what is left in the free part."""
    found: list[Place] = []
    taken = list(taken)
    for name in lines:
        held = None if found or slide.kind == "statement" else _text(ground, taken)
        place = Place(name, held.slot, held.box) if held else _free(slide, name, ground, taken, sitting)
        if place is not None:
            found.append(place)
            taken.append(place.box)
    return found


def _text(ground: Ground, taken: list[Box]) -> Held | None:
    for held in ground.held:
        if held.slot is not None and held.slot.kind in {"subtitle", "body", "object"}:
            box = clear(held.box, taken, ground.page)
            if box.h >= _LEAST_LINE and box.w >= ground.page.w * 0.2:
                return Held(held.slot, box)
    return None


def _free(slide: Slide, name: Content, ground: Ground, taken: list[Box], sitting: Sitting) -> Place | None:
    """As high as the text needs, under what stands there already; a statement takes all of it."""
    feet = [slot.box for slot in ground.layout.slots if slot.kind in {"date", "footer", "number"}]
    page = ground.page
    lowest = max((box.bottom for box in taken if box.y < page.h * 0.7), default=0)
    within = ground.free
    if area(within) < 0.1 * area(page):
        within = edges(int(page.w * 0.06), 0, page.w - int(page.w * 0.06), page.h - int(page.h * 0.05))
    under = edges(within.x, max(within.y, lowest + GAP), within.right, within.bottom)
    rest = clear(under, [*taken, *feet], page)
    if rest.h < _LEAST_LINE or rest.w < page.w * 0.25:
        return None
    if slide.kind == "statement" and name == "message":
        return Place(name, None, rest, _STATEMENT)
    needed = tall([(set_line(slide, name, sitting.numbers), 0)], style(name, None, sitting.design), rest.w)
    return Place(name, None, top(rest, max(_LEAST_LINE, int(needed * EMU_PER_POINT) + 1))[0])


def _logo(ground: Ground, taken: list[Box]) -> list[Place]:
    page = ground.page
    w, h, margin = int(page.w * _LOGO[0]), int(page.h * _LOGO[1]), int(page.w * _LOGO[2])
    feet = [slot.box for slot in ground.layout.slots if slot.kind in {"date", "footer", "number"}]
    for x, y in (
        (page.w - w - margin, margin),
        (margin, margin),
        (page.w - w - margin, page.h - h - margin),
        (margin, page.h - h - margin),
    ):
        box = Box(x=x, y=y, w=w, h=h)
        if not any(box.overlaps(other) for other in [*taken, *feet]):
            return [Place("logo", None, box)]
    return []
