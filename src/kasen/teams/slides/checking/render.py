"""A deck as it looks: rendered, measured, and what the pictures and the measures show to be wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from kasen.knowledge.pdf_model import PageWords, PdfPages
from kasen.knowledge.pdf_pages import worded
from kasen.teams.slides.checking.drawn import Drawn, Sheet, shapes_of, sheets
from kasen.teams.slides.checking.legible import contrast_problems, glyph_problems, ink_problems
from kasen.teams.slides.checking.reach import reach_problems
from kasen.teams.slides.checking.telling import Teller
from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.part import Lang
from kasen.tools.fonts.coverage import missing
from kasen.tools.office.model import Extent, Office, Rendering

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_OTHER_SHAPES = re.compile(
    r"CJK-?(?:sc|tc|hk|kr)|SourceHan(?:Sans|Serif)(?:SC|TC|HC|K|CN|TW|KR)\b|DroidSansFallback|WenQuanYi|SimSun|SimHei|"
    r"YaHei|MingLiU|JhengHei|Malgun|Nanum|PingFang",
    re.IGNORECASE,
)
"""Fonts that draw kanji as they are written in China or Korea."""


async def look(
    office: Office, pptx: bytes, arrangements: Sequence[Arrangement] = (), *, lang: Lang
) -> tuple[Rendering, list[Problem]]:
    """The rendering, and what is wrong with it, slide by slide; arrangement n is that of slide n + 1.

    Raises what the office raises.
    """
    measuring = asyncio.create_task(office.measure(pptx))
    try:
        rendering = await office.render(pptx)
        read = await worded(rendering.pdf)
        extents = await measuring
    finally:
        measuring.cancel()
        await asyncio.gather(measuring, return_exceptions=True)
    return rendering, await asyncio.to_thread(_problems, pptx, rendering, read, extents, arrangements, lang)


def _problems(
    pptx: bytes,
    rendering: Rendering,
    read: PdfPages,
    extents: Sequence[Extent],
    arrangements: Sequence[Arrangement],
    lang: Lang,
) -> list[Problem]:
    size, slides = sheets(pptx)
    told = _of_deck(rendering, read, len(slides), lang)
    lacking = missing(sheet.text for sheet in slides)
    for number, sheet in enumerate(slides[: len(rendering.pictures)], 1):
        drawn = _drawn(number, sheet, size, rendering, read.words, extents, arrangements)
        teller = Teller(number, lang)
        reach_problems(drawn, teller)
        if not _is_picture(number, arrangements):  # its own words lie under the picture, to be read aloud only
            ink_problems(drawn, teller)
            contrast_problems(drawn, teller)
            glyph_problems(drawn, lacking, teller)
        told += teller.told
    return told


def _is_picture(number: int, arrangements: Sequence[Arrangement]) -> bool:
    return number <= len(arrangements) and arrangements[number - 1].slide.kind == "image"


def _drawn(
    number: int,
    sheet: Sheet,
    size: tuple[int, int],
    rendering: Rendering,
    words: Sequence[PageWords],
    extents: Sequence[Extent],
    arrangements: Sequence[Arrangement],
) -> Drawn:
    arrangement = arrangements[number - 1] if number <= len(arrangements) else None
    own = [extent for extent in extents if extent.slide == number]
    return Drawn(
        number=number,
        size=size,
        shapes=shapes_of(sheet, own, arrangement),
        picture=rendering.pictures[number - 1],
        words=words[number - 1] if number <= len(words) else None,
        text=sheet.text,
    )


def _of_deck(rendering: Rendering, read: PdfPages, slides: int, lang: Lang) -> list[Problem]:
    teller = Teller(0, lang)
    if read.refused:
        teller.tell("other", "unread", severity="minor")
    if len(rendering.pictures) != slides:
        teller.tell("pages", "pages", severity="critical", wanted=slides, found=len(rendering.pictures))
    loose = [font.name for font in rendering.fonts if not font.embedded]
    if loose:
        teller.tell("font", "font", fonts=", ".join(loose))
    foreign = {
        run.font: None
        for page in read.words
        for run in page.runs
        if lang == "ja" and _OTHER_SHAPES.search(run.font) and _JAPANESE.search(run.text)
    }
    if foreign:
        teller.tell("font", "script", severity="minor", fonts=", ".join(foreign))
    return teller.told
