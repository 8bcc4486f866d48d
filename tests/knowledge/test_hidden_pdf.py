from __future__ import annotations

import pypdfium2
import pytest

from kasen.knowledge.hidden_pdf import SeenPages, seen_pages
from teams.resume.document.files import pdf, text_at


def look(*operators: str) -> SeenPages:
    with pypdfium2.PdfDocument(pdf([text_at("Seen words here", 72, 780), *operators])) as document:
        return seen_pages(document)


@pytest.mark.parametrize(
    ("operators", "how"),
    [
        ([text_at("secret", 72, 700, before="1 1 1 rg")], "colour of its ground"),
        ([text_at("secret", 72, 700, before="0.99 0.99 1 rg")], "colour of its ground"),
        (["0 0 0.5 rg 60 600 300 40 re f", text_at("secret", 72, 610, before="0 0 0.5 rg")], "colour of its ground"),
        ([text_at("secret", 72, 560), "0.9 0.9 0.9 rg 60 550 200 30 re f"], "covered"),
        ([text_at("secret", 72, 700, before="3 Tr")], "invisible"),
        ([text_at("secret", 72, 700, size=1)], "smaller than 2 points"),
        ([text_at("secret", 72, 2000)], "off the page"),
        ([text_at("secret", -900, 700)], "off the page"),
    ],
)
def test_words_that_nobody_sees_are_taken_out_and_told(operators: list[str], how: str) -> None:
    seen = look(*operators)
    assert "secret" not in seen.pages[0]
    assert "Seen words here" in seen.pages[0]
    assert [(how in told, words, page) for told, words, page in seen.hidden] == [(True, "secret", 1)]


@pytest.mark.parametrize(
    "operators",
    [
        [text_at("Grey is seen", 72, 700, before="0.5 g")],
        ["0 0 0.5 rg 60 600 300 40 re f", text_at("White on blue", 72, 615, before="1 1 1 rg")],
        [text_at("- pays . , tax", 72, 700)],
        [text_at("small print", 72, 700, size=5)],
        [text_at("light grey", 72, 700, before="0.8 g")],
    ],
)
def test_words_that_are_seen_stay(operators: list[str]) -> None:
    seen = look(*operators)
    assert seen.hidden == []
    assert len(seen.pages[0].split()) > 4


def test_at_most_thirty_pages_are_read_and_that_is_said() -> None:
    with pypdfium2.PdfDocument(pdf(*([text_at("x", 72, 700)] for _ in range(31)))) as document:
        seen = seen_pages(document)
    assert len(seen.pages) == 30
    assert seen.problems == ["only the first 30 of 31 pages were read"]
