from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Inches, Pt

from kasen.errors import Refused
from kasen.teams.slides.checking.render import look
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame, Problem
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.part import Box
from kasen.testing.office import FakeOffice
from kasen.tools.office.libreoffice import LibreOffice, program
from kasen.tools.office.model import Extent, PdfFont, Rendering
from tools.office.decks import EN, JA, box, chart, deck, picture, table

needs_office = pytest.mark.skipif(not program(), reason="LibreOffice is not installed")
CUNEIFORM = "\U00012000"


def named(shape: Any, content: str) -> Any:
    shape.name = f"kasen:{content}"
    return shape


def said(problems: list[Problem]) -> set[tuple[int, str, str]]:
    return {(one.slide, one.kind, one.where) for one in problems}


def colored(shape: Any, ink: str, ground: str = "") -> Any:
    for paragraph in shape.text_frame.paragraphs:
        for run in paragraph.runs:
            run.font.color.rgb = RGBColor.from_string(ink)  # type: ignore[no-untyped-call]
    if ground:
        shape.fill.solid()
        shape.fill.fore_color.rgb = RGBColor.from_string(ground)  # type: ignore[no-untyped-call]
    return shape


def title(slide: Any, text: str = "A title") -> None:
    named(box(slide, text, y=0.4, w=11, h=0.8, size=28), "title")


def sound(slide: Any) -> None:
    """Everything fits, on white and on dark, at the sizes that decks have."""
    title(slide, "売上は三年で二倍になった")
    named(box(slide, f"{EN}\n{JA}", y=1.5, w=6, h=2.4, size=16), "points")
    named(table(slide, "12.5 %", y=4.2, h=1.6), "table")
    named(chart(slide), "chart")
    named(picture(slide, x=8, y=4.5), "picture")
    colored(named(box(slide, "白い文字 white words", x=10.2, y=4.5, w=2.8, size=14), "message"), "FFFFFF", "1F3864")
    named(box(slide, "7", x=12.3, y=6.9, w=0.6, h=0.4, size=10), "number")


def overflowing(slide: Any) -> None:
    title(slide)
    named(box(slide, EN * 5, y=1.5), "points")
    named(box(slide, JA * 5, x=6, y=1.5), "left").text_frame.auto_size = MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE


def off_the_slide(slide: Any) -> None:
    title(slide)
    named(table(slide, EN, rows=6, y=5), "table")
    named(picture(slide, x=12.5, y=2), "picture")


def colliding(slide: Any) -> None:
    title(slide)
    named(picture(slide, x=1, y=3, w=4), "picture")
    named(box(slide, EN * 5, y=1.5, w=4, h=1), "points")


def faint(slide: Any) -> None:
    colored(named(box(slide, "Faint title", y=0.4, w=11, h=0.8, size=28), "title"), "C8C8C8")
    colored(named(box(slide, "Grey words", y=1.5, size=12), "points"), "8A8A8A")
    colored(named(box(slide, "Never seen", y=3, size=18), "message"), "FFFFFF")
    named(picture(slide, color="navy", x=6, y=3, w=5, h=2), "picture")
    colored(named(box(slide, "On a picture", x=6.5, y=3.5, size=18), "left"), "202020")


def without_glyphs(slide: Any) -> None:
    title(slide, f"Signs {CUNEIFORM}{CUNEIFORM} and 茶")


def empty(slide: Any) -> None:
    named(box(slide, " ", y=1.5), "points")


def grouped(slide: Any) -> None:
    """A diagram of which one box holds too much, while the group is large."""
    title(slide)
    group = named(slide.shapes.add_group_shape(), "diagram")
    for at, words in enumerate(("Plan", EN, "Act")):
        inner = named(group.shapes.add_shape(1, Inches(1 + 4 * at), Inches(2), Inches(3), Inches(1)), f"diagram.{at}")
        inner.text_frame.text = words
        inner.text_frame.word_wrap = True
        inner.text_frame.paragraphs[0].runs[0].font.size = Pt(18)
        colored(inner, "101010", "E8EEF7")
    group.shapes.add_shape(1, Inches(1), Inches(5), Inches(11), Inches(1)).fill.background()


PLANTED: dict[Callable[[Any], None], set[tuple[str, str]]] = {
    sound: set(),
    overflowing: {("overflow", "points"), ("overflow", "left")},
    off_the_slide: {("overflow", "table"), ("outside", "table"), ("outside", "picture")},
    colliding: {("overflow", "points"), ("collision", "points")},
    faint: {("contrast", "title"), ("contrast", "points"), ("contrast", "message"), ("contrast", "left")},
    without_glyphs: {("glyphs", "")},
    empty: {("blank", "")},
    grouped: {("overflow", "diagram")},
}


@needs_office
async def test_each_planted_defect_is_found_and_nothing_else() -> None:
    rendering, problems = await look(LibreOffice(), deck(*PLANTED), lang="ja")
    wanted = {(number, *one) for number, found in enumerate(PLANTED.values(), 1) for one in found}
    assert said(problems) == wanted
    assert len(rendering.pictures) == len(PLANTED)
    over = {(one.slide, one.where): one for one in problems if one.kind == "overflow"}
    assert over[2, "points"].ratio > 2
    assert over[3, "table"].severity == "critical"
    assert over[8, "diagram"].ratio > 1.2
    contrasts = {one.where: one.severity for one in problems if one.kind == "contrast"}
    assert contrasts == {"title": "major", "points": "minor", "message": "critical", "left": "major"}
    (glyphs,) = (one.text for one in problems if one.kind == "glyphs")
    assert "U+12000" in glyphs


@needs_office
async def test_placeholders_of_a_plain_template_give_no_alarm() -> None:
    def fill(slide: Any) -> None:
        named(slide.shapes.title, "title").text = "Uji tea / 宇治茶"
        body = named(slide.placeholders[1], "points")
        body.text_frame.text = JA
        body.text_frame.auto_size = MSO_AUTO_SIZE.NONE
        for paragraph in body.text_frame.paragraphs:
            paragraph.runs[0].font.size = Pt(20)

    assert (await look(LibreOffice(), deck(*[fill] * 3, layout=1), lang="ja"))[1] == []


def arrangement(content: Any, x: float, y: float, w: float, h: float) -> Arrangement:
    places = Box(x=Inches(x), y=Inches(y), w=Inches(w), h=Inches(h))
    made = Slide(id="s-01", kind="bullets", title="t")
    return Arrangement(slide=made, layout=6, frames=(Frame(content=content, box=places),))


async def test_reach_is_held_against_the_box_that_was_arranged() -> None:
    data = deck(lambda s: named(box(s, EN, y=1, h=3), "points"))
    grown = {(1, 0): tuple(map(int, (Inches(1), Inches(1), Inches(4), Inches(3))))}
    office = FakeOffice(grown)  # type: ignore[arg-type]
    assert (await look(office, data, [arrangement("points", 1, 1, 4, 3)], lang="en"))[1] == []
    (over,) = (await look(office, data, [arrangement("points", 1, 1, 4, 2)], lang="en"))[1]
    assert (over.kind, over.where, over.ratio, over.slide) == ("overflow", "points", 1.5, 1)
    assert over.text == "The words of the points need 150 % of the room that there is."


async def test_a_fake_office_finds_nothing_wrong_with_a_sound_deck_and_a_blank_slide_when_told() -> None:
    data = deck(sound, sound)
    assert (await look(FakeOffice(), data, lang="ja"))[1] == []
    assert said((await look(FakeOffice(blank=[2]), data, lang="ja"))[1]) == {(2, "blank", "")}
    loose = FakeOffice(fonts=[PdfFont(name="Arial", embedded=False), PdfFont(name="Noto", embedded=True)])
    (font,) = (await look(loose, data, lang="en"))[1]
    assert (font.slide, font.kind, "Arial" in font.text, "Noto" in font.text) == (0, "font", True, False)


async def test_pages_that_are_fewer_than_slides_are_told_and_the_others_still_looked_at() -> None:
    class Loses(FakeOffice):
        async def render(self, pptx: bytes, /, *, width: int = 1280) -> Rendering:
            whole = await super().render(pptx, width=width)
            return whole.model_copy(update={"pictures": whole.pictures[:1]})

    data = deck(sound, overflowing)
    assert said((await look(Loses(blank=[1]), data, lang="en"))[1]) == {(0, "pages", ""), (1, "blank", "")}


async def test_a_pdf_whose_words_cannot_be_read_is_told_and_the_rest_is_checked() -> None:
    class Garbles(FakeOffice):
        async def render(self, pptx: bytes, /, *, width: int = 1280) -> Rendering:
            return (await super().render(pptx, width=width)).model_copy(update={"pdf": b"no pdf"})

    assert said((await look(Garbles(blank=[1]), deck(sound), lang="ja"))[1]) == {(0, "other", ""), (1, "blank", "")}


async def test_what_the_office_raises_is_raised_and_nothing_is_left_running() -> None:
    waiting = asyncio.Event()

    class Hangs(FakeOffice):
        async def render(self, pptx: bytes, /, *, width: int = 1280) -> Rendering:
            await asyncio.sleep(0)
            return await super().render(pptx, width=width)

        async def measure(self, pptx: bytes, /) -> list[Extent]:
            try:
                await asyncio.Event().wait()
            finally:
                waiting.set()
            return []

    with pytest.raises(Refused, match="out of order"):
        await look(Hangs(error=Refused("out of order")), deck(sound), lang="en")
    await asyncio.wait_for(waiting.wait(), 5)
    with pytest.raises(Refused, match="not a readable"):
        await look(FakeOffice(), b"no deck", lang="en")
