"""The knowledge bases of one run, searched as one."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from kasen.evidence.types import Hit


class Term(NamedTuple):
    """A word that stands out in the documents, and in how many passages it stands."""

    text: str
    passages: int


class Skipped(NamedTuple):
    """A file that could not be taken in, and why, in one clause."""

    path: str
    reason: str


class Library(Protocol):
    """What a team sees of the user's documents."""

    documents: int
    passages: int
    skipped: list[Skipped]
    languages: dict[str, int]
    """Documents by language (`ja`, `en`, …)."""

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        """Passages, best first. Empty when nothing matches."""
        ...

    async def coverage(self, query: str) -> float:
        """0–1: the share of the query's weight (idf) that its best passages hold. Measured, not guessed."""
        ...

    async def vocabulary(self, *, limit: int = 200) -> list[Term]:
        """Words that are typical of these documents, most typical first."""
        ...
