"""The pictures of a page: overview, tiles in which text can be read, and what a phone shows.

None is larger than what every provider takes as it is (`models/pictures.py`), so nothing is shrunk twice.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kasen.models.pictures import LONG_EDGE, NARROW, OVERLAP, TILE
from kasen.tools.screenshot.model import View

if TYPE_CHECKING:
    from kasen.tools.screenshot.world import World

WIDTH, HEIGHT = 1920, 1080
"""The window that a page is shown in."""
PHONE = (375, 812)
TALLEST = 30_000
"""Pixels of a page that are looked at; what is below is not there for us."""
MOST_TILES = 6
VIEW_S = 10.0
"""Seconds for one picture."""
_MARGIN = 24
"""Pixels left free beside the content of a tile."""
_NARROWEST = 800
"""Pixels of the page's width that a tile shows at least, so that the space around a column is seen."""


@dataclass(frozen=True)
class Clip:
    """A part of the page, and how much smaller its picture is."""

    left: float
    top: float
    width: float
    height: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))


def overview(height: int) -> Clip:
    """The page as a whole; of one so tall that nothing could be seen on it, its upper part."""
    shown = min(height, math.floor(WIDTH * LONG_EDGE / NARROW))
    return Clip(0, 0, WIDTH, shown, LONG_EDGE / max(WIDTH, shown))


def tiles(height: int, box: tuple[float, float] | None) -> tuple[list[Clip], int]:
    """The page piece by piece, and the pixels below the last piece that no tile shows.

    Empty margins beside the content (`box`: its left and right edge) are cut off, so that it is shown in its own size
    where it is at most as wide as a tile.
    """
    left, width = _column(box)
    scale = min(1.0, TILE[0] / width)
    tall = math.floor(TILE[1] / scale)
    step = tall - OVERLAP
    count = max(1, math.ceil((height - OVERLAP) / step))
    shown = min(count, MOST_TILES)
    end = height if count <= MOST_TILES else OVERLAP + step * MOST_TILES
    tops = [step * n for n in range(shown)]
    return [Clip(left, top, width, min(tall, end - top), scale) for top in tops], height - end


def _column(box: tuple[float, float] | None) -> tuple[float, float]:
    """Left edge and width of what tiles show."""
    if box is None:
        return 0.0, float(WIDTH)
    width = min(float(WIDTH), max(box[1] - box[0] + 2 * _MARGIN, _NARROWEST))
    left = (box[0] + box[1] - width) / 2
    return min(max(0.0, left), WIDTH - width), width


def phone(width: float, layout: float, height: int) -> Clip:
    """What a phone shows from the top on. A page that was not made for phones is laid out wider, and shown smaller."""
    seen = max(layout, PHONE[0]) if layout > PHONE[0] else PHONE[0]
    scale = PHONE[0] / min(seen, max(width, PHONE[0]))
    return Clip(0, 0, PHONE[0] / scale, min(height, LONG_EDGE / scale), scale)


async def view(world: World, kind: Literal["overview", "tile", "mobile"], clip: Clip) -> View:
    """The picture of a part of the page. Raises InputError."""
    area = {"x": clip.left, "y": clip.top, "width": clip.width, "height": clip.height, "scale": clip.scale}
    what = {"format": "png", "captureBeyondViewport": True, "clip": area}
    data = base64.b64decode((await world.ask("Page.captureScreenshot", what, seconds=VIEW_S))["data"])
    return View(
        kind=kind, data=data, width=int.from_bytes(data[16:20], "big"), height=int.from_bytes(data[20:24], "big")
    )


async def on_phone(world: World, seconds: float) -> dict[str, Any]:
    """Show the page as a phone does, and measure it there: `width`, `layout`, `height` in pixels. Raises InputError."""
    width, height = PHONE
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    await world.ask("Emulation.setDeviceMetricsOverride", size, seconds=seconds)
    measured: dict[str, Any] = await world.measure("narrow", seconds=seconds)
    return measured
