"""One layout of a template: its slots, its role, its free space, and whether a deck can use it."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.schemas.design import Layout, Slot
from kasen.teams.slides.schemas.part import Box, Lang
from kasen.teams.slides.template.background import Sheet, background, over
from kasen.teams.slides.template.free import largest, margins, obstacles
from kasen.teams.slides.template.roles import CONTENT, FOOTERS, role_of
from kasen.teams.slides.template.shapes import Shape, box_of, decoration, frame_of, placeholders
from kasen.teams.slides.template.slots import Found, Sheets, clean, found_slots
from kasen.teams.slides.template.words import say
from kasen.teams.slides.template.xml import Element, at

_IN_THE_WAY = FOOTERS | {"title", "subtitle"}


def read_layout(
    layout: Sheet, master: Sheet, *, defaults: Element | None, slide: Box, index: int, of_master: int, lang: Lang
) -> Layout:
    """The layout with everything worked out that it inherits; `why` is in `lang`."""
    shapes = _decoration(layout, master)
    below = over(background(layout, master), shapes, slide)
    found = found_slots(Sheets(layout, master, defaults, slide, below, shapes))
    name = clean(_named(layout.element)) or f"{index + 1}"
    kept = [each for each in found if each.placed and each.inside]
    slots = tuple(each.slot for each in kept)
    why = _why_not(found, kept)
    area = margins(slide, _wide(slots) or [box for box in _boxes(master) if box.w])
    content = [slot.box for slot in slots if slot.kind in CONTENT]
    taken = obstacles([shape.box for shape, _ in shapes], content, slide)
    taken += [slot.box for slot in slots if slot.kind in _IN_THE_WAY]
    return Layout(
        index=index,
        name=name,
        role=role_of(
            slots,
            kind=layout.element.get("type") or "",
            name=name,
            centred=any(each.centred for each in kept),
            slide=slide,
        ),
        master=of_master,
        slots=slots,
        free=largest(area, taken, slide),
        background=below,
        usable=not why,
        why=say(why, lang) if why else "",
    )


def _wide(slots: Sequence[Slot]) -> list[Box]:
    return [slot.box for slot in slots if slot.kind == "title" or slot.kind in CONTENT]


def _boxes(master: Sheet) -> list[Box]:
    there = (box_of(frame_of(each)) for each in placeholders(at(master.element, "p:cSld", "p:spTree")))
    return [box for box in there if box is not None]


def _named(layout: Element) -> str:
    about = at(layout, "p:cSld")
    return "" if about is None else (about.get("name") or "")


def _decoration(layout: Sheet, master: Sheet) -> list[tuple[Shape, Sheet]]:
    """Shapes of the master, where the layout shows them, then its own."""
    hidden = layout.element.get("showMasterSp") in ("0", "false")
    seen = Sheet(master.element, layout.palette, master.theme, master.blob, master.theme_blob)
    sheets = [layout] if hidden else [seen, layout]
    return [(shape, sheet) for sheet in sheets for shape in decoration(at(sheet.element, "p:cSld", "p:spTree"))]


def _why_not(found: Sequence[Found], kept: Sequence[Found]) -> str:
    """The name of the sentence that says why a deck cannot use it; empty where it can."""
    titles = [each for each in found if each.slot.kind == "title"]
    content = [each for each in found if each.slot.kind in CONTENT]
    if titles and not titles[0].placed:
        return "title_nowhere"
    if titles and not titles[0].inside:
        return "title_outside"
    if titles and titles[0].slot.vertical:
        return "title_vertical"
    if content and not any(each in kept for each in content):
        return "body_outside"
    if content and all(each.slot.vertical for each in content if each in kept):
        return "body_vertical"
    others = [each for each in found if each.slot.kind not in FOOTERS]
    return "no_title_no_body" if others and not titles and not content else ""
