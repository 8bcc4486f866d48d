from __future__ import annotations

import pytest

from kasen.tools.fetch.dates import published
from kasen.tools.fetch.tree import parse


def day(html: str, url: str = "https://example.org/tea") -> str:
    return published(parse(html), url, "2026-01-02")


@pytest.mark.parametrize(
    "html",
    [
        '<head><meta property="article:published_time" content="2023-04-05T23:30:00+09:00"></head><p>x',
        '<head><meta name="citation_publication_date" content="2023/04/05"></head><p>x',
        '<head><meta itemprop="datePublished" content="2023-04-05"></head><p>x',
        '<script type="application/ld+json">{"@type":"Article","datePublished":"2023-04-05"}</script><p>x',
        '<article><time datetime="2023-04-05">spring</time><p>x</article><aside><time datetime="2025-01-01"></aside>',
        '<p>x<time datetime="2023-04-05T10:00">spring</time>',
        "<p>公開日：2023年4月5日</p>",
        "<p>掲載日 2023/04/05　更新日 2024/04/05</p>",
        "<p>公開日：令和５年４月５日（水）</p>",
        "<p>発行 平成35年4月5日</p>",
        "<p>Published on 2023-04-05</p>",
        "<p>Posted: 5 April 2023 by the editors</p>",
    ],
)
def test_a_date_that_is_marked_is_the_date_of_the_page(html: str) -> None:
    assert day(html) == "2023-04-05"


def test_the_address_of_a_page_may_tell() -> None:
    assert day("<p>x", "https://example.org/2023/04/05/tea") == "2023-04-05"


@pytest.mark.parametrize(
    "html",
    [
        "<p>In 1738 Nagatani Soen made sencha. Seen 2021-03-04.</p>",
        '<head><meta property="article:published_time" content="2031-01-01"></head><p>x',
        '<p>x<time datetime="2021-03-04"></time><time datetime="2022-03-04"></time>',
        "<footer>© 2019 Example</footer>",
        "<p>公開日：2031年4月5日</p>",
        "<p>公開日：2023年14月5日</p>",
        "<p>公開日：2023年2月31日</p>",
        "<p>公開日：未定、前回は2023年4月5日</p>",
        "<p>発行は2023年</p>",
        "<p>",
    ],
)
def test_any_other_date_is_not(html: str) -> None:
    assert day(html) == ""
