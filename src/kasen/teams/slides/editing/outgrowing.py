"""Words that need more room than they did, as the render measures them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kasen.teams.slides.schemas.texts import Sheet, TextChange
from kasen.tools.office.model import Extent

_SLACK = 25_400
"""EMU, two points: what measuring may be off by."""
Shape = tuple[int, int, int | None]
"""Slide, order and member, as `Extent` counts."""


class Outgrown(NamedTuple):
    """A text whose shape reaches further beyond its box than before."""

    slide: int
    """Before the edit."""
    shape: str
    name: str
    ratio: float
    """Height that is needed, in heights of the box."""


def outgrown(
    changes: Sequence[TextChange],
    sheets: Mapping[int, Sheet],
    places: Mapping[int, int],
    measured: tuple[Sequence[Extent], Sequence[Extent]],
) -> list[Outgrown]:
    """Of the changed texts those that are worse than before; `places`: number of a slide before → after."""
    before, after = (_by_shape(one) for one in measured)
    found = []
    for change in changes:
        sheet = sheets.get(change.slide)
        text = sheet.text(change.shape) if sheet else None
        if text is None or text.kind == "notes" or change.slide not in places:
            continue
        new = after.get((places[change.slide], text.order, text.member))
        old = before.get((change.slide, text.order, text.member))
        if new is None or _over(new) <= (_over(old) if old is not None else 0) + _SLACK:
            continue
        ratio = new.measured[3] / max(new.declared[3], 1)
        found.append(Outgrown(change.slide, change.shape, text.name or text.kind, round(max(ratio, 1.0), 3)))
    return found


def _by_shape(extents: Sequence[Extent]) -> dict[Shape, Extent]:
    return {(one.slide, one.order, one.member): one for one in extents}


def _over(extent: Extent) -> int:
    """How far it reaches out of its box, EMU, on the side where that is most."""
    x, y, w, h = extent.declared
    left, top, wide, high = extent.measured
    return max(0, y - top, top + high - y - h, x - left, left + wide - x - w)
