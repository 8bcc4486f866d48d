"""What stands on a master or a layout: placeholders, and shapes that only decorate, with groups worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.xml import Element, at, local, number, yes

_SHAPES = frozenset({"sp", "pic", "cxnSp", "graphicFrame", "contentPart"})
_DEEPEST = 12
_MOST = 2_000
_QUARTER = 5_400_000
"""Ninety degrees, in 60,000ths."""


class Shape(NamedTuple):
    """One shape with the box that it takes up on the slide."""

    element: Element
    box: Box
    turned: bool = False
    """Whether it stands on its side."""


class _View(NamedTuple):
    """How a group shows its children: `x * scale + shift`."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    shift_x: float = 0.0
    shift_y: float = 0.0

    def shown(self, box: Box) -> Box:
        return Box(
            x=round(box.x * self.scale_x + self.shift_x),
            y=round(box.y * self.scale_y + self.shift_y),
            w=round(box.w * self.scale_x),
            h=round(box.h * self.scale_y),
        )

    def into(self, group: Element) -> _View:
        frame = at(group, "p:grpSpPr", "a:xfrm")
        outer, inner = box_of(frame), _child_box(frame)
        if outer is None or inner is None or not inner.w or not inner.h:
            return self
        scale_x, scale_y = outer.w / inner.w, outer.h / inner.h
        return _View(
            self.scale_x * scale_x,
            self.scale_y * scale_y,
            self.shift_x + self.scale_x * (outer.x - inner.x * scale_x),
            self.shift_y + self.scale_y * (outer.y - inner.y * scale_y),
        )


def box_of(frame: Element | None) -> Box | None:
    """The box of an `a:xfrm` or `p:xfrm`; None where it has none."""
    start, extent = at(frame, "a:off"), at(frame, "a:ext")
    if start is None or extent is None:
        return None
    return Box(
        x=number(start, "x"), y=number(start, "y"), w=max(0, number(extent, "cx")), h=max(0, number(extent, "cy"))
    )


def _child_box(frame: Element | None) -> Box | None:
    start, extent = at(frame, "a:chOff"), at(frame, "a:chExt")
    if start is None or extent is None:
        return None
    return Box(
        x=number(start, "x"), y=number(start, "y"), w=max(0, number(extent, "cx")), h=max(0, number(extent, "cy"))
    )


def frame_of(shape: Element) -> Element | None:
    """The `xfrm` of a shape of any kind."""
    found = at(shape, "p:spPr", "a:xfrm")
    return at(shape, "p:xfrm") if found is None else found


def is_turned(frame: Element | None) -> bool:
    """Whether it is rotated so far that its width is seen as its height."""
    angle = number(frame, "rot") % (2 * _QUARTER)
    return _QUARTER / 2 < angle < _QUARTER * 3 / 2


def placeholder(shape: Element) -> Element | None:
    """Its `p:ph`; None for a shape that is none."""
    for kind in ("p:nvSpPr", "p:nvPicPr", "p:nvGraphicFramePr"):
        found = at(shape, kind, "p:nvPr", "p:ph")
        if found is not None:
            return found
    return None


def placeholders(tree: Element | None) -> list[Element]:
    """All placeholders, in the order of the part."""
    return [
        child for child in (() if tree is None else tree) if local(child) in _SHAPES and placeholder(child) is not None
    ]


def decoration(tree: Element | None) -> list[Shape]:
    """All shapes that are no placeholders, from the lowest to the topmost; what is hidden is left out."""
    found: list[Shape] = []
    for shape in _walk(tree, _View(), 0):
        found.append(shape)
        if len(found) == _MOST:
            break
    return found


def standing(box: Box) -> Box:
    """The box of a shape that stands on its side: turned about its middle."""
    return Box(x=box.x + (box.w - box.h) // 2, y=box.y + (box.h - box.w) // 2, w=box.h, h=box.w)


def _walk(tree: Element | None, view: _View, depth: int) -> Iterator[Shape]:
    for child in () if tree is None else tree:
        kind = local(child)
        if kind == "grpSp" and depth < _DEEPEST and not _hidden(child):
            yield from _walk(child, view.into(child), depth + 1)
        elif kind == "AlternateContent":
            chosen = next((part for part in child if local(part) in ("Fallback", "Choice")), None)
            yield from _walk(chosen, view, depth + 1) if depth < _DEEPEST else ()
        elif kind in _SHAPES and placeholder(child) is None and not _hidden(child):
            frame = frame_of(child)
            box = box_of(frame)
            if box is not None:
                turned = is_turned(frame)
                yield Shape(child, view.shown(standing(box) if turned else box), turned)


def _hidden(shape: Element) -> bool:
    about = next((part[0] for part in shape if local(part).startswith("nv") and len(part)), None)
    return about is not None and yes(about.get("hidden"))
