"""Slides rendered and measured without LibreOffice."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from kasen.errors import KasenError
from kasen.tools.office.copying import Box, Copy, Shape, as_it_is
from kasen.tools.office.model import Extent, PdfFont, Rendering

if TYPE_CHECKING:
    from PIL.Image import Image

BY = "a fake office"
_INK, _PAPER = 0x33, 0xFF


class FakeOffice:
    """Implements `Office` over the real file: as many pictures as slides, of the right size, and extents as declared.

    A picture is white; each shape is a bar across its box, slide n has n ticks in the corner, and slides in `blank`
    have neither. `extents` maps (slide, order) to x, y, w, h in EMU of a shape that reaches elsewhere. `fonts` are
    those of the PDF, whose pages are the pictures and hold no words. `error` is raised instead. `asked` says what was
    asked for: `render`, `measure`.
    """

    def __init__(
        self,
        extents: Mapping[tuple[int, int], Box] | None = None,
        *,
        blank: Collection[int] = (),
        fonts: Collection[PdfFont] = (),
        error: KasenError | None = None,
    ) -> None:
        self.extents = dict(extents or {})
        self.blank = set(blank)
        self.fonts = tuple(fonts)
        self.error = error
        self.asked: list[str] = []

    async def render(self, pptx: bytes, /, *, width: int = 1280) -> Rendering:
        """See `Office`. Raises Refused for what is no deck."""
        self._asked_for("render")
        return await asyncio.to_thread(self._rendering, pptx, width)

    async def measure(self, pptx: bytes, /) -> list[Extent]:
        """See `Office`. Raises Refused for what is no deck."""
        self._asked_for("measure")
        copy = await asyncio.to_thread(as_it_is, pptx)
        return [self._extent(shape) for shape in copy.shapes]

    def _asked_for(self, what: str) -> None:
        self.asked.append(what)
        if self.error is not None:
            raise self.error

    def _extent(self, shape: Shape) -> Extent:
        declared = shape.declared or (0, 0, 0, 0)
        told = self.extents.get((shape.slide, shape.order)) if shape.member is None else None
        return Extent(
            slide=shape.slide,
            order=shape.order,
            member=shape.member,
            kind=shape.kind,
            declared=declared,
            measured=told or declared,
        )

    def _rendering(self, pptx: bytes, width: int) -> Rendering:
        copy = as_it_is(pptx)
        pictures = [self._picture(copy, number, width) for number in range(1, copy.slides + 1)]
        pdf = io.BytesIO()
        if pictures:
            pictures[0].save(pdf, "PDF", save_all=True, append_images=pictures[1:])
        return Rendering(pdf=pdf.getvalue(), pictures=tuple(map(_png, pictures)), fonts=self.fonts, by=BY)

    def _picture(self, copy: Copy, number: int, width: int) -> Image:
        from PIL import Image, ImageDraw

        wide, high = copy.size
        scale = width / max(wide, 1)
        made = Image.new("L", (width, max(round(high * scale), 1)), _PAPER)
        draw = ImageDraw.Draw(made)
        if number in self.blank:
            return made
        for shape in copy.shapes:
            if shape.slide == number and shape.declared is not None:
                x, y, w, h = (side * scale for side in shape.declared)
                draw.rectangle((x + w / 4, y + h / 4, x + w * 3 / 4, y + h * 3 / 4), fill=_INK)
        for tick in range(number):
            draw.line((2 + 3 * tick, 1, 2 + 3 * tick, 5), fill=_INK)
        return made


def _png(picture: Image) -> bytes:
    into = io.BytesIO()
    picture.save(into, "PNG")
    return into.getvalue()
