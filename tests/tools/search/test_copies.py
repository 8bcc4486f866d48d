from __future__ import annotations

import pytest

from kasen.testing.search import web_hit
from kasen.tools.search.copies import first_alike, page_key, print_of

TITLE = "Uji tea harvest falls for a third year"
NEWS = (
    "The tea harvest of Uji fell to 2,410 tonnes in 2025, the city said on Monday. Farmers name the heat of August and "
    "the want of rain in spring, and expect no better year."
)
TITLE_JA = "宇治茶の収穫、三年続けて減る"
NEWS_JA = (
    "宇治茶の収穫は2025年に2,410トンに減ったと市が月曜日に発表した。農家は八月の暑さと春の少雨を理由に挙げ、"
    "来年も良くなる見込みはないとしている。"
)


def alike(one: tuple[str, str], other: tuple[str, str]) -> bool:
    prints = [print_of(web_hit(text, title=title)) for title, text in (one, other)]
    ways = {prints[0].is_copy_of(prints[1]), prints[1].is_copy_of(prints[0])}
    assert len(ways) == 1
    return ways.pop()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/a", "http://www.example.com/a/"),
        ("https://example.com/", "https://example.com/index.html"),
        ("https://example.com/a?utm_source=x", "https://EXAMPLE.com:443/a#b"),
        ("https://arxiv.org/abs/2601.01234", "http://www.arxiv.org/pdf/2601.01234v3.pdf"),
        ("https://arxiv.org/abs/hep-th/9901001v1", "https://export.arxiv.org/abs/hep-th/9901001"),
    ],
)
def test_addresses_of_one_page_have_one_key(one: str, other: str) -> None:
    assert page_key(one) == page_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/a", "https://example.com/b"),
        ("https://example.com/a?id=1", "https://example.com/a?id=2"),
        ("https://example.com/a", "https://news.example.com/a"),
        ("mcp://docs/search#1", "mcp://docs/search#2"),
        ("https://arxiv.org/abs/2601.01234", "https://arxiv.org/abs/2601.01235"),
        ("https://arxiv.org/list/cs.CL", "https://arxiv.org/abs/2601.01234"),
    ],
)
def test_other_pages_have_other_keys(one: str, other: str) -> None:
    assert page_key(one) != page_key(other)


@pytest.mark.parametrize("uri", ["", "not a url", "https://[::1", "mailto:x@example.com"])
def test_any_text_has_a_key(uri: str) -> None:
    assert page_key(uri) != page_key("https://example.com/")


@pytest.mark.parametrize(
    "other",
    [
        (TITLE, NEWS),
        (f"{TITLE} | The Daily Example", NEWS),
        (TITLE.upper(), f"KYOTO (Wire) — {NEWS}"),
        (TITLE, NEWS[:120] + " …"),
    ],
)
def test_syndicated_copies_are_found(other: tuple[str, str]) -> None:
    assert alike((TITLE, NEWS), other)


def test_so_are_japanese_ones_in_any_width() -> None:
    assert alike((TITLE_JA, NEWS_JA), (f"{TITLE_JA}：例新聞デジタル", NEWS_JA.replace("2025", "２０２５")))


@pytest.mark.parametrize(
    "other",
    [
        (TITLE, NEWS.replace("2,410", "2,140")),
        (TITLE, NEWS.replace("expect no better", "expect a better")),
        ("Uji tea harvest falls: questions and answers on prices in the shops", NEWS),
        (
            TITLE,
            "Farmers in Uji sold less tea than ever, while shops in Kyoto raised their prices in every month of it.",
        ),
        (f"{TITLE} (2024)", NEWS),
    ],
)
def test_what_differs_in_a_number_a_not_or_its_matter_is_no_copy(other: tuple[str, str]) -> None:
    assert not alike((TITLE, NEWS), other)


def test_japanese_words_that_deny_are_no_copy() -> None:
    assert not alike((TITLE_JA, NEWS_JA), (TITLE_JA, NEWS_JA.replace("見込みはない", "見込みがある")))


def test_short_or_empty_snippets_are_never_copies() -> None:
    assert not alike((TITLE, "Read more"), (TITLE, "Read more"))
    assert not alike((TITLE, ""), (TITLE, ""))
    assert not alike(("", ""), ("", ""))


def test_words_that_a_model_told_are_not_compared() -> None:
    hit = web_hit(NEWS, title=TITLE)
    told = hit.model_copy(update={"passage": hit.passage.model_copy(update={"told_by": "google:m"})})
    assert first_alike(print_of(told), [print_of(hit)]) is None
    assert first_alike(print_of(hit), [print_of(web_hit("other")), print_of(hit)]) == 1
