"""Placeholders of a layout with all that they inherit worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kasen.teams.slides.schemas.design import Slot, SlotKind
from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.background import Sheet, behind
from kasen.teams.slides.template.colors import Paint, fill_of, says_fill
from kasen.teams.slides.template.inherited import Style, body_of
from kasen.teams.slides.template.shapes import Shape, box_of, frame_of, is_turned, placeholder, placeholders, standing
from kasen.teams.slides.template.xml import Element, at, number

_KINDS: Mapping[str, SlotKind] = {
    "title": "title",
    "ctrTitle": "title",
    "subTitle": "subtitle",
    "body": "body",
    "obj": "object",
    "chart": "chart",
    "tbl": "table",
    "pic": "picture",
    "clipArt": "picture",
    "dt": "date",
    "ftr": "footer",
    "sldNum": "number",
}
"""Others take nothing that a deck has: media, headers, pictures of slides, SmartArt."""
_ON_MASTER = {"ctrTitle": "title", "title": "title", "dt": "dt", "ftr": "ftr", "sldNum": "sldNum"}
_NAME = 120
_MOST = 60


class Sheets(NamedTuple):
    """A layout, its master, and the text that a new box of the presentation has."""

    layout: Sheet
    master: Sheet
    defaults: Element | None
    slide: Box
    below: str
    """The background."""
    shapes: Sequence[tuple[Shape, Sheet]]
    """What decorates it, lowest first, with the sheet that it stands on."""


class Found(NamedTuple):
    """A placeholder, and whether it has a place on the slide."""

    slot: Slot
    placed: bool
    inside: bool
    centred: bool


def found_slots(sheets: Sheets) -> list[Found]:
    """All placeholders that a deck has a use for, in the order of the layout."""
    tree = at(sheets.layout.element, "p:cSld", "p:spTree")
    above = placeholders(at(sheets.master.element, "p:cSld", "p:spTree"))
    made, seen = [], set()
    for shape in placeholders(tree)[:_MOST]:
        about = placeholder(shape)
        kind, idx = _kind(about), number(about, "idx")
        if kind in _KINDS and idx not in seen:
            seen.add(idx)
            made.append(_found(shape, _inherits(about, above), sheets))
    return made


def clean(text: str) -> str:
    """A name without what a terminal would obey, on one line, not too long."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:_NAME]


def _kind(about: Element | None) -> str:
    return "obj" if about is None else (about.get("type") or "obj")


def _inherits(about: Element | None, above: Sequence[Element]) -> Element | None:
    """The master's placeholder of the same kind: of several that of the same idx."""
    kind = _kind(about)
    wanted = [kind] if kind in _ON_MASTER.values() else [kind, _ON_MASTER.get(kind, "body")]
    for each in wanted:
        there = [shape for shape in above if _kind(placeholder(shape)) == each]
        same = [shape for shape in there if number(placeholder(shape), "idx") == number(about, "idx")]
        if there:
            return (same or there)[0]
    return None


def _found(shape: Element, master: Element | None, sheets: Sheets) -> Found:
    about = placeholder(shape)
    kind = _KINDS[_kind(about)]
    chain = [each for each in (shape, master) if each is not None]
    box, turned = _placed(chain)
    body = body_of(chain)
    style = Style([*(at(each, "p:txBody", "a:lstStyle") for each in chain), _of_master(kind, sheets), sheets.defaults])
    fill = _fill(chain, box or Box(x=0, y=0, w=0, h=0), sheets)
    title_like = kind in ("title", "date", "footer", "number")
    slot = Slot(
        idx=number(about, "idx"),
        kind=kind,
        name=clean(_name(shape)),
        box=box or Box(x=0, y=0, w=0, h=0),
        sizes=style.sizes()[: 1 if title_like else None],
        insets=body.insets,
        anchor=body.anchor,
        align=style.align(),
        bold=style.bold(),
        caps=style.caps(),
        bullets=style.bullets(),
        indents=style.indents()[: 1 if title_like else None],
        line_spacing=round(style.line_spacing(), 3),
        space_before=style.space_before(),
        vertical=body.vertical or turned,
        color=style.color(sheets.layout.palette, fill or sheets.below),
        fill=fill,
    )
    placed = box is not None and box.w > 0 and box.h > 0
    return Found(slot, placed, placed and _inside(slot.box, sheets.slide), _kind(about) == "ctrTitle")


def _placed(chain: Sequence[Element]) -> tuple[Box | None, bool]:
    for shape in chain:
        frame = frame_of(shape)
        box = box_of(frame)
        if box is not None:
            turned = is_turned(frame)
            return (standing(box) if turned else box), turned
    return None, False


def _of_master(kind: SlotKind, sheets: Sheets) -> Element | None:
    styles = at(sheets.master.element, "p:txStyles")
    if kind == "title":
        return at(styles, "p:titleStyle")
    return at(styles, "p:otherStyle" if kind in ("date", "footer", "number") else "p:bodyStyle")


def _fill(chain: Sequence[Element], box: Box, sheets: Sheets) -> str:
    below = behind(box, sheets.below, sheets.shapes, sheets.slide)
    for shape in chain:
        about = at(shape, "p:spPr")
        if says_fill(about):
            paint: Paint | None = fill_of(about, sheets.layout.palette)
            return paint.over(below or sheets.below) if paint else below
    return below


def _name(shape: Element) -> str:
    about = next(
        (
            at(shape, kind, "p:cNvPr")
            for kind in ("p:nvSpPr", "p:nvPicPr", "p:nvGraphicFramePr")
            if at(shape, kind) is not None
        ),
        None,
    )
    return "" if about is None else (about.get("name") or "")


def _inside(box: Box, slide: Box) -> bool:
    """Whether nearly all of it is on the slide."""
    width = max(0, min(box.right, slide.w) - max(box.x, 0))
    height = max(0, min(box.bottom, slide.h) - max(box.y, 0))
    return width * height >= 0.85 * box.w * box.h
