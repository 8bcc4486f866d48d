"""Web search without a web."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date

from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.tools.search.port import Results
from kasen.tools.search.steady import sifted
from kasen.tools.search.wanted import Wanted, plain_host, wanted


class FakeSearch:
    """Implements `WebSearch`: results by query, from a function, or the same for every query; errors are raised.

    `queries` holds what was searched, `asked` under which conditions: they are kept to, as by a real search. A query
    that a mapping does not know finds nothing. Results with outcomes (`Results`) keep them. With `latency_s` each
    search takes as long by `sleep`; hand in that of a `FakeClock` and no test waits.
    """

    def __init__(
        self,
        results: Mapping[str, Sequence[Hit] | Exception] | Callable[[str], Sequence[Hit]] | Sequence[Hit] = (),
        *,
        name: str = "fake",
        latency_s: float = 0.0,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.name = name
        self.queries: list[str] = []
        self.asked: list[Wanted] = []
        self._results = results
        self._latency_s = latency_s
        self._sleep = sleep

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """Results, best first."""
        want = wanted(
            query,
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        self.queries.append(query)
        self.asked.append(want)
        if self._latency_s:
            await self._sleep(self._latency_s)
        found: Sequence[Hit] | Exception
        if isinstance(self._results, Mapping):
            found = self._results.get(query, ())
        else:
            found = self._results(query) if callable(self._results) else self._results
        if isinstance(found, Exception):
            raise found
        kept = sifted(found, want, self.name)
        if isinstance(found, Results):
            return Results(kept, outcomes=found.outcomes, copies=found.copies)
        return kept


def web_hit(
    text: str,
    *,
    url: str = "https://example.org/",
    title: str = "Example",
    score: float = 1.0,
    published: str = "",
    snippet_by: str = "",
) -> Hit:
    """A passage of a page; with `snippet_by` as a search provider shows it in its results."""
    source = Source(
        id=content_id("src", url),
        kind="web",
        title=title,
        uri=url,
        media_type="text/html",
        publisher=plain_host(url) or "example.org",
        published=published,
    )
    passage = Passage(
        id=content_id("psg", source.id, text),
        source_id=source.id,
        text=text,
        end=len(text),
        snippet_by=snippet_by,
    )
    return Hit(passage=passage, source=source, score=score)


def document_hit(
    text: str, *, path: str = "/docs/notes.md", page: int | None = None, heading: str = "", score: float = 1.0
) -> Hit:
    """A passage of a document of the user."""
    source = Source(id=content_id("src", path), kind="document", title=path.rsplit("/", 1)[-1], uri=path)
    passage = Passage(
        id=content_id("psg", source.id, page or 0, text),
        source_id=source.id,
        text=text,
        page=page,
        headings=(heading,) if heading else (),
        end=len(text),
    )
    return Hit(passage=passage, source=source, score=score)
