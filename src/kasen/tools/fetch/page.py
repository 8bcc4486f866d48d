"""What fetching gives: a page with its passages, or the reason why there is none. Both can be stored as JSON."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from kasen.evidence.types import Hit, Passage, Source

Kind = Literal[
    "address",  # the policy of addresses forbids it
    "robots",  # the site's robots.txt forbids it
    "unreachable",  # no such name, no connection, no sound HTTP
    "timeout",
    "status",  # the server answered, and not with a page
    "redirects",  # in a circle, or too many
    "type",  # neither HTML nor text nor PDF
    "too_large",
    "unreadable",  # broken, encrypted, binary, garbled
    "no_text",  # nothing to cite: needs JavaScript, holds only a cookie notice
]


class Page(BaseModel):
    """A page as it was when it was fetched. `text[p.start:p.end] == p.text` for each of its passages."""

    model_config = ConfigDict(frozen=True)

    asked: str
    """The URL that was asked for."""
    url: str
    """Where the redirects ended."""
    source: Source
    """Its `uri` is the canonical URL, its `content_hash` that of the bytes, after decompression."""
    text: str
    passages: tuple[Passage, ...]
    author: str = ""
    published: str = ""
    """ISO 8601 date; empty when the page does not tell."""
    language: str = ""
    """ISO 639-1 code."""
    problems: tuple[str, ...] = ()
    """What is wrong with the text, in clauses."""

    def hits(self, score: float = 1.0) -> list[Hit]:
        """Its passages for an `EvidenceStore`, in the order of the page, all with this score."""
        return [Hit(passage=passage, source=self.source, score=score) for passage in self.passages]


class Unfetched(BaseModel):
    """A page that could not be had, and why: `reason` is a clause for people, `kind` is for code."""

    model_config = ConfigDict(frozen=True)

    asked: str
    kind: Kind
    reason: str
    status: int | None = None
    """HTTP status, when the server gave one that was no page."""
    lasting: bool = True
    """False where asking again later may help: the server or the network failed."""


class Fetch(Protocol):
    """What gets pages; `Fetcher` does, and fakes in tests."""

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """The page, or why there is none; it raises nothing but cancellation."""
        ...
