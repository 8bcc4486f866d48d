from __future__ import annotations

import re
import unicodedata

import pypdfium2
import pytest

from kasen.tools.report.model import Lang, Report
from kasen.tools.report.pdf import pdf
from tools.report.full import full
from tools.report.sample import HOSTILE, report
from tools.report.test_pdf_text import text_tables

pytestmark = pytest.mark.usefixtures("chromium_there")


def squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).split())


def parts(whole: Report) -> list[str]:
    """What must be on paper: title, claims, sources with addresses and dates, passages, notes."""
    said = [whole.title, whole.question, *whole.banner, *whole.not_covered, *(s.text for s in whole.sentences())]
    for reference in whole.references:
        said += [reference.title, reference.file, reference.publisher, reference.uri, reference.fetched]
        said += [passage.text for passage in reference.passages]
    said += [point.ruling.note for point in whole.analysis if point.ruling]
    return [one for one in said if one]


@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_the_pdf_holds_every_claim_and_reference_as_text_on_numbered_a4_pages(lang: Lang) -> None:
    whole = full(lang)
    data = await pdf(whole)
    document = pypdfium2.PdfDocument(data)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    text = squeezed("".join(pages))
    assert [one for one in parts(whole) if squeezed(one) not in text] == []
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page
    assert document[0].get_size() == pytest.approx((595.3, 841.9), abs=1)
    assert not re.search("[\u2e80-\u2fdf]", text)
    tables = list(text_tables(data))
    assert len(tables) > 5
    assert not [table for table in tables if re.search(rb"<2(?:E[89A-F]|F[0-9A-D])[0-9A-F]>", table)]
    assert len(list(document.get_toc())) >= 8
    assert data.count(b"/URI (https://tea.example/") >= 3
    assert data.count(b"/Subtype /Link") >= 15


async def test_hostile_words_stay_words_also_in_the_footer() -> None:
    document = pypdfium2.PdfDocument(await pdf(report(text=HOSTILE)))
    text = squeezed("".join(page.get_textpage().get_text_bounded() for page in document))
    assert squeezed("</p><script>alert(1)</script><img src=x onerror=alert(2)>") in text
    assert text.count("Forgedheading") > 5
