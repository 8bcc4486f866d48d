from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.fetch.media import Medium
from kasen.tools.fetch.reading import Job, Reading, read
from tools.fetch import pages

SPEC = Path(__file__).resolve().parents[3] / "examples" / "corpus"


def job(medium: Medium = "html", charset: str = "") -> Job:
    return Job(medium=medium, charset=charset, url="https://example.org/teas/uji", today="2026-01-02")


def exact(reading: Reading) -> list[str]:
    return [reading.text[cut.start : cut.end] for cut in reading.cuts]


@pytest.mark.parametrize("charset", ["utf-8", "shift_jis", "euc-jp", "iso-2022-jp"])
def test_a_page_is_read_the_same_in_every_charset(charset: str) -> None:
    reading = read(job(), pages.uji(charset))
    assert pages.HISTORY in reading.text
    assert (reading.title, reading.site, reading.published, reading.language) == (
        "宇治茶の歴史", "茶の図書館", "2023-04-05", "ja",
    )  # fmt: skip
    assert reading.canonical == "https://example.org/teas/uji?utm_source=feed"
    assert reading.refusal == ""


def test_passages_are_exact_and_know_their_headings() -> None:
    reading = read(job(), pages.uji())
    assert any(pages.HISTORY in text for text in exact(reading))
    assert all(text == text.strip() and 0 < len(text) <= 1000 for text in exact(reading))
    assert {cut.headings[0] for cut in reading.cuts} == {"宇治茶の歴史"}
    assert [cut.start for cut in reading.cuts] == sorted(cut.start for cut in reading.cuts)


def test_a_page_without_marks_is_read_from_its_body() -> None:
    reading = read(job(), pages.sencha())
    assert (reading.title, reading.language) == ("Sencha", "en")
    assert pages.SENCHA in reading.text


@pytest.mark.parametrize(
    ("medium", "data", "title", "words"),
    [
        ("text", "宇治茶\n\n宇治の茶は古い。".encode("shift_jis"), "宇治茶", "宇治の茶は古い。"),
        ("markdown", b"# Uji\n\nTea *grows* here.", "Uji", "Tea grows here."),
    ],
)
def test_text_and_markdown_are_read_as_documents_are(medium: Medium, data: bytes, title: str, words: str) -> None:
    reading = read(job(medium, "shift_jis"), data)
    assert reading.title == title
    assert words in reading.text


def test_a_pdf_is_read_with_its_pages() -> None:
    data = next(SPEC.rglob("*.pdf")).read_bytes()
    reading = read(job("pdf"), data)
    assert {cut.page for cut in reading.cuts} >= {1}
    assert all(reading.text[cut.start : cut.end].strip() for cut in reading.cuts)


@pytest.mark.parametrize(
    ("medium", "data", "why", "is_empty"),
    [
        ("pdf", b"%PDF-1.7 broken", "not a readable PDF", False),
        ("html", bytes(range(256)) * 20, "binary", False),
        ("html", b"<html><body><div id=root></div><script src=a></script></body></html>", "without JavaScript", True),
        ("html", b"<html><body></body></html>", "no text", True),
        ("html", b"<!-- -->", "no text", True),
        ("html", b"<p>" + "\ue000\ue001 ".encode() * 300, "unreadable text", False),
        ("text", b"\n \n", "no text", True),
    ],
)
def test_what_cannot_be_cited_says_why(medium: Medium, data: bytes, why: str, is_empty: bool) -> None:
    reading = read(job(medium), data)
    assert why in reading.refusal
    assert reading.is_empty is is_empty
    assert reading.cuts == ()


def test_a_page_that_sends_elsewhere_says_where() -> None:
    reading = read(job(), b'<html><head><meta http-equiv="refresh" content="0;url=/next"></head><body></body></html>')
    assert (reading.refresh, reading.is_empty) == ("https://example.org/next", True)


def test_garbled_text_is_told() -> None:
    garbled = ("宇治茶の歴史と覆下栽培の話。" * 30).encode().decode("latin-1")
    reading = read(
        job(), f"<p>Tea in Uji is old and good and known. {garbled[:120]}{'Tea is grown. ' * 60}</p>".encode()
    )
    assert any("garbled" in problem for problem in reading.problems)
