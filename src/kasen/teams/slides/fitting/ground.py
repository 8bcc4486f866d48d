"""What a layout has to stand on: its title, its places for content, and the free rest, all apart from each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kasen.errors import InputError
from kasen.teams.slides.fitting.geometry import area, clear, clipped, edges, top
from kasen.teams.slides.schemas.design import DesignContext, Layout, LayoutRole, Slot, SlotKind
from kasen.teams.slides.schemas.part import Box

_FOOT: tuple[SlotKind, ...] = ("date", "footer", "number")
_LEAST_TITLE = 330_000
"""EMU: a title's box is at least this high."""
_TITLE_SHARE = 0.13
"""Of the height of a slide: a title where the layout has none."""
_MARGIN = 0.045


@dataclass(frozen=True)
class Held:
    """A box for content: that of a placeholder, or a free one."""

    slot: Slot | None
    box: Box


@dataclass(frozen=True)
class Ground:
    """One layout, cleared."""

    layout: Layout
    page: Box
    title: Held | None
    held: tuple[Held, ...]
    """Its placeholders for content, the largest first, each apart from the others."""
    free: Box
    """For shapes of their own, under the title."""

    def share(self, box: Box) -> float:
        """Of the slide's area."""
        return area(box) / max(1, area(self.page))


def page_of(design: DesignContext) -> Box:
    """The whole slide."""
    return Box(x=0, y=0, w=design.width, h=design.height)


class _Same:
    """A design as a key: that very object."""

    def __init__(self, design: DesignContext) -> None:
        self.design = design

    def __hash__(self) -> int:
        return id(self.design)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.design is self.design


def grounds(design: DesignContext, *, titled: bool = True) -> tuple[Ground, ...]:
    """Every usable layout, cleared; raises InputError where the template has no layout."""
    return _grounds(_Same(design), titled)


@lru_cache(maxsize=16)
def _grounds(held: _Same, titled: bool) -> tuple[Ground, ...]:
    design = held.design
    layouts = design.usable() or design.layouts
    if not layouts:
        raise InputError(f"{design.name} has no slide layouts.")
    return tuple(ground(layout, page_of(design), titled=titled) for layout in layouts)


def ground(layout: Layout, page: Box, *, titled: bool = True) -> Ground:
    """A layout, cleared; where there is a title and no placeholder for it, a strip at the top of what is free."""
    feet = [clipped(slot.box, page) for slot in layout.slots if slot.kind in _FOOT]
    free = _free(layout, page, feet)
    title = _title(layout, page, feet) if titled else None
    if titled and title is None:
        strip, free = top(free, int(page.h * _TITLE_SHARE))
        title = Held(None, strip)
    taken = [title.box] if title else []
    free = clear(free, taken, page)
    return Ground(layout, page, title, _held(layout, page, [*feet, *taken]), free)


def _free(layout: Layout, page: Box, feet: Sequence[Box]) -> Box:
    """What the layout says is free; where that is next to nothing, the page within its margins."""
    found = clear(layout.free, feet, page)
    if area(found) > 0.08 * area(page):
        return found
    side, up = int(page.w * _MARGIN), int(page.h * _MARGIN)
    return clear(edges(side, up, page.w - side, page.h - up), feet, page)


def _title(layout: Layout, page: Box, feet: Sequence[Box]) -> Held | None:
    for slot in layout.slots:
        if slot.kind == "title" and not slot.vertical:
            box = clear(slot.box, feet, page)
            if box.h >= _LEAST_TITLE and box.w >= page.w * 0.2 and area(box) <= 0.75 * area(page):
                return Held(slot, box)
    return None


def _held(layout: Layout, page: Box, taken: Sequence[Box]) -> tuple[Held, ...]:
    slots = [slot for slot in layout.slots if slot.kind not in {*_FOOT, "title"} and not slot.vertical]
    found: list[Held] = []
    for slot in sorted(slots, key=lambda slot: -area(slot.box)):
        box = clear(slot.box, [*taken, *(each.box for each in found)], page)
        if box.w >= page.w * 0.1 and box.h >= page.h * 0.04:
            found.append(Held(slot, box))
    return tuple(found)


@dataclass(frozen=True)
class Chosen:
    """A layout, and the boxes of it that content goes into: one, or two from left to right."""

    ground: Ground
    held: tuple[Held, ...]
    headings: tuple[Held, ...] = ()
    """Over the two columns of a comparison, from left to right."""
    line: Held | None = None
    """Another text placeholder, for the message."""


def single(design: DesignContext, *kinds: SlotKind) -> Chosen:
    """The layout for one content: with a large placeholder of these kinds, else the free part of another."""
    every = grounds(design)
    for role, least in (("content", 0.2), ("content", 0.1), ("other", 0.3), ("picture", 0.3)):
        for each in every:
            if each.layout.role == role:
                main = next((held for held in each.held if held.slot and held.slot.kind in kinds), None)
                if main is not None and each.share(main.box) >= least:
                    return Chosen(each, (main,), line=_line(each, (main,)))
    return free(design)


def free(design: DesignContext) -> Chosen:
    """The layout for shapes of their own: a title and nothing else, else what leaves most room."""
    every = grounds(design)
    order: tuple[LayoutRole, ...] = ("title_only", "content", "blank")
    for role in order:
        roomy = [each for each in every if each.layout.role == role and each.share(each.free) >= 0.25]
        if roomy:
            each = roomy[0]
            return Chosen(each, (Held(None, each.free),))
    each = max(every, key=lambda each: area(each.free))
    return Chosen(each, (Held(None, each.free),))


def pair(design: DesignContext, *, wide: tuple[SlotKind, ...] = (), headings: bool = False) -> Chosen | None:
    """A layout with two placeholders side by side; `wide`: one takes an object of these kinds."""
    found: list[tuple[float, Chosen]] = []
    for each in grounds(design):
        if each.layout.role not in {"two_content", "comparison", "picture", "other"}:
            continue
        chosen = _side_by_side(each)
        if chosen is None or (wide and _split(chosen, wide) is None):
            continue
        found.append((_worth(chosen, wide, headings), chosen))
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _side_by_side(each: Ground) -> Chosen | None:
    large = [held for held in each.held if each.share(held.box) >= 0.08][:2]
    if len(large) < 2 or any(each.share(held.box) >= 0.08 for held in each.held[2:]):
        return None
    left, right = sorted(large, key=lambda held: held.box.x)
    low, high = max(left.box.y, right.box.y), min(left.box.bottom, right.box.bottom)
    both = edges(left.box.x, min(left.box.y, right.box.y), right.box.right, high)
    if each.title is not None and both.overlaps(each.title.box):
        return None
    if left.box.right > right.box.x or high - low < 0.6 * max(left.box.h, right.box.h):
        return None
    over = [
        held
        for held in each.held[2:]
        if held.slot and held.slot.kind in {"body", "subtitle"} and held.box.bottom <= low
    ]
    over.sort(key=lambda held: held.box.x)
    paired = len(over) == 2 and over[0].box.right <= right.box.x + right.box.w // 2 <= over[1].box.right
    return Chosen(each, (left, right), tuple(over) if paired else (), _line(each, (left, right)))


def _split(chosen: Chosen, wide: tuple[SlotKind, ...]) -> tuple[Held, Held] | None:
    """The placeholder for an object, and the one for text."""
    left, right = chosen.held
    options = [
        (one, other)
        for one, other in ((right, left), (left, right))
        if one.slot and other.slot and one.slot.kind in wide and other.slot.kind in {"body", "object"}
    ]
    return max(options, key=lambda both: (both[0].slot.kind != "object", both[0].box.w), default=None)  # type: ignore[union-attr]


def object_and_text(chosen: Chosen, wide: tuple[SlotKind, ...]) -> tuple[Held, Held]:
    """Of a pair that was chosen for these kinds: the placeholder for the object, and the one for text."""
    found = _split(chosen, wide)
    return found if found is not None else (chosen.held[1], chosen.held[0])


def _worth(chosen: Chosen, wide: tuple[SlotKind, ...], headings: bool) -> float:
    left, right = (held.box for held in chosen.held)
    if not wide:
        even = min(left.w, right.w) / max(left.w, right.w)
        return even * 2 + (bool(chosen.headings) == headings) + (chosen.ground.layout.role != "other") * 0.5
    both = object_and_text(chosen, wide)
    kind = both[0].slot.kind if both[0].slot else ""
    share = both[0].box.w / (both[0].box.w + both[1].box.w)
    return (kind == wide[0]) * 2 + (not chosen.headings) + min(share, 0.68)


def _line(each: Ground, main: Sequence[Held]) -> Held | None:
    """A wide, low text placeholder beside the main ones, where it stands above them."""
    for held in each.held:
        if held in main or held.slot is None or held.slot.kind not in {"subtitle", "body"}:
            continue
        above = all(held.box.bottom <= other.box.y for other in main)
        if above and held.box.w >= each.page.w * 0.5 and held.box.h <= each.page.h * 0.2:
            return held
    return None
