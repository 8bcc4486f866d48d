"""The web as a run sees it: asked once for each thing, remembered by later runs, and repeated without a network.

Within a run nothing is searched or fetched twice, failures included. Other runs may use what was found for a while.
Identical calls on their way at the same time are one call. What a run had is written with it, under its fence, before
a node gets it; a run that repeats another has what that one had and nothing else.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

import orjson
from pydantic import BaseModel, ConfigDict, Field

from kasen import errors
from kasen.errors import ConfigurationError, ProviderError, Refused
from kasen.evidence.types import Hit
from kasen.runtime import web_words
from kasen.runtime.redacted import RedactedFetch, RedactedSearch
from kasen.runtime.rows import timestamp
from kasen.runtime.web_memory import Memory, Name
from kasen.runtime.web_records import BRIEFLY, NEVER, WHOLLY, Kept
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.fetch.urls import canonical_url
from kasen.tools.search.port import Outcome, Results, copies_of, outcomes_of
from kasen.tools.search.wanted import Wanted, wanted

if TYPE_CHECKING:
    from kasen.settings import Redactor
    from kasen.tools.fetch.page import Fetch
    from kasen.tools.search.port import WebSearch

Warn = Callable[[str, str], Awaitable[None]]
"""`await warn(about, text)`: a warning that is said once in a run."""


class FoundSearch(BaseModel):
    """How a search ended, as it is stored."""

    model_config = ConfigDict(frozen=True)

    hits: tuple[Hit, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    copies: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    error: str = ""
    hint: str = ""
    kind: str = ""
    """Class of the error."""

    @property
    def shared(self) -> int:
        """A search that one of its providers did not answer is made again by the next run."""
        if self.error or any(outcome.error for outcome in self.outcomes):
            return NEVER
        return WHOLLY if self.hits else BRIEFLY

    def raised(self, lang: str) -> ProviderError:
        """The error, said in the language of the run; what is wrong with the settings fails the search, not the run."""
        kind = getattr(errors, self.kind, Refused)
        return (kind if issubclass(kind, ProviderError) else Refused)(
            web_words.search_failed(self.error, lang), hint=self.hint
        )


class RunSearch:
    """Implements `WebSearch` for one run; with `search` None it knows only what is recorded."""

    def __init__(self, search: WebSearch | None, memory: Memory, redact: Redactor, warn: Warn) -> None:
        self._search = RedactedSearch(search, redact) if search is not None and redact else search
        self._memory = memory
        self._redact = redact
        self._warn = warn
        self._told: set[str] = set()
        self.name = search.name if search is not None else "replay"

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
        """See `WebSearch`; it is asked once in a run, and not at all where another run asked lately."""
        memory = self._memory
        want = wanted(
            self._redact(query),
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        own, others = search_key(want), search_key(want, self.name)
        kept = await memory.get([Name(own)], [Name(others)], memory.lives.searches, lambda: self._made(want, others))
        if kept is None:
            raise Refused(web_words.no_search(want.query, memory.replay_of, memory.lang))
        found = FoundSearch.model_validate_json(kept.body)
        await self._tell(found)
        if found.error:
            raise found.raised(memory.lang)
        outcomes = [
            one.model_copy(update={"error": web_words.search_failed(one.error, memory.lang)}) for one in found.outcomes
        ]
        return Results(found.hits, outcomes=outcomes, copies=found.copies)

    async def _made(self, want: Wanted, key: str) -> Kept:
        assert self._search is not None, "without a search there is a run to repeat"
        at = timestamp(self._memory.now())
        try:
            hits = await self._search(
                want.query,
                max_results=want.max_results,
                since=want.since,
                domains=want.domains,
                exclude_domains=want.exclude_domains,
                lang=want.lang,
            )
        except (ProviderError, ConfigurationError) as error:
            found = FoundSearch(error=self._redact(str(error)), hint=error.hint, kind=type(error).__name__)
        else:
            found = FoundSearch(hits=tuple(hits), outcomes=outcomes_of(hits), copies=dict(copies_of(hits)))
        return Kept(key=key, at=at, body=found.model_dump_json(), shared=found.shared)

    async def _tell(self, found: FoundSearch) -> None:
        """Say of each provider that failed, once in a run, that it did."""
        failed = [(outcome.provider, outcome.error, outcome.hint) for outcome in found.outcomes if outcome.error]
        failed += [(self.name, found.error, found.hint)] if found.error else []
        for provider, error, hint in failed:
            if provider not in self._told:
                self._told.add(provider)
                lang = self._memory.lang
                why = web_words.search_failed(error, lang)
                await self._warn(f"search {provider}", web_words.failed(provider, why, hint, lang))


class RunFetch:
    """Implements `Fetch` for one run; with `fetch` None it knows only what is recorded.

    What was had because the user typed its address is given to other runs only where it is typed again: it may lie on
    this machine or its network, and was fetched past robots.txt.
    """

    def __init__(self, fetch: Fetch | None, memory: Memory, redact: Redactor) -> None:
        self._fetch = RedactedFetch(fetch, redact) if fetch is not None and redact else fetch
        self._memory = memory
        self._redact = redact

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """See `Fetch`; raises StoreFailed and Fenced as well."""
        memory, url = self._memory, self._redact(url)
        found, mine = page_key(url, lang), page_key(url, lang, typed=True)
        # What may not be had unless it is typed may be had when it is; what cannot be had then cannot be had at all.
        own = [Name(mine), Name(found, had=True)] if typed else [Name(found), Name(mine)]
        others = [Name(mine), Name(found, had=True)] if typed else [Name(found)]

        async def made() -> Kept:
            assert self._fetch is not None, "without a fetch there is a run to repeat"
            page = await self._fetch.fetch(url, typed=typed, lang=lang)
            return kept_page(page, others[0].key, timestamp(memory.now()))

        kept = await memory.get(own, others, memory.lives.pages, made)
        if kept is None:
            return Unfetched(asked=url, kind="unreachable", reason=web_words.no_page(memory.replay_of, memory.lang))
        page = page_of(kept, url)
        if isinstance(page, Unfetched):
            reason = web_words.unread(page.kind, page.status, page.reason, memory.lang)
            return page.model_copy(update={"reason": reason})
        return page


def kept_page(page: Page | Unfetched, key: str, at: str) -> Kept:
    """A page as it is stored: its text, and the rest with the places of its passages instead of their words."""
    if isinstance(page, Unfetched):
        return Kept(key=key, at=at, body=page.model_dump_json(), shared=BRIEFLY if page.lasting else NEVER)
    body = page.model_dump_json(exclude={"text": True, "passages": {"__all__": {"text"}}})
    return Kept(key=key, at=at, body=body, text=page.text, shared=WHOLLY)


def page_of(kept: Kept, asked: str) -> Page | Unfetched:
    """The page again, for whoever asked for it under that URL."""
    values = {**orjson.loads(kept.body), "asked": asked}
    if kept.text is None:
        return Unfetched.model_validate(values)
    for passage in values["passages"]:
        passage["text"] = kept.text[passage["start"] : passage["end"]]
    return Page.model_validate({**values, "text": kept.text})


def search_key(want: Wanted, provider: str = "") -> str:
    """One key for searches that must find the same: white space, case and full-width forms make no difference."""
    query = unicodedata.normalize("NFKC", want.query).casefold()
    window = want.since.isoformat() if want.since else ""
    places = (sorted(want.domains), sorted(want.exclude_domains))
    return _key("search", provider, query, want.max_results, window, *places, want.lang)


def page_key(url: str, lang: str, *, typed: bool = False) -> str:
    """One key for all spellings of a URL, in each language that it is asked for in."""
    return _key("page", canonical_url(url), lang, typed)


def _key(*parts: object) -> str:
    return hashlib.sha256(orjson.dumps(parts)).hexdigest()
