"""What colour lies behind a layout, and behind one of its boxes."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kasen.teams.slides.schemas.part import Box
from kasen.teams.slides.template.colors import Paint, Palette, fill_of, plain_fill, says_fill
from kasen.teams.slides.template.shapes import Shape
from kasen.teams.slides.template.xml import Element, at, each, local, name, number

_MOST_PIXELS = 60_000_000
_WHOLE = 0.92
"""Share of a slide from which a shape on it is its background."""
_TOUCH = 12_700
"""EMU by which a box may stick out of what lies behind it: one point."""
Blob = Callable[[str], bytes]
"""The bytes of a related part by its id in the part that names it; empty where there are none."""


class Sheet(NamedTuple):
    """A layout or master with what is needed to see its colours."""

    element: Element
    palette: Palette
    theme: Element | None
    blob: Blob
    theme_blob: Blob


def background(layout: Sheet, master: Sheet) -> str:
    """Six hex digits of what the layout's `p:bg` shows, else the master's, else `bg1`."""
    paper = layout.palette.named("bg1") or "FFFFFF"
    for sheet in (layout, master):
        found = at(sheet.element, "p:cSld", "p:bg")
        if found is None:
            continue
        seen = Sheet(sheet.element, layout.palette, sheet.theme, sheet.blob, sheet.theme_blob)
        paint = _explicit(at(found, "p:bgPr"), seen) or _referred(at(found, "p:bgRef"), seen)
        return paint.over(paper) if paint else paper
    return paper


def shown(shape: Shape, sheet: Sheet) -> Paint | None:
    """The colour that a shape shows; None where one sees through it."""
    about = at(shape.element, "p:spPr")
    if local(shape.element) == "pic":
        return picture_paint(at(shape.element, "p:blipFill"), sheet.blob)
    if says_fill(about):
        return _explicit(about, sheet)
    reference = at(shape.element, "p:style", "a:fillRef")
    return sheet.palette.of(reference) if number(reference, "idx") else None


def over(below: str, shapes: Sequence[tuple[Shape, Sheet]], slide: Box) -> str:
    """The background with those shapes over it that cover the whole slide."""
    for shape, sheet in shapes:
        if covers_slide(shape.box, slide):
            paint = shown(shape, sheet)
            below = paint.over(below) if paint else below
    return below


def behind(box: Box, below: str, shapes: Sequence[tuple[Shape, Sheet]], slide: Box) -> str:
    """What lies behind a box where that is another colour than the background's; else empty."""
    seen = below
    for shape, sheet in shapes:
        if not covers_slide(shape.box, slide) and _holds(shape.box, box):
            paint = shown(shape, sheet)
            seen = paint.over(seen) if paint else seen
    return "" if seen == below else seen


def covers_slide(box: Box, slide: Box) -> bool:
    """Whether nearly all of the slide lies under it."""
    width = max(0, min(box.right, slide.w) - max(box.x, 0))
    height = max(0, min(box.bottom, slide.h) - max(box.y, 0))
    return width * height >= _WHOLE * slide.w * slide.h


def picture_paint(fill: Element | None, blob: Blob) -> Paint | None:
    """The mean colour of a picture; None where there is none that can be read."""
    blip = next(each(fill, "a:blip"), None)
    data = blob(blip.get(name("r:embed")) or "") if blip is not None else b""
    return mean_colour(data) if data else None


def mean_colour(data: bytes) -> Paint | None:
    """The mean colour of a picture and how much of it can be seen through; None for what is no picture of pixels."""
    from PIL import Image

    try:
        with warnings.catch_warnings(action="error"), Image.open(io.BytesIO(data)) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                return None
            picture.draft("RGB", (64, 64))
            red, green, blue, alpha = picture.convert("RGBA").resize((1, 1), Image.Resampling.BOX).tobytes()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Warning):
        return None
    return Paint(f"{red:02X}{green:02X}{blue:02X}", alpha / 255)


def _explicit(holder: Element | None, sheet: Sheet) -> Paint | None:
    if holder is None:
        return None
    return fill_of(holder, sheet.palette) or picture_paint(at(holder, "a:blipFill"), sheet.blob)


def _referred(reference: Element | None, sheet: Sheet) -> Paint | None:
    """`p:bgRef`: one of the theme's fills with a colour put into it (ECMA-376 part 1, 19.3.1.3)."""
    index = number(reference, "idx")
    if reference is None or index in (0, 1000):
        return None
    placed = sheet.palette.of(reference)
    kind, position = ("a:bgFillStyleLst", index - 1001) if index > 1000 else ("a:fillStyleLst", index - 1)
    fills = at(sheet.theme, "a:themeElements", "a:fmtScheme", kind)
    if fills is None or not 0 <= position < len(fills):
        return placed
    fill = fills[position]
    if local(fill) == "blipFill":
        return picture_paint(fill, sheet.theme_blob) or placed
    return plain_fill(fill, sheet.palette, placed.rgb if placed else "") or placed


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x + _TOUCH
        and outer.y <= inner.y + _TOUCH
        and outer.right >= inner.right - _TOUCH
        and outer.bottom >= inner.bottom - _TOUCH
    )
