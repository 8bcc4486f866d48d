"""Pages of the web without a web, and a small web whose search finds them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from kasen.evidence.terms import terms
from kasen.evidence.types import Hit
from kasen.knowledge import chunk, language
from kasen.knowledge.formats.markdown import read_markdown
from kasen.testing.clock import START
from kasen.testing.search import FakeSearch, web_hit
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.fetch.passages import page_of
from kasen.tools.fetch.reading import Cut, Reading
from kasen.tools.fetch.urls import canonical_url

Sleep = Callable[[float], Awaitable[object]]
Given = str | Page | Unfetched | Callable[[str], "str | Page | Unfetched"]
"""A page: its text (Markdown), as it is fetched, why it is not to be had, or a function of the URL that gives one."""
SNIPPET = 60
"""Most characters of a page that the search of `web` shows; never more than a third of it."""


class Asked(NamedTuple):
    """One fetch."""

    url: str
    typed: bool
    lang: str


class FakeFetch:
    """Implements `Fetch` over a few pages by URL; any other answers 404.

    `calls` counts fetches by canonical URL, `asked` holds them in order with what they said. With `latency_s` each
    takes as long by `sleep`; hand in that of a `FakeClock` and no test waits.
    """

    def __init__(
        self, pages: Mapping[str, Given] | None = None, *, latency_s: float = 0.0, sleep: Sleep = asyncio.sleep
    ) -> None:
        self.pages = {canonical_url(url): given for url, given in (pages or {}).items()}
        self.calls: Counter[str] = Counter()
        self.asked: list[Asked] = []
        self._latency_s = latency_s
        self._sleep = sleep

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """The page, or why there is none."""
        address = canonical_url(url)
        self.calls[address] += 1
        self.asked.append(Asked(url, typed, lang))
        if self._latency_s:
            await self._sleep(self._latency_s)
        given = self.pages.get(
            address, Unfetched(asked=url, kind="status", reason="answered 404 Not Found", status=404)
        )
        found = given(url) if callable(given) else given
        page = page_of_text(address, found) if isinstance(found, str) else found
        return page.model_copy(update={"asked": url})


class Web(NamedTuple):
    """A search and what its results lead to."""

    search: FakeSearch
    fetch: FakeFetch


def web(
    pages: Mapping[str, str | Page | Unfetched],
    *,
    search_s: float = 0.0,
    page_s: float = 0.0,
    sleep: Sleep = asyncio.sleep,
) -> Web:
    """A small web. Its search shows the first words of the pages that share a word with the query, best first.

    Pages that are not to be had are found as well, last. What is shown is a snippet (`snippet_by="fake"`): only who
    reads the page has evidence. `search_s` and `page_s` are the seconds that a search and a page take by `sleep`.
    """
    shown = [_Shown.of(url, page) for url, page in pages.items()]

    def find(query: str) -> Sequence[Hit]:
        asked = set(terms(query))
        scored = [(len(asked & one.terms), one) for one in shown]
        ordered = sorted(scored, key=lambda pair: -pair[0])
        return [one.hit.model_copy(update={"score": float(shared)}) for shared, one in ordered if shared or one.is_dead]

    return Web(FakeSearch(find, latency_s=search_s, sleep=sleep), FakeFetch(dict(pages), latency_s=page_s, sleep=sleep))


class _Shown(NamedTuple):
    """A page in the index of `web`."""

    hit: Hit
    terms: set[str]
    is_dead: bool

    @classmethod
    def of(cls, url: str, given: str | Page | Unfetched) -> _Shown:
        if isinstance(given, Unfetched):
            return cls(web_hit("", url=canonical_url(url), title=url, snippet_by="fake"), set(), True)
        page = page_of_text(url, given) if isinstance(given, str) else given
        source = page.source
        hit = web_hit(
            f"{page.text[: min(SNIPPET, len(page.text) // 3)]} …",
            url=canonical_url(url),
            title=source.title,
            published=page.published,
            snippet_by="fake",
        )
        return cls(hit, set(terms(f"{source.title} {page.text}")), False)


def page_of_text(
    url: str, text: str, *, title: str = "", published: str = "", fetched_at: str = START.isoformat()
) -> Page:
    """A page with that text, read as Markdown and cut into passages as a real one is; the title is its first heading.

    `published` is an ISO 8601 date.
    """
    read = read_markdown(text)
    reading = Reading(
        text=read.text,
        cuts=tuple(Cut(**piece._asdict()) for piece in chunk.chunks(read)),
        title=title or read.title,
        published=published,
        language=_language(read.text),
    )
    return page_of(reading, text.encode(), asked=url, url=url, medium="markdown", fetched_at=fetched_at)


def _language(text: str) -> str:
    found = language.detect(text)
    return "" if found == "und" else found
