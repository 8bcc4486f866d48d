"""From queries to passages that were read: documents and web at the same time, each page once, failures kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kasen.errors import InputError, ProviderError
from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.research import headings, wording
from kasen.teams.research.checks import Lang
from kasen.teams.research.reading import found_by
from kasen.teams.research.rules.coverage import coverage
from kasen.teams.research.rules.question import content_words
from kasen.teams.research.schemas import Found, Request, SearchDone, Unread
from kasen.teams.research.together import together
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.search import WebSearch, outcomes_of

T = TypeVar("T")
DOCUMENT_RESULTS = 12
"""Passages per query of documents."""
WEB_RESULTS = 5
"""Results per query of the web (seed 004: `max_results` 5)."""
PER_PAGE = 4
"""Passages of one page that one query brings."""
MOST_SCORED = 200
"""Passages of a page that are measured against a query; a page of 2 MB has some thousands."""
_UNMEASURED = 0.3
"""Score of the first passages of a page that shares no word with the query: it may be in another language."""


@dataclass(frozen=True)
class Gathering:
    """Passages found, and the searches that found them."""

    found: list[Found] = field(default_factory=list)
    searches: list[SearchDone] = field(default_factory=list)

    def __add__(self, other: Gathering) -> Gathering:
        return Gathering([*self.found, *other.found], [*self.searches, *other.searches])


async def gather(
    deps: Deps,
    request: Request,
    *,
    rag_queries: Sequence[str] = (),
    web_queries: Sequence[str] = (),
    weight: float = 1.0,
) -> Gathering:
    """What the documents and the web hold on these queries; `weight` is that of what is found, against others."""
    documents, web = await together(
        (
            search_documents(deps, request, rag_queries, weight=weight),
            search_web(deps, request, web_queries, weight=weight),
        )
    )
    return documents + web


async def search_documents(deps: Deps, request: Request, queries: Sequence[str], *, weight: float = 1.0) -> Gathering:
    """What the user's documents hold on these queries."""
    if not queries:
        return Gathering()
    library = await deps.library(request.docs, request.kb)
    if not library.passages:
        return Gathering()
    total = Gathering()
    for query in headings.plain_queries(queries, request.question):
        hits = await library.search(query, limit=DOCUMENT_RESULTS)
        await deps.evidence.add(hits)
        await deps.emit("search", query=query, where="documents", found=len(hits))
        done = SearchDone(query=query, where="documents", found=len(hits))
        total += Gathering(found_by(query, hits, weight=weight), [done])
    return total


async def search_web(deps: Deps, request: Request, queries: Sequence[str], *, weight: float = 1.0) -> Gathering:
    """What pages of the web say on these queries: only what was read in them, never what a search shows of them."""
    if deps.search is None or not queries:
        return Gathering()
    unique = headings.plain_queries(queries, request.question)
    results = await together(_searched(deps, deps.search, request, query) for query in unique)
    total = Gathering()
    told: set[str] = set()
    for query, result in zip(unique, results, strict=True):
        total += await _harvest(deps, request, query, result, weight, told)
    return total


async def earlier_passages(deps: Deps, question: str) -> list[Found]:
    """Of the passages of the run that this one goes on from, those that hold most of the question's words."""
    if deps.earlier is None or not deps.earlier.passage_ids:
        return []
    passages = await deps.evidence.passages(deps.earlier.passage_ids)
    sources = {s.id: s for s in await deps.evidence.sources(list({p.source_id for p in passages}))}
    cited = {id for finding in deps.earlier.result.get("findings", []) for id in finding.get("passage_ids", [])}
    hits = [Hit(passage=p, source=sources[p.source_id], score=0.0) for p in passages if p.is_read]
    scored = [hit.model_copy(update={"score": _score(question, hit, 0)}) for hit in hits]
    # What the report before cited is what the question goes on from, also where it names nothing of it.
    best = sorted(scored, key=lambda hit: (-hit.score, hit.passage.id not in cited))[:DOCUMENT_RESULTS]
    return found_by(question, [hit for hit in best if hit.score > 0 or hit.passage.id in cited])


async def read_page(deps: Deps, request: Request, url: str, *, typed: bool = True) -> tuple[Page, Gathering]:
    """A page whose address the user typed, and its passages as found. Raises InputError when it cannot be read."""
    if deps.fetch is None:
        raise InputError(f"`{url}` is not read: this run reads nothing from the web")
    page = await deps.fetch.fetch(url, typed=typed, lang=deps.lang)
    if isinstance(page, Unfetched):
        raise InputError(f"`{url}` cannot be read: {page.reason}", hint="Save the page as a file and give its text.")
    await deps.evidence.add(page.hits())
    return page, Gathering(found_by(url, page.hits()))


@dataclass(frozen=True)
class _Result:
    """One search, and the pages that it led to."""

    hits: list[Hit]
    pages: dict[str, Page | Unfetched] = field(default_factory=dict)
    error: str = ""


async def _searched(deps: Deps, search: WebSearch, request: Request, query: str) -> _Result:
    """Search, and read what was found as soon as that is known."""
    try:
        hits = await search(
            query,
            max_results=WEB_RESULTS,
            since=request.since_day,
            domains=request.domains,
            exclude_domains=request.exclude_domains,
            lang=deps.lang,
        )
    except (ProviderError, InputError) as error:
        return _Result([], error=str(error))
    urls = list(dict.fromkeys(hit.source.uri for hit in hits if not hit.passage.is_read))
    pages = await together(_page(deps, url) for url in urls)
    failed = [outcome.error for outcome in outcomes_of(hits) if outcome.error]
    return _Result(hits, dict(zip(urls, pages, strict=True)), "; ".join(failed) if not hits else "")


async def _page(deps: Deps, url: str) -> Page | Unfetched:
    if deps.fetch is None:
        return Unfetched(asked=url, kind="unreachable", reason=wording.reads_nothing(lang_of(deps.lang)))
    return await deps.fetch.fetch(url, lang=deps.lang)


async def _harvest(
    deps: Deps,
    request: Request,
    query: str,
    result: _Result,
    weight: float,
    told: set[str],
) -> Gathering:
    """The best passages of the pages that one query led to."""
    kept: list[Hit] = []
    unread: list[Unread] = []
    for rank, hit in enumerate(result.hits):
        if hit.passage.is_read:
            kept.append(hit.model_copy(update={"score": _score(query, hit, rank)}))
            continue
        page = result.pages[hit.source.uri]
        reason = _why_not(page, request, lang_of(deps.lang))
        if isinstance(page, Unfetched) or reason:
            unread += [Unread(url=hit.source.uri, reason=reason)] if hit.source.uri not in told else []
            told.add(hit.source.uri)
        else:
            kept += best_of(query, page, rank)
    await deps.evidence.add(kept)
    await deps.emit("search", query=query, where="web", found=len(result.hits), error=result.error)
    done = SearchDone(query=query, where="web", found=len(result.hits), error=result.error, unread=unread)
    kept.sort(key=lambda hit: -hit.score)
    return Gathering(found_by(query, kept, weight=weight), [done])


def best_of(query: str, page: Page, rank: int = 0) -> list[Hit]:
    """The passages of a page that hold most of the query's words, best first; else its first ones, with a low score."""
    hits = page.hits()
    scored = [hit.model_copy(update={"score": _score(query, hit, rank)}) for hit in _likely(query, hits)]
    best = sorted((hit for hit in scored if hit.score > 0), key=lambda hit: -hit.score)[:PER_PAGE]
    return best or [hit.model_copy(update={"score": _UNMEASURED}) for hit in hits[:PER_PAGE]]


def _likely(query: str, hits: Sequence[Hit]) -> Sequence[Hit]:
    """Of a long page the passages in which most of the query's words begin, in the order of the page."""
    if len(hits) <= MOST_SCORED:
        return hits
    roots = {word[: max(4, len(word) - 2)] if word.isascii() else word[:2] for word in content_words(query)}
    held = [sum(root in text for root in roots) for text in (hit.passage.text.casefold() for hit in hits)]
    likely = sorted(range(len(hits)), key=lambda place: (-held[place], place))[:MOST_SCORED]
    return [hits[place] for place in sorted(likely)]


def _score(query: str, hit: Hit, rank: int) -> float:
    """The share of the query's words, a little less for what the search put further down."""
    place = "\n".join((hit.source.title, *hit.passage.headings, hit.passage.text))
    return round(coverage(query, place) * (1.0 - 0.04 * rank), 4)


def _why_not(page: Page | Unfetched, request: Request, lang: Lang) -> str:
    """Why a page counts for nothing; empty when it counts."""
    if isinstance(page, Unfetched):
        return page.reason
    if request.since and page.published and page.published[:10] < request.since:
        return wording.too_old(page.published, lang)
    return ""


def lang_of(lang: str) -> Lang:
    """The language of fixed sentences."""
    return "ja" if lang == "ja" else "en"
