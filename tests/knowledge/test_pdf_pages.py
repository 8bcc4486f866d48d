from __future__ import annotations

import io

import pytest
from PIL import Image

from kasen.knowledge.pdf_pages import LIMITS, look, pictured, worded
from kasen.knowledge.workers.pool import WorkerLimits
from teams.resume.document.files import pdf, text_at


async def test_each_page_becomes_a_picture_of_the_width_that_was_asked_for() -> None:
    found = await pictured(pdf([text_at("One", 72, 700)], [text_at("Two", 72, 400)]), width=300)
    pictures = [Image.open(io.BytesIO(one)) for one in found.pictures]
    assert (found.refused, len(pictures)) == ("", 2)
    assert {one.size for one in pictures} == {(300, 425)}
    assert found.pictures[0] != found.pictures[1]
    assert [font.embedded for font in found.fonts] == [False]


async def test_words_come_page_by_page_with_their_fonts() -> None:
    found = await worded(pdf([text_at("One", 72, 700)], [], [text_at("Three", 72, 700)]))
    assert [[run.text for run in page.runs] for page in found.words] == [["One"], [], ["Three"]]
    assert [font.name for font in found.fonts] == [found.words[0].runs[0].font]


@pytest.mark.parametrize("data", [b"", b"no pdf", b"%PDF-1.7 broken"])
async def test_what_is_no_pdf_is_refused_in_a_clause(data: bytes) -> None:
    assert (await worded(data)).refused == "is broken: not a readable PDF"
    assert (await pictured(data, width=100)).refused


async def test_a_reading_that_takes_too_long_or_too_much_is_ended() -> None:
    page = pdf([text_at("One", 72, 700)])
    assert "takes more than" in (await worded(page, WorkerLimits(seconds=0.001, memory=LIMITS.memory))).refused
    assert (await pictured(page, width=100, limits=WorkerLimits(seconds=30, memory=64 << 20))).refused


def test_more_pages_than_are_read_are_refused() -> None:
    assert "400 pages" in look(pdf(*([text_at("x", 72, 700)] for _ in range(401))), "words", 0).refused
