"""Rectangles on a slide: what is left of one beside others, how two share one."""

from __future__ import annotations

from collections.abc import Iterable

from kasen.teams.slides.schemas.part import Box

GAP = 114_300
"""EMU between two frames that fitting places side by side."""


def area(box: Box) -> int:
    """EMU²; nothing where it has no extent."""
    return max(0, box.w) * max(0, box.h)


def edges(left: int, top: int, right: int, bottom: int) -> Box:
    """The box between four edges."""
    return Box(x=left, y=top, w=max(0, right - left), h=max(0, bottom - top))


def clipped(box: Box, to: Box) -> Box:
    """What of a box lies inside another."""
    return edges(max(box.x, to.x), max(box.y, to.y), min(box.right, to.right), min(box.bottom, to.bottom))


def beside(box: Box, obstacle: Box) -> Box:
    """The largest rectangle of a box that leaves a gap to an obstacle."""
    if not box.overlaps(_wider(obstacle, GAP // 2)):
        return box
    rests = (
        edges(box.x, box.y, box.right, min(box.bottom, obstacle.y - GAP)),
        edges(box.x, max(box.y, obstacle.bottom + GAP), box.right, box.bottom),
        edges(box.x, box.y, min(box.right, obstacle.x - GAP), box.bottom),
        edges(max(box.x, obstacle.right + GAP), box.y, box.right, box.bottom),
    )
    return max(rests, key=area)


def clear(box: Box, obstacles: Iterable[Box], to: Box) -> Box:
    """What of a box lies inside `to` and apart from all obstacles."""
    left = clipped(box, to)
    for obstacle in obstacles:
        if area(obstacle):
            left = beside(left, obstacle)
    return left


def _wider(box: Box, by: int) -> Box:
    return edges(box.x - by, box.y - by, box.right + by, box.bottom + by)


def across(box: Box, shares: Iterable[float], gap: int = GAP) -> list[Box]:
    """The box divided from left to right."""
    parts = list(shares)
    room, total = max(0, box.w - gap * (len(parts) - 1)), sum(parts)
    found, x = [], box.x
    for part in parts:
        width = int(room * part / total)
        found.append(Box(x=x, y=box.y, w=width, h=box.h))
        x += width + gap
    return found


def top(box: Box, height: int) -> tuple[Box, Box]:
    """A strip at the top, and what is left under it after a gap."""
    height = min(height, box.h)
    return Box(x=box.x, y=box.y, w=box.w, h=height), edges(box.x, box.y + height + GAP, box.right, box.bottom)


def bottom(box: Box, height: int) -> tuple[Box, Box]:
    """What is left above a strip at the bottom after a gap, and the strip."""
    height = min(height, box.h)
    strip = Box(x=box.x, y=box.bottom - height, w=box.w, h=height)
    return edges(box.x, box.y, box.right, strip.y - GAP), strip


def contained(width: int, height: int, box: Box) -> Box:
    """The largest box of that shape inside another, in its middle."""
    if width <= 0 or height <= 0 or not area(box):
        return box
    scale = min(box.w / width, box.h / height)
    w, h = max(1, int(width * scale)), max(1, int(height * scale))
    return Box(x=box.x + (box.w - w) // 2, y=box.y + (box.h - h) // 2, w=w, h=h)
