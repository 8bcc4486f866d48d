from __future__ import annotations

import hashlib

from kasen.evidence.types import Source
from kasen.tools.fetch.page import Page
from kasen.tools.fetch.passages import page_of
from kasen.tools.fetch.reading import Cut, Job, Reading, read
from tools.fetch import pages

AT = "2026-01-02T03:04:05+00:00"


def made(reading: Reading, data: bytes = b"x", url: str = "https://www.example.org/teas/uji?page=2") -> Page:
    return page_of(reading, data, asked=url, url=url, medium="html", fetched_at=AT)


def test_a_page_becomes_a_source_with_exact_passages() -> None:
    data = pages.uji()
    page = made(read(Job(medium="html", url="https://www.example.org/teas/uji?page=2", today="2026-01-02"), data), data)
    assert page.source == Source(
        id=page.source.id,
        kind="web",
        title="宇治茶の歴史",
        uri="https://www.example.org/teas/uji",
        media_type="text/html",
        content_hash=hashlib.sha256(data).hexdigest(),
        fetched_at=AT,
        publisher="茶の図書館",
    )
    assert (page.published, page.language, page.author) == ("2023-04-05", "ja", "")
    assert len(page.passages) >= 1
    assert all(page.text[p.start : p.end] == p.text and p.source_id == page.source.id for p in page.passages)


def test_the_same_bytes_at_the_same_address_are_the_same_evidence() -> None:
    reading = Reading(text="Tea. Tea.", cuts=(Cut(start=0, end=4), Cut(start=5, end=9)))
    one, again = made(reading), made(reading, url="https://WWW.example.org/teas/uji?page=2#a")
    assert [p.id for p in one.passages] == [p.id for p in again.passages]
    assert len({p.id for p in one.passages}) == 2, "the same words at another place are another passage"
    assert made(reading, b"y").source.id != one.source.id
    assert made(reading, url="https://www.example.org/other").source.id != one.source.id


def test_a_page_that_does_not_tell_is_named_after_its_address() -> None:
    page = made(Reading(text="Tea."), url="https://www.example.org/%E8%8C%B6/")
    assert (page.source.title, page.source.publisher) == ("茶", "example.org")
    assert made(Reading(), url="https://www.example.org/").source.title == "www.example.org"


def test_a_page_cannot_claim_to_be_another_site() -> None:
    page = made(Reading(canonical="https://bank.example/", title="Bank"))
    assert page.source.uri == "https://www.example.org/teas/uji?page=2"
