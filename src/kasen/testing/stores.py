"""Evidence, artifacts and documents in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kasen.errors import UnknownName
from kasen.evidence.terms import terms
from kasen.evidence.types import Claim, Hit, Passage, Source
from kasen.knowledge.library import Skipped, Term


class MemoryEvidence:
    """Implements `EvidenceStore`."""

    def __init__(self) -> None:
        self.passages_by_id: dict[str, Passage] = {}
        self.sources_by_id: dict[str, Source] = {}
        self.claims: list[Claim] = []

    async def add(self, hits: Iterable[Hit]) -> None:
        """Record sources and passages."""
        for hit in hits:
            self.passages_by_id.setdefault(hit.passage.id, hit.passage)
            self.sources_by_id.setdefault(hit.source.id, hit.source)

    async def passages(self, ids: Sequence[str]) -> list[Passage]:
        """Passages in the order asked for. Raises KeyError."""
        return [self.passages_by_id[id] for id in ids]

    async def sources(self, ids: Sequence[str]) -> list[Source]:
        """Sources in the order asked for. Raises KeyError."""
        return [self.sources_by_id[id] for id in ids]

    async def record_claims(self, claims: Sequence[Claim]) -> None:
        """Replace the claims."""
        self.claims = list(claims)


class MemoryArtifacts:
    """Implements `Artifacts`; `versions[name]` lists bytes and media type of each version."""

    def __init__(self) -> None:
        self.versions: dict[str, list[tuple[bytes, str]]] = {}

    async def write(self, name: str, data: bytes, media_type: str) -> int:
        """Store a new version; the same bytes as the last one are that version."""
        kept = self.versions.setdefault(name, [])
        if not kept or kept[-1][0] != data:
            kept.append((data, media_type))
        return len(kept)

    async def read(self, name: str, version: int = 0) -> bytes:
        """What was stored as that version; 0 is the latest. Raises UnknownName."""
        kept = self.versions.get(name, [])
        if not 0 <= version <= len(kept) or not kept:
            raise UnknownName(f"this run has no artifact `{name}`")
        return kept[version - 1][0]

    def text(self, name: str) -> str:
        """The last version of a text file."""
        return self.versions[name][-1][0].decode("utf-8")


class FakeLibrary:
    """Implements `Library` over a few passages, by counting the terms that a query and a passage share."""

    def __init__(
        self, hits: Iterable[Hit] = (), *, skipped: Iterable[Skipped] = (), languages: dict[str, int] | None = None
    ) -> None:
        self.hits = list(hits)
        self.skipped = list(skipped)
        self.queries: list[str] = []
        self.languages = languages or {}
        self.documents = len({hit.source.id for hit in self.hits})
        self.passages = len(self.hits)
        self._terms = [Counter(terms(hit.passage.text)) for hit in self.hits]

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        """Passages that share a term, most shared terms first; equals stay in the order given."""
        self.queries.append(query)
        asked = set(terms(query))
        scores = [float(sum(1 for term in asked if term in counted)) for counted in self._terms]
        order = sorted(range(len(self.hits)), key=lambda i: -scores[i])
        found = [self.hits[i].model_copy(update={"score": scores[i]}) for i in order if scores[i] > 0]
        return found[:limit]

    async def coverage(self, query: str) -> float:
        """The share of the query's terms that stand in its best passage."""
        asked = set(terms(query))
        best = max((sum(1 for term in asked if term in counted) for counted in self._terms), default=0)
        return best / len(asked) if asked else 0.0

    async def vocabulary(self, *, limit: int = 200) -> list[Term]:
        """Terms of two characters and more, those of most passages first."""
        found = Counter(term for counted in self._terms for term in counted if len(term) > 1)
        ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        return [Term(text, passages) for text, passages in ordered[:limit]]
