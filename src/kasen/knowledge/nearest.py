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
MOST_IDS = 1000
"""Documents that one question to the index names; it is asked again for a language that has few candidates."""
WIDE = 10
"""Times as many are looked through where more would have to be named."""


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
            self._usual = (version, self._means(documents))
        kept: dict[str, dict[tuple[int, int], Candidate]] = {language: {} for language in places}

        def keep(where: str, most: int) -> None:
            for candidate in self._index.by_vector(vector, most, where):
                language = documents.get(candidate.doc)  # the others are not, or no longer, written
                if language is not None and len(own := kept[language]) < limit:
                    usual = _likeness(vector, self._usual[1].get(language, ()))
                    own[candidate.doc, candidate.start] = candidate._replace(language=language, usual=usual)

        keep("", limit if len(places) < 2 or all(places.values()) else WIDE * limit)
        for language, where in places.items():
            if where and len(kept[language]) * 2 < limit:
                keep(where, limit)
        return sorted((one for own in kept.values() for one in own.values()), key=lambda c: -c.score)

    def _means(self, documents: dict[int, str]) -> dict[str, list[float]]:
        """Language → the mean direction of its passages."""
        some = {language: _named(own[:SAMPLE]) for language, own in _by_language(documents).items()}
        vectors = {language: self._index.vectors(where, SAMPLE) for language, where in some.items()}
        everywhere = _mean([one for found in vectors.values() for one in found])
        return {language: _mean(found) if len(found) >= LEAST else everywhere for language, found in vectors.items()}


def _by_language(documents: dict[int, str]) -> dict[str, list[int]]:
    ids: dict[str, list[int]] = defaultdict(list)
    for doc, language in documents.items():
        ids[language].append(doc)
    return ids


def _places(documents: dict[int, str]) -> dict[str, str]:
    """Language → the condition that its passages meet; empty for the only one, and where too many would be named."""
    ids = _by_language(documents)
    if len(ids) < 2:
        return dict.fromkeys(ids, "")
    return {one: _condition(own, [doc for doc in documents if documents[doc] != one]) for one, own in ids.items()}


def _condition(own: list[int], others: list[int]) -> str:
    few, word = (own, "IN") if len(own) <= len(others) else (others, "NOT IN")
    return _named(few, word) if len(few) <= MOST_IDS else ""


def _named(docs: list[int], word: str = "IN") -> str:
    return f"doc {word} ({', '.join(map(str, docs))})"


def _mean(vectors: Sequence[Sequence[float]]) -> list[float]:
    units = [[value / length for value in vector] for vector in vectors if (length := _length(vector))]
    return [sum(values) / len(units) for values in zip(*units, strict=True)]


def _likeness(vector: Sequence[float], mean: Sequence[float]) -> float:
    """As the index has it: 0 for the same direction, less for others."""
    return sum(map(mul, vector, mean)) / _length(vector) - 1.0 if len(mean) == len(vector) else 0.0


def _length(vector: Sequence[float]) -> float:
    return math.sqrt(sum(map(mul, vector, vector))) or 1.0
