"""What a chart or table rests on, in small type under it, where no message of the slide carries the number."""

from __future__ import annotations

from kasen.teams.slides.building.citing import mark
from kasen.teams.slides.building.page import Page, named, outline, transform
from kasen.teams.slides.building.text import Room, Style, body, plain
from kasen.teams.slides.building.xml import node
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.part import EMU_PER_POINT, Box

SIZE = 10.0
NAME = "source"
_HEIGHT = round(18 * EMU_PER_POINT)
_LEAST_CHART = 150 * EMU_PER_POINT
"""Lower charts give none of their height away."""


def with_caption(page: Page, frame: Frame) -> Frame:
    """Put the line under the frame, or into the lowest part of a chart; the frame that is left to the figure."""
    said = _said(page, frame)
    if not said:
        return frame
    box = frame.box
    if _room_below(page, frame):
        _add(page, Box(x=box.x, y=box.bottom, w=box.w, h=_HEIGHT), said)
    elif frame.content == "chart" and box.h >= _LEAST_CHART:
        _add(page, Box(x=box.x, y=box.bottom - _HEIGHT, w=box.w, h=_HEIGHT), said)
        return frame.model_copy(update={"box": box.model_copy(update={"h": box.h - _HEIGHT})})
    return frame


def _said(page: Page, frame: Frame) -> str:
    slide = page.arrangement.slide
    figure = slide.chart if frame.content == "chart" else slide.table
    shown = {one.content for one in page.arrangement.frames}
    if figure is None or (slide.message and "message" in shown):
        return ""
    number = mark(figure.refs, page.numbers)
    if not number:
        return ""
    return f"出典 {number}" if page.deck.lang == "ja" else f"Source {number}"


def _room_below(page: Page, frame: Frame) -> bool:
    lowest = frame.box.bottom + _HEIGHT
    others = (one.box for one in page.arrangement.frames if one is not frame)
    free = all(one.y >= lowest or one.bottom <= frame.box.bottom or _beside(one, frame.box) for one in others)
    return free and lowest <= page.layout.free.bottom


def _beside(one: Box, other: Box) -> bool:
    return one.right <= other.x or one.x >= other.right


def _add(page: Page, box: Box, said: str) -> None:
    style = Style(SIZE, page.texts, page.deck.lang, color=page.look.ink)
    page.add(
        node(
            "p:sp",
            None,
            node("p:nvSpPr", None, named(page.id(), NAME), node("p:cNvSpPr", {"txBox": True}), node("p:nvPr")),
            node("p:spPr", None, transform(box), outline("rect"), node("a:noFill")),
            body("p:txBody", [plain(said, style, align="r")], Room("ctr", (0, 0, 0, 0))),
        )
    )
