"""The user's documents and the web as a run sees them: without secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kasen.evidence.types import Hit

if TYPE_CHECKING:
    from kasen.knowledge.library import Library, Skipped, Term
    from kasen.settings import Redactor
    from kasen.tools.search import WebSearch


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

    async def __call__(self, query: str, *, max_results: int = 5) -> list[Hit]:
        """See `WebSearch`."""
        hits = await self._search(self._redact(query), max_results=max_results)
        return [without_secrets(hit, self._redact) for hit in hits]
