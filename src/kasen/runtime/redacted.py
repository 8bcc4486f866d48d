"""The user's documents and the web as a run sees them: without secrets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from kasen.evidence.types import Hit
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.search.port import Results, copies_of, outcomes_of

if TYPE_CHECKING:
    from kasen.knowledge.library import Library, Skipped, Term
    from kasen.settings import Redactor
    from kasen.tools.fetch.page import Fetch
    from kasen.tools.search.port import WebSearch


def without_secrets(hit: Hit, redact: Redactor) -> Hit:
    """The hit with secrets taken out of words, headings, title and address; the same object when there are none."""
    plain = hit.model_dump()
    clean = redact.data(plain)
    return hit if clean == plain else Hit.model_validate(clean)


class RedactedLibrary:
    """A library whose passages and words hold no secret. Ids and places stay those of the documents."""

    def __init__(self, library: Library, redact: Redactor) -> None:
        self._library = library
        self._redact = redact
        self.documents = library.documents
        self.passages = library.passages
        self.skipped: list[Skipped] = [type(file)(*redact.data(tuple(file))) for file in library.skipped]
        self.languages = library.languages

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        """See `Library`."""
        return [without_secrets(hit, self._redact) for hit in await self._library.search(query, limit=limit)]

    async def coverage(self, query: str) -> float:
        """See `Library`."""
        return await self._library.coverage(query)

    async def vocabulary(self, *, limit: int = 200) -> list[Term]:
        """See `Library`; a word that holds a secret is left out."""
        return [term for term in await self._library.vocabulary(limit=limit) if self._redact(term.text) == term.text]


class RedactedSearch:
    """A web search that is not told secrets and whose results hold none."""

    def __init__(self, search: WebSearch, redact: Redactor) -> None:
        self._search = search
        self._redact = redact
        self.name = search.name

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
        """See `WebSearch`."""
        hits = await self._search(
            self._redact(query),
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        outcomes = [type(one).model_validate(self._redact.data(one.model_dump())) for one in outcomes_of(hits)]
        clean = [without_secrets(hit, self._redact) for hit in hits]
        return Results(clean, outcomes=outcomes, copies=self._redact.data(dict(copies_of(hits))))


class RedactedFetch:
    """Fetches pages without telling secrets, and gives pages that hold none: asterisks stand in their places.

    So the words of a passage still stand where it says.
    """

    def __init__(self, fetch: Fetch, redact: Redactor) -> None:
        self._fetch = fetch
        self._redact = redact

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """See `Fetch`."""
        page = await self._fetch.fetch(self._redact(url), typed=typed, lang=lang)
        if isinstance(page, Unfetched):
            return Unfetched.model_validate(self._redact.data(page.model_dump()))
        text = self._redact.masked(page.text)
        about = page.model_dump(exclude={"text"})
        clean = self._redact.data(about)
        if text is page.text and clean == about:
            return page
        passages = [{**passage, "text": text[passage["start"] : passage["end"]]} for passage in clean["passages"]]
        return Page.model_validate({**clean, "text": text, "passages": passages})
