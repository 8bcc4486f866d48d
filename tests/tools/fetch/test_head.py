from __future__ import annotations

import pytest

from kasen.tools.fetch.head import LONGEST, Head, read_head
from kasen.tools.fetch.tree import parse

URL = "https://example.org/teas/uji?page=2"


def head(inside: str, *, body: str = "<p>Tea.</p>", html: str = "<html>") -> Head:
    return read_head(parse(f"<!doctype html>{html}<head>{inside}</head><body>{body}</body></html>"), URL, "2026-01-02")


def test_what_a_page_says_of_itself() -> None:
    found = head(
        '<title>宇治茶の歴史 - 茶の図書館</title><meta property="og:title" content="宇治茶の歴史">'
        '<meta property="og:site_name" content="茶の図書館"><meta name="Author" content="図書館編集部">'
        '<meta property="article:published_time" content="2023-04-05T10:00:00+09:00">'
        '<link rel="canonical" href="/teas/uji">',
        html='<html lang="ja-JP">',
    )
    assert found == Head(
        title="宇治茶の歴史",
        author="図書館編集部",
        site="茶の図書館",
        published="2023-04-05",
        language="ja",
        canonical="https://example.org/teas/uji",
    )


def test_structured_data_counts() -> None:
    found = head(
        '<title>x</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle",'
        '"headline":"Tea","datePublished":"2024-05-06","author":{"@type":"Person","name":"Example Author"},'
        '"publisher":{"@type":"Organization","name":"Example News"}}</script>'
    )
    assert (found.author, found.site, found.published) == ("Example Author", "Example News", "2024-05-06")


def test_a_page_without_a_head_tells_nothing() -> None:
    found = read_head(parse("<p>Tea.</p>"), URL, "2026-01-02")
    assert (found.title, found.author, found.published, found.language, found.canonical, found.refresh) == ("",) * 6


def test_relative_addresses_start_at_the_base() -> None:
    found = head('<base href="/other/"><link rel=canonical href="a"><meta http-equiv=refresh content="0;url=b">')
    assert (found.canonical, found.refresh) == ("https://example.org/other/a", "https://example.org/other/b")


@pytest.mark.parametrize(
    ("content", "leads_to"),
    [
        ("0; url=/next", "https://example.org/next"),
        ("5;URL='https://other.example/a b'", "https://other.example/a b"),
        ("0,next", "https://example.org/teas/next"),
        ("0;url=javascript:alert(1)", "javascript:alert(1)"),
        ("30; url=/next", ""),
        ("5", ""),
        ("", ""),
        ("0;url=http://[broken", ""),
    ],
)
def test_where_a_refresh_leads(content: str, leads_to: str) -> None:
    assert head(f'<meta http-equiv="Refresh" content="{content}">').refresh == leads_to


@pytest.mark.parametrize("bad", ["http://[", "//[::1", "http://\ud800/"])
def test_addresses_that_are_none_do_no_harm(bad: str) -> None:
    found = head(f'<base href="{bad}"><link rel=canonical href="{bad}"><meta http-equiv=refresh content="0;url={bad}">')
    assert found.title == ""


def test_long_words_are_cut_and_lines_joined() -> None:
    found = head(f"<title>a\n b {'x' * 900}</title><meta name=author content='{'y ' * 900}'>")
    assert found.title.startswith("a b x")
    assert len(found.title) == len(found.author) == LONGEST
    assert head("<meta name=author content='https://example.org/profile'>").author == ""
