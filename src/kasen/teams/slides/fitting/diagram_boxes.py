"""Where the boxes of a diagram stand: one rule for those who measure and those who draw."""

from __future__ import annotations

from math import ceil, cos, pi, sin

from kasen.teams.slides.schemas.deck import DiagramKind
from kasen.teams.slides.schemas.part import Box

INSET = 45_720
"""EMU from the edge of such a box to its text, on all four sides."""
_NARROWEST = 1_300_000
"""EMU: boxes of a process or timeline are no narrower, as long as another row helps."""
_SMALLEST_GAP, _WIDEST_GAP = 60_000, 360_000
LINE_SHARE = 0.22
"""Of each row of a timeline: the upper part, where line and dots are drawn, above the boxes of its items."""
_TOP_OF_PYRAMID = 0.34


def boxes(kind: DiagramKind, count: int, box: Box) -> list[Box]:
    """One box per item, in the order of the items: inside `box`, apart from one another.

    `hierarchy`: the first item is the root. `cycle`: clockwise from the top. `pyramid`: from the top. `timeline`: the
    line is drawn above each row of boxes, in LINE_SHARE of its height.
    """
    if count <= 0:
        return []
    if count == 1 and kind != "timeline":
        return [box]
    return {
        "process": _process,
        "timeline": _timeline,
        "cycle": _cycle,
        "pyramid": _pyramid,
        "matrix": _matrix,
        "hierarchy": _hierarchy,
    }[kind](count, box)


def rows_of(kind: DiagramKind, count: int, box: Box) -> int:
    """How many rows a process or timeline takes."""
    gap = _gap(box.w, count)
    most = max(1, (box.w + gap) // (_NARROWEST + gap))
    rows = ceil(count / most)
    least = 900_000 if kind == "timeline" else 600_000
    return max(1, min(rows, max(1, box.h // least)))


def _gap(length: int, count: int) -> int:
    return max(_SMALLEST_GAP, min(_WIDEST_GAP, length // (count * 6)))


def _row(count: int, box: Box, gap: int) -> list[Box]:
    width = max(1, (box.w - gap * (count - 1)) // count)
    return [Box(x=box.x + at * (width + gap), y=box.y, w=width, h=box.h) for at in range(count)]


def _rows(rows: int, box: Box, gap: int) -> list[Box]:
    height = max(1, (box.h - gap * (rows - 1)) // rows)
    return [Box(x=box.x, y=box.y + at * (height + gap), w=box.w, h=height) for at in range(rows)]


def _grid(count: int, rows: int, box: Box, gaps: tuple[int, int]) -> list[Box]:
    across = ceil(count / rows)
    found = [cell for row in _rows(rows, box, gaps[1]) for cell in _row(across, row, gaps[0])]
    return found[:count]


def _process(count: int, box: Box) -> list[Box]:
    rows = rows_of("process", count, box)
    gap = _gap(box.w, ceil(count / rows))
    return _grid(count, rows, box, (gap, _gap(box.h, rows)))


def _timeline(count: int, box: Box) -> list[Box]:
    rows = rows_of("timeline", count, box)
    across = ceil(count / rows)
    cells = _grid(count, rows, box, (_gap(box.w, across), _SMALLEST_GAP))
    return [_below_line(cell) for cell in cells]


def _below_line(cell: Box) -> Box:
    line = int(cell.h * LINE_SHARE)
    return Box(x=cell.x, y=cell.y + line, w=cell.w, h=cell.h - line)


def _cycle(count: int, box: Box) -> list[Box]:
    width, height = box.w * 0.34, box.h * 0.3
    while True:
        placed = [_on_ring(at, count, box, (int(width), int(height))) for at in range(count)]
        if width < 2 or not _touching(placed):
            return placed
        width, height = width * 0.94, height * 0.94


def _on_ring(at: int, count: int, box: Box, size: tuple[int, int]) -> Box:
    angle = 2 * pi * at / count - pi / 2
    width, height = max(1, size[0]), max(1, size[1])
    x = box.x + (box.w - width) / 2 * (1 + cos(angle))
    y = box.y + (box.h - height) / 2 * (1 + sin(angle))
    return Box(x=int(x), y=int(y), w=width, h=height)


def _touching(placed: list[Box]) -> bool:
    space = _SMALLEST_GAP
    return any(
        one.x < other.right + space
        and other.x < one.right + space
        and one.y < other.bottom + space
        and other.y < one.bottom + space
        for at, one in enumerate(placed)
        for other in placed[at + 1 :]
    )


def _pyramid(count: int, box: Box) -> list[Box]:
    found = []
    for at, row in enumerate(_rows(count, box, max(12_700, _SMALLEST_GAP // 2))):
        width = int(box.w * (_TOP_OF_PYRAMID + (1 - _TOP_OF_PYRAMID) * at / (count - 1)))
        found.append(Box(x=box.x + (box.w - width) // 2, y=row.y, w=width, h=row.h))
    return found


def _matrix(count: int, box: Box) -> list[Box]:
    across = 2 if count <= 6 else 3 if count <= 12 else 4
    return _grid(count, ceil(count / across), box, (_SMALLEST_GAP * 2, _SMALLEST_GAP * 2))


def _hierarchy(count: int, box: Box) -> list[Box]:
    children = count - 1
    across = max(1, min(children, 6, (box.w + _SMALLEST_GAP) // 1_000_000))
    rows = ceil(children / across)
    gap = max(_SMALLEST_GAP, min(_WIDEST_GAP, box.h // (4 * (rows + 1))))
    height = max(1, (box.h - gap * rows) // (rows + 1))
    root_width = box.w // 2 if children > 1 else box.w
    root = Box(x=box.x + (box.w - root_width) // 2, y=box.y, w=root_width, h=height)
    below = Box(x=box.x, y=box.y + height + gap, w=box.w, h=max(1, box.h - height - gap))
    return [root, *_grid(children, rows, below, (_gap(box.w, across), gap))]
