"""The passages nearest to a question in meaning, of each language of a base.

Models of several languages place what is said in one language near each other: whatever a question asks, passages in
its own language are likelier than those in another that answer it. So each language has its candidates, and with them
how like its passages are to this question as a rule: `search.fuse` takes that off where words say little.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from operator import mul

from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.index import Candidate, Index

SAMPLE = 256
"""Passages of a language that its usual likeness is taken from."""
LEAST = 5
"""With fewer passages than that, a language is taken for as like as all are together: one would be its own rule."""
MOST_IDS = 2000
"""Documents that one question to the index names."""


class Nearest:
    """Searches one base. Methods block; call them in a thread."""

    def __init__(self, catalogue: Catalogue, index: Index) -> None:
        self._catalogue = catalogue
        self._index = index
        self._usual: tuple[int, dict[str, list[float]]] = (-1, {})

    def find(self, vector: Sequence[float], limit: int) -> list[Candidate]:
        """The nearest passages of each language, at most `limit` of each, the likest first."""
        documents = self._catalogue.languages()
        places = _places(documents)
        version = self._index.version
        if self._usual[0] != version:
            self._usual = (version, self._means(places))
        found = {}
        for where in places.values():
            for candidate in self._index.by_vector(vector, limit, where):
                if candidate.doc in documents:  # the others are not, or no longer, written
                    language = documents[candidate.doc]
                    usual = _likeness(vector, self._usual[1].get(language, ()))
                    found[candidate.doc, candidate.start] = candidate._replace(language=language, usual=usual)
        return sorted(found.values(), key=lambda c: -c.score)

    def _means(self, places: dict[str, str]) -> dict[str, list[float]]:
        """Language → the mean direction of its passages."""
        vectors = {language: self._index.vectors(where, SAMPLE) for language, where in places.items()}
        everywhere = _mean([one for some in vectors.values() for one in some])
        return {language: _mean(some) if len(some) >= LEAST else everywhere for language, some in vectors.items()}


def _places(documents: dict[int, str]) -> dict[str, str]:
    """Language → the condition that its passages meet; none for the only one, and where too many would be named."""
    ids: dict[str, list[int]] = defaultdict(list)
    for doc, language in documents.items():
        ids[language].append(doc)
    if len(ids) < 2:
        return dict.fromkeys(ids, "")
    return {language: _condition(own, [d for d, other in documents.items() if other != language])
            for language, own in ids.items()}  # fmt: skip


def _condition(own: list[int], others: list[int]) -> str:
    few, word = (own, "IN") if len(own) <= len(others) else (others, "NOT IN")
    return f"doc {word} ({', '.join(map(str, few))})" if len(few) <= MOST_IDS else ""


def _mean(vectors: Sequence[Sequence[float]]) -> list[float]:
    units = [[value / length for value in vector] for vector in vectors if (length := _length(vector))]
    return [sum(values) / len(units) for values in zip(*units, strict=True)]


def _likeness(vector: Sequence[float], mean: Sequence[float]) -> float:
    """As the index has it: 0 for the same direction, less for others."""
    return sum(map(mul, vector, mean)) / _length(vector) - 1.0 if len(mean) == len(vector) else 0.0


def _length(vector: Sequence[float]) -> float:
    return math.sqrt(sum(map(mul, vector, vector))) or 1.0
