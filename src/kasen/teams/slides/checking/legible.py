"""What cannot be read on a slide: nothing drawn, words in the colour of their ground, characters without a font."""

from __future__ import annotations

import io
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from kasen.knowledge.pdf_model import PageRun
from kasen.teams.slides.checking.drawn import Box, Drawn, Shape
from kasen.teams.slides.checking.telling import Teller
from kasen.teams.slides.schemas.part import EMU_PER_POINT

if TYPE_CHECKING:
    from PIL.Image import Image

LARGE, LARGE_BOLD = 17.9, 13.9
"""Points from which on text is large (WCAG 2.2: 18, or 14 and bold), less what a PDF loses in rounding."""
LEAST, LEAST_LARGE = 4.5, 3.0
"""Contrast ratios that WCAG 2.2 AA asks for."""
_ROUNDING = 0.05
_INK = 16
"""Levels of a channel by which a picture differs from paper."""
_FIELDS = frozenset({"date", "footer", "number"})
"""The template's own small print: its colours are the template's."""
_DRAWS = ("picture", "chart", "table")
_BOLD = re.compile(r"bold|black|heavy", re.IGNORECASE)
_SHOWN = 24
"""Characters of words that a sentence quotes."""
_MOST_SIGNS = 8


def ink_problems(drawn: Drawn, teller: Teller) -> None:
    """A slide on which nothing is drawn where something should be; pictures, charts and tables that are not drawn."""
    from PIL import Image

    picture = Image.open(io.BytesIO(drawn.picture)).convert("RGB")
    if not drawn.shapes:
        if not _has_ink(picture, (0, 0, *picture.size)):
            teller.tell("blank", "blank", severity="critical")
        return
    scale = picture.width / max(drawn.size[0], 1)
    bare = [shape for shape in drawn.shapes if not _is_drawn(picture, shape.extent.measured, scale)]
    if len(bare) == len(drawn.shapes):
        teller.tell("blank", "blank", severity="critical")
        return
    for shape in bare:
        if shape.extent.kind in _DRAWS:
            teller.tell("blank", "empty", where=shape.content)


def contrast_problems(drawn: Drawn, teller: Teller) -> None:
    """Of each shape its worst words: those that nobody sees, or that differ too little from what is behind them."""
    worst: dict[str, PageRun] = {}
    for run in drawn.words.runs if drawn.words is not None else ():
        shape = _shape_of(run, drawn.shapes)
        if _under_image(run, drawn.shapes):
            continue
        if shape is None or shape.content in _FIELDS or not any(map(str.isalnum, run.text)):
            continue
        lacks = _lacks(run)
        if lacks > 0 and (shape.content not in worst or lacks > _lacks(worst[shape.content])):
            worst[shape.content] = run
    for content, run in worst.items():
        words = run.text.strip()
        words = words if len(words) <= _SHOWN else words[:_SHOWN] + "…"
        if not run.seen:
            teller.tell("contrast", "unseen", where=content, severity="critical", words=words)
            continue
        teller.tell(
            "contrast",
            "contrast",
            where=content,
            severity="major" if run.contrast < LEAST_LARGE else "minor",
            least=_least(run),
            words=words,
            found=f"{run.contrast:.1f}",
        )


def glyph_problems(drawn: Drawn, lacking: Collection[str], teller: Teller) -> None:
    """Characters of the slide for which this machine has no font."""
    found = [sign for sign in dict.fromkeys(drawn.text) if sign in lacking]
    if found:
        signs = " ".join(f"{sign} (U+{ord(sign):04X})" for sign in found[:_MOST_SIGNS])
        teller.tell("glyphs", "glyphs", signs=signs + (" …" if len(found) > _MOST_SIGNS else ""))


def _lacks(run: PageRun) -> float:
    """By which factor the contrast falls short, 0 where it suffices."""
    if not run.seen:
        return 100.0
    return _least(run) / run.contrast if run.contrast < _least(run) - _ROUNDING else 0.0


def _least(run: PageRun) -> float:
    is_large = run.size >= (LARGE_BOLD if _BOLD.search(run.font) else LARGE)
    return LEAST_LARGE if is_large else LEAST


def _shape_of(run: PageRun, shapes: Collection[Shape]) -> Shape | None:
    """The smallest shape in which the middle of the words lies; a picture has none, though words may lie under it."""
    x, y, w, h = run.box
    across, down = (x + w / 2) * EMU_PER_POINT, (y + h / 2) * EMU_PER_POINT
    around = [one for one in shapes if one.extent.kind != "picture" and _holds(one.extent.measured, across, down)]
    return min(around, key=lambda shape: shape.extent.measured[2] * shape.extent.measured[3], default=None)


def _under_image(run: PageRun, shapes: Collection[Shape]) -> bool:
    """Whether words lie under a picture of the whole slide: the title is there for screen readers and the outline."""
    x, y, w, h = (side * EMU_PER_POINT for side in run.box)
    images = (one for one in shapes if one.content == "image")
    return not run.seen and any(_holds(one.extent.measured, x + w / 2, y + h / 2) for one in images)


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def _is_drawn(picture: Image, box: Box, scale: float) -> bool:
    """Whether something is to be seen there: more than one colour, or another one than just beside it."""
    x, y, right, bottom = (round(side * scale) for side in (box[0], box[1], box[0] + box[2], box[1] + box[3]))
    inside = (max(x, 0), max(y, 0), min(right, picture.width), min(bottom, picture.height))
    around = (max(x - 4, 0), max(y - 4, 0), min(right + 4, picture.width), min(bottom + 4, picture.height))
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        return True
    return _has_ink(picture, inside) or _has_ink(picture, around)


def _has_ink(picture: Image, box: Box) -> bool:
    found: Any = picture.crop(box).getextrema()
    return any(highest - lowest > _INK for lowest, highest in found)
