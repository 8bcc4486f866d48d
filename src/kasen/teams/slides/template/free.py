"""The largest rectangle of a layout where nothing stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kasen.teams.slides.schemas.part import Box

_GAP = 0.012
"""Share of the slide's height that is kept from what stands there."""
_SIDES = (0.02, 0.12)
"""Share of the width that a margin has at least and at most."""
_ENDS = 0.04
"""Share of the height that is kept free above and below."""
_THIN = 0.012
_EDGE = 0.06
_PANEL = 0.6
_MOST = 24


def margins(slide: Box, titles: Iterable[Box]) -> Box:
    """What is left of a slide inside its margins: at the sides as far in as its widest title or content stands."""
    least, most = (round(part * slide.w) for part in _SIDES)
    wide = [box for box in titles if box.w > slide.w // 2]
    left = min((box.x for box in wide), default=slide.w // 20)
    right = min((slide.w - box.right for box in wide), default=slide.w // 20)
    left, right = (max(least, min(most, side)) for side in (left, right))
    end = round(_ENDS * slide.h)
    return Box(x=left, y=end, w=slide.w - left - right, h=slide.h - 2 * end)


def obstacles(shapes: Iterable[Box], content: Sequence[Box], slide: Box) -> list[Box]:
    """Decoration that stands in the way: not what is a background or a panel for content, no line at an edge."""
    return [box for box in shapes if not _harmless(box, slide) and not any(_inside(each, box) for each in content)]


def largest(area: Box, taken: Sequence[Box], slide: Box) -> Box:
    """The largest rectangle inside `area` that touches nothing taken; its lower half where all is taken."""
    gap = round(_GAP * slide.h)
    grown = [Box(x=box.x - gap, y=box.y - gap, w=box.w + 2 * gap, h=box.h + 2 * gap) for box in taken]
    grown = [box for box in grown if box.overlaps(area)]
    grown = sorted(grown, key=lambda box: -box.w * box.h)[:_MOST]
    edges = sorted({area.x, area.right, *(_within(edge, area) for box in grown for edge in (box.x, box.right))})
    best = Box(x=area.x, y=area.y, w=0, h=0)
    for start, left in enumerate(edges):
        for right in edges[start + 1 :]:
            top, bottom = _tallest(left, right, area, grown)
            if (bottom - top) * (right - left) > best.w * best.h:
                best = Box(x=left, y=top, w=right - left, h=bottom - top)
    return best if best.w and best.h else Box(x=area.x, y=area.y + area.h // 2, w=area.w, h=area.h - area.h // 2)


def _tallest(left: int, right: int, area: Box, taken: Sequence[Box]) -> tuple[int, int]:
    """The longest stretch between two verticals."""
    best, top = (area.y, area.y), area.y
    for box in sorted((box for box in taken if box.x < right and box.right > left), key=lambda box: box.y):
        if box.y - top > best[1] - best[0]:
            best = (top, box.y)
        top = max(top, box.bottom)
    return (top, area.bottom) if area.bottom - top > best[1] - best[0] else best


def _within(edge: int, area: Box) -> int:
    return max(area.x, min(area.right, edge))


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x + inner.w // 50
        and outer.right >= inner.right - inner.w // 50
        and outer.y <= inner.y + inner.h // 20
        and outer.bottom >= inner.bottom - inner.h // 20
    )


def _harmless(box: Box, slide: Box) -> bool:
    if box.w * box.h >= _PANEL * slide.w * slide.h:
        return True
    lying = box.h <= _THIN * slide.h and (box.bottom < _EDGE * slide.h or box.y > (1 - _EDGE) * slide.h)
    standing = box.w <= _THIN * slide.w and (box.right < _EDGE * slide.w or box.x > (1 - _EDGE) * slide.w)
    return lying or standing
