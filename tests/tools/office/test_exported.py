from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import Refused
from kasen.tools.office.copying import Shape
from kasen.tools.office.exported import EMU, extents

SHAPES = (
    Shape(1, 0, "text", (0, 0, 360, 360)),
    Shape(1, 1, "other", (0, 0, 10, 10)),
    Shape(1, 1, "text", (0, 0, 5, 5), 0),
    Shape(1, 1, "text", (5, 5, 5, 5), 1),
    Shape(2, 0, "other", (7, 7, 7, 7)),
    Shape(2, 1, "chart", None),
)


def rect(x: int, y: int, w: int, h: int) -> str:
    return f'<g><rect class="BoundingBox" x="{x}" y="{y}" width="{w}" height="{h}"/><text>words</text></g>'


def shape(mark: str, *inside: str) -> str:
    return f"<g><desc>kasen-extent-{mark}-\n </desc>{''.join(inside)}</g>"


def svg(tmp_path: Path, *shapes: str) -> Path:
    made = tmp_path / "deck.svg"
    made.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(shapes)}</svg>', encoding="utf-8")
    return made


def test_each_shape_gets_the_boxes_that_stand_under_its_mark(tmp_path: Path) -> None:
    file = svg(
        tmp_path,
        f"<g class='Master'><desc>a logo</desc>{rect(900, 900, 9, 9)}</g>",
        shape("1-0", rect(1, 2, 3, 4)),
        rect(800, 800, 8, 8),
        f"<g class='Group'>{shape('1-1-0', rect(0, 0, 5, 5))}{shape('1-1-1', rect(5, 5, 20, 10))}</g>",
        shape("2-1", rect(4, 4, 4, 4), rect(5, 5, 2, 2)),
    )
    found = [tuple(side / EMU for side in extent.measured) for extent in extents(file, SHAPES)]
    assert found[:4] == [(1, 2, 3, 4), (0, 0, 25, 15), (0, 0, 5, 5), (5, 5, 20, 10)]
    assert found[5] == (4, 4, 4, 4)
    placed = extents(file, SHAPES)
    assert placed[4].measured == placed[4].declared == (7, 7, 7, 7)
    assert placed[5].declared == placed[5].measured


def test_an_export_that_names_no_shape_is_refused_rather_than_believed(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="does not say"):
        extents(svg(tmp_path, rect(1, 1, 1, 1)), SHAPES)
    assert extents(svg(tmp_path), ()) == []
