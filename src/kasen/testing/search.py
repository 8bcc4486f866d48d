"""Web search without a web."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kasen.evidence.types import Hit, Passage, Source, content_id


class FakeSearch:
    """Implements `WebSearch`: results by query, from a function, or the same for every query; errors are raised.

    `queries` holds what was searched. A query that a mapping does not know finds nothing.
    """

    def __init__(
        self,
        results: Mapping[str, Sequence[Hit] | Exception] | Callable[[str], Sequence[Hit]] | Sequence[Hit] = (),
        *,
        name: str = "fake",
    ) -> None:
        self.name = name
        self.queries: list[str] = []
        self._results = results

    async def __call__(self, query: str, *, max_results: int = 5) -> list[Hit]:
        """Results, best first."""
        self.queries.append(query)
        found: Sequence[Hit] | Exception
        if isinstance(self._results, Mapping):
            found = self._results.get(query, ())
        else:
            found = self._results(query) if callable(self._results) else self._results
        if isinstance(found, Exception):
            raise found
        return list(found)[:max_results]


def web_hit(text: str, *, url: str = "https://example.org/", title: str = "Example", score: float = 1.0) -> Hit:
    """A search result as a passage of a page."""
    source = Source(
        id=content_id("src", url), kind="web", title=title, uri=url, media_type="text/html", publisher="example.org"
    )
    passage = Passage(id=content_id("psg", source.id, text), source_id=source.id, text=text, end=len(text))
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
