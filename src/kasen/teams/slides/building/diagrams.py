"""Diagrams of native shapes, in one group with alt text; boxes stand where fitting measured them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import atan2, cos, degrees, pi, sin

from kasen.teams.slides.building.connectors import Pen, Tied, elbow, straight
from kasen.teams.slides.building.look import Color
from kasen.teams.slides.building.page import PREFIX, Page, named, outline, size_of, transform
from kasen.teams.slides.building.snug import snug
from kasen.teams.slides.building.text import Anchor, Room, Style, body, plain
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.fitting.diagram_boxes import INSET, boxes
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.deck import Diagram, DiagramItem
from kasen.teams.slides.schemas.part import Box

_NAME = PREFIX + "diagram"
_DOT = 130_000
_HEAD = 150_000


def add_diagram(page: Page, frame: Frame) -> None:
    """The diagram of the slide."""
    diagram = page.arrangement.slide.diagram
    if diagram is None or not diagram.items:
        return
    group = page.id()
    sizes = (size_of(frame, None), size_of(frame, None, 1))
    places = boxes(diagram.kind, len(diagram.items), frame.box)
    places = snug(diagram, places, frame.box, sizes, page.design)
    cards = [_card(page, frame, diagram, at, place) for at, place in enumerate(places[: len(diagram.items)])]
    tied = [Tied(int(card.find(".//{*}cNvPr").get("id")), place) for card, place in zip(cards, places, strict=True)]
    lines = _lines(page, diagram, tied, frame.box)
    place = transform(frame.box)
    place.append(node("a:chOff", {"x": frame.box.x, "y": frame.box.y}))
    place.append(node("a:chExt", {"cx": frame.box.w, "cy": frame.box.h}))
    page.add(
        node(
            "p:grpSp",
            None,
            node(
                "p:nvGrpSpPr",
                None,
                named(group, _NAME, _alt(page, diagram)),
                node("p:cNvGrpSpPr"),
                node("p:nvPr"),
            ),
            node("p:grpSpPr", None, place),
            *lines,
            *cards,
        )
    )


def _alt(page: Page, diagram: Diagram) -> str:
    if diagram.alt:
        return diagram.alt
    between = "、" if page.deck.lang == "ja" else ", "
    return f"{page.arrangement.slide.title}: {between.join(item.label for item in diagram.items)}"


def _card(page: Page, frame: Frame, diagram: Diagram, at: int, place: Box) -> Element:
    fill, ink, edge = _paint(page, diagram, at)
    item = diagram.items[at]
    label = Style(size_of(frame, None), page.texts, page.deck.lang, bold=True, color=ink)
    text = replace(label, size=size_of(frame, None, 1), bold=None)
    bare = diagram.kind == "timeline"
    anchor: Anchor = "t" if bare else "ctr"
    surface = [node("a:noFill"), node("a:ln", None, node("a:noFill"))] if bare else [fill.fill(), edge]
    return node(
        "p:sp",
        None,
        node("p:nvSpPr", None, named(page.id(), f"{_NAME}.{at + 1}"), node("p:cNvSpPr"), node("p:nvPr")),
        node("p:spPr", None, transform(place), outline("rect"), *surface),
        body("p:txBody", _words(item, label, text), Room(anchor, (INSET, INSET, INSET, INSET))),
    )


def _words(item: DiagramItem, label: Style, text: Style) -> list[Element]:
    said = [(item.label, label), (item.text, text)]
    made = [plain(words, style, align="ctr") for words, style in said if words.strip()]
    return made or [plain("", label, align="ctr")]


def _paint(page: Page, diagram: Diagram, at: int) -> tuple[Color, Color, Element]:
    """Fill, text and edge of one box."""
    look = page.look
    none = node("a:ln", None, node("a:noFill"))
    if diagram.kind == "timeline":
        return look.paper, look.ink, none
    strong = diagram.kind == "pyramid" or (diagram.kind == "hierarchy" and at == 0)
    accent = look.accents[0]
    if strong:
        fill = look.strong(accent)
        return fill, look.on(fill.shown), none
    return look.tint(accent), look.ink, node("a:ln", {"w": 12_700}, accent.fill())


def _lines(page: Page, diagram: Diagram, tied: Sequence[Tied], box: Box) -> list[Element]:
    pen = Pen(page.look.line())
    name = f"{_NAME}.line"
    if diagram.kind == "process":
        return [_step(page, name, pair, pen) for pair in pairwise(tied)]
    if diagram.kind == "cycle":
        return _ring(page, name, tied, box)
    if diagram.kind == "hierarchy":
        plain_pen = replace(pen, arrow=False)
        return [_branch(page, name, (tied[0], child), tied, plain_pen) for child in tied[1:]]
    return _line_of_time(page, tied, box) if diagram.kind == "timeline" else []


def _step(page: Page, name: str, pair: tuple[Tied, Tied], pen: Pen) -> Element:
    one, other = pair
    if other.box.y > one.box.y:
        return elbow(page.id(), name, pair, pen, first=(other.box.y - one.box.bottom) // 2)
    return straight(page.id(), name, pair, pen)


def _ring(page: Page, name: str, tied: Sequence[Tied], box: Box) -> list[Element]:
    """A ring behind the boxes, through their middles, with an arrow between each two."""
    if len(tied) < 2:
        return []
    color = page.look.line()
    across, down = (box.w - tied[0].box.w) / 2, (box.h - tied[0].box.h) / 2
    middle = (box.x + box.w / 2, box.y + box.h / 2)
    place = Box(x=int(middle[0] - across), y=int(middle[1] - down), w=int(2 * across), h=int(2 * down))
    line = node("a:ln", {"w": 19_050}, color.fill())
    ring = _plain_shape(page, name, transform(place), "ellipse", (node("a:noFill"), line))
    made = [ring]
    for at in range(len(tied)):
        angle = 2 * pi * (at + 0.5) / len(tied) - pi / 2
        x, y = middle[0] + across * cos(angle), middle[1] + down * sin(angle)
        head = transform(Box(x=int(x) - _HEAD // 2, y=int(y) - _HEAD // 2, w=_HEAD, h=_HEAD))
        turn = atan2(-across * sin(angle), -down * cos(angle))
        head.set("rot", str(round(degrees(turn) * 60_000) % 21_600_000))
        made.append(_plain_shape(page, name, head, "triangle", (color.fill(), node("a:ln", None, node("a:noFill")))))
    return made


def _branch(page: Page, name: str, pair: tuple[Tied, Tied], tied: Sequence[Tied], pen: Pen) -> Element:
    below = min(child.box.y for child in tied[1:])
    return elbow(page.id(), name, pair, pen, first=(below - pair[0].box.bottom) // 2)


def _line_of_time(page: Page, tied: Sequence[Tied], box: Box) -> list[Element]:
    """A line over each row, and a dot over each box."""
    made = []
    accent = page.look.accents[0]
    for top in sorted({one.box.y for one in tied}):
        row = [one.box for one in tied if one.box.y == top]
        y = top - _DOT
        made.append(_mark(page, Box(x=box.x, y=y - 9_525, w=row[-1].right - box.x, h=19_050), "rect", accent))
        for place in row:
            dot = Box(x=place.x + (place.w - _DOT) // 2, y=y - _DOT // 2, w=_DOT, h=_DOT)
            made.append(_mark(page, dot, "ellipse", accent))
    return made


def _mark(page: Page, place: Box, kind: str, color: Color) -> Element:
    surface = (color.fill(), node("a:ln", None, node("a:noFill")))
    return _plain_shape(page, f"{_NAME}.line", transform(place), kind, surface)


def _plain_shape(page: Page, name: str, place: Element, kind: str, surface: tuple[Element, Element]) -> Element:
    return node(
        "p:sp",
        None,
        node("p:nvSpPr", None, named(page.id(), name), node("p:cNvSpPr"), node("p:nvPr")),
        node("p:spPr", None, place, outline(kind), *surface),
    )
