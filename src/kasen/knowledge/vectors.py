"""Which embedding made the vectors of a base, and all vectors of its passages at once."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kasen.knowledge.catalogue import Catalogue
from kasen.knowledge.ingest import OnProgress

if TYPE_CHECKING:
    from kasen.models.embedder import Embedder

_MODEL, _KINDS = "model", "kinds"
_EMBEDDED = 256
"""Passages between two words on the progress."""


class Embedding(NamedTuple):
    """What two vectors have to have in common to be compared; `model` is empty where there are none."""

    model: str = ""
    kinds: str = ""
    """How the model was told questions from passages, as `Embedder.kinds`."""

    def __str__(self) -> str:
        """In words, for a sentence."""
        if not self.model:
            return "no embedding model"
        told = f", told `{self.kinds}`" if self.kinds else ""
        return f"the embedding model `{self.model}`{told}"

    @property
    def key(self) -> str:
        """In one word, for vectors that are kept."""
        return f"{self.model} {self.kinds}".rstrip() if self.kinds else self.model


def embedding_of(embedder: Embedder | None) -> Embedding:
    """What an embedder makes."""
    return Embedding(embedder.model, embedder.kinds) if embedder else Embedding()


def embedding_in(catalogue: Catalogue) -> Embedding:
    """What made the vectors of a base. Bases of before it was told have no kinds: theirs were not told either."""
    return Embedding(model, catalogue.get(_KINDS)) if (model := catalogue.get(_MODEL)) else Embedding()


def put_embedding(catalogue: Catalogue, embedding: Embedding) -> None:
    """Remember it; the model last, for it says that there are vectors."""
    catalogue.put(_MODEL, "")
    catalogue.put(_KINDS, embedding.kinds)
    catalogue.put(_MODEL, embedding.model)


async def numbers(embedder: Embedder, texts: Sequence[str], on_progress: OnProgress | None) -> array[float]:
    """The vectors of all passages, one after the other: as Python lists, 100,000 of them would take gigabytes."""
    found = array("f")
    for start in range(0, len(texts), _EMBEDDED):
        part = texts[start : start + _EMBEDDED]
        found.extend(itertools.chain.from_iterable(await embedder.embed(part, "passage")))
        if on_progress:
            await on_progress(text="passages embedded", done=start + len(part), total=len(texts))
    return found
