"""Text frames: title, subtitle, message, points, columns, marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kasen.teams.slides.building.citing import cited, joined, line, link, mark
from kasen.teams.slides.building.page import PREFIX, Page, named, outline, transform
from kasen.teams.slides.building.text import INSETS, Align, Anchor, Bullet, Paragraph, Room, Run, body, paragraph
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.deck import Point, Slide

SINGLE = ("title", "subtitle", "message", "left_heading", "right_heading")
LISTS = ("points", "left", "right")


def single(slide: Slide, content: str) -> str:
    """The words of a frame that holds one text."""
    headings = [column.heading for column in slide.columns]
    texts = {
        "title": slide.title,
        "subtitle": slide.subtitle,
        "message": slide.message,
        "left_heading": headings[0] if headings else "",
        "right_heading": headings[1] if len(headings) > 1 else "",
    }
    return texts[content]


def add_text(page: Page, frame: Frame) -> None:
    """A frame of words; nothing where there are none to say."""
    slide = page.arrangement.slide
    if frame.content in SINGLE:
        said = single(slide, frame.content)
        made = [_one(page, frame, said)] if said.strip() else []
    else:
        made = [_point(page, frame, point, first=not at) for at, point in enumerate(slide.points_in(frame.content))]
    if made:
        page.add(_shape(page, frame, made))


def _one(page: Page, frame: Frame, said: str) -> Element:
    slide = page.arrangement.slide
    heading = frame.content in {"title", "left_heading", "right_heading"}
    style = page.style(frame, heading=frame.content == "title")
    free = page.slot(frame) is None
    if free and heading:
        style = replace(style, bold=True)
    runs = [Run(said)]
    if frame.content == "message" and (number := mark(cited_of_message(slide), page.numbers)):
        runs.append(Run(joined(said, number), raised=True))
    alone = slide.kind in {"statement", "section", "closing"} and not slide.points
    align: Align | None = "ctr" if free and alone else None
    bullet: Bullet = "inherit" if frame.content in {"title", "subtitle"} and not free else "none"
    return paragraph(
        Paragraph(
            tuple(runs), style, bullet=bullet, align=align, before=0 if free else None, spacing=1 if free else None
        )
    )


def cited_of_message(slide: Slide) -> tuple[str, ...]:
    """What the message rests on: all of the slide but what its points name themselves."""
    own = {id for point in slide.points for id in point.refs}
    own |= {id for column in slide.columns for point in column.points for id in point.refs}
    return tuple(id for id in cited(slide) if id not in own or id in slide.refs)


def _point(page: Page, frame: Frame, point: Point, *, first: bool) -> Element:
    if page.arrangement.slide.kind == "sources":
        return _source(page, frame, point, first=first)
    free = page.slot(frame) is None
    runs = [Run(point.text)]
    if number := mark(point.refs, page.numbers):
        runs.append(Run(joined(point.text, number), raised=True))
    style = page.style(frame, point.level)
    return paragraph(
        Paragraph(
            tuple(runs),
            style,
            level=point.level,
            bullet="own" if free else "inherit",
            before=_before(frame, point, first=first, free=free),
            spacing=1.0 if free else None,
        )
    )


def _before(frame: Frame, point: Point, *, first: bool, free: bool) -> float | None:
    """Points before a point: what is inherited, or more where a frame has room to spare."""
    if frame.before is not None and not first and point.level == 0:
        return frame.before
    return 0 if free else None


def _source(page: Page, frame: Frame, point: Point, *, first: bool) -> Element:
    """A source: its number, and a link where it has an address of the web."""
    ref = page.deck.ref(point.refs[0]) if point.refs else None
    number = mark(point.refs, page.numbers)
    address = link(ref.uri) if ref is not None else ""
    said = point.text or (line(ref, lang=page.deck.lang) if ref is not None else "")
    relation = page.part.relate_to(address, _hyperlink(), is_external=True) if address else ""
    runs = (Run(f"{number} "), Run(said, link=relation)) if number else (Run(said, link=relation),)
    free = page.slot(frame) is None
    before = None if first else frame.before
    return paragraph(Paragraph(runs, page.style(frame), bullet="none", before=before, spacing=1.0 if free else None))


def _hyperlink() -> str:
    from pptx.opc.constants import RELATIONSHIP_TYPE

    return str(RELATIONSHIP_TYPE.HYPERLINK)


def _shape(page: Page, frame: Frame, paragraphs: Sequence[Element]) -> Element:
    held = page.slot(frame) is not None
    locks = node("a:spLocks", {"noGrp": True}) if held else None
    place = None if held and not frame.moved else transform(frame.box)
    anchor: Anchor = "ctr" if page.arrangement.slide.kind in {"statement", "section", "closing"} else "t"
    return node(
        "p:sp",
        None,
        node(
            "p:nvSpPr",
            None,
            named(page.id(), PREFIX + frame.content),
            node("p:cNvSpPr", {"txBox": None if held else True}, locks),
            page.properties(frame),
        ),
        node("p:spPr", None, place, *([] if held else [outline("rect"), node("a:noFill")])),
        body("p:txBody", paragraphs, None if held else Room(anchor, _insets(page))),
    )


def _insets(page: Page) -> tuple[int, int, int, int]:
    """Text of its own begins where the title does, never further in than was measured."""
    title = page.layout.slot("title")
    left, right = (title.insets[0], title.insets[2]) if title is not None else (INSETS[0], INSETS[2])
    return min(max(left, 0), INSETS[0]), INSETS[1], min(max(right, 0), INSETS[2]), INSETS[3]


def add_marks(page: Page, frame: Frame) -> None:
    """A strip that says what is missing, in the theme's warning colour."""
    marks = page.arrangement.slide.marks
    if not marks:
        return
    fill, text = page.look.warning()
    style = replace(page.style(frame), color=text, fonts=page.texts)
    said = [paragraph(Paragraph((Run(mark),), style, bullet="none", before=0, spacing=1.0)) for mark in marks]
    page.add(
        node(
            "p:sp",
            None,
            node("p:nvSpPr", None, named(page.id(), PREFIX + "marks"), node("p:cNvSpPr"), node("p:nvPr")),
            node(
                "p:spPr", None, transform(frame.box), outline("rect"), fill.fill(), node("a:ln", None, node("a:noFill"))
            ),
            body("p:txBody", said, Room("ctr")),
        )
    )
