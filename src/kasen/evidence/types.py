"""Where text came from, the exact words, a statement, and the link between them."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Support = Literal["supported", "partial", "unsupported", "contradicted"]
SourceKind = Literal["document", "web"]
Unit = Literal["page", "slide", "sheet"]
_UNITS: dict[str, Unit] = {
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "slide",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "sheet",
}


def content_id(prefix: str, *parts: str | bytes | int) -> str:
    """A short, stable id: `prefix_` and 16 hex digits of SHA-256 over the parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return f"{prefix}_{digest.hexdigest()[:16]}"


class Source(BaseModel):
    """One document or page, as it was when it was read."""

    model_config = ConfigDict(frozen=True)

    id: str
    kind: SourceKind
    title: str
    uri: str
    """Path of a file (absolute) or canonical URL."""
    media_type: str = "text/plain"
    content_hash: str = ""
    """SHA-256 (hex) of the bytes read."""
    fetched_at: str = ""
    """ISO 8601, UTC."""
    publisher: str = ""
    published: str = ""
    """Day that it is from, ISO 8601, as the page or the search that found it says; empty where neither does."""
    knowledge_base: str = ""
    """Name of the knowledge base it belongs to; empty for the web."""

    @property
    def unit(self) -> Unit:
        """What `Passage.page` counts in this source."""
        return _UNITS.get(self.media_type, "page")


class Passage(BaseModel):
    """Exact words of a source. `text` is the original, never the normalised form."""

    model_config = ConfigDict(frozen=True)

    id: str
    source_id: str
    text: str
    page: int | None = None
    """Physical page, counted from 1; for slides the slide, for sheets the sheet."""
    headings: tuple[str, ...] = ()
    start: int = 0
    end: int = 0
    """Half-open range of characters in the source's converted text."""
    told_by: str = ""
    """A model's `provider:model` when the words are its summary and not the source's own: such a passage leads to the
    page, and is no evidence until the page itself was read."""
    snippet_by: str = ""
    """The search provider (`tavily`) when the words are those of its list of results: cut out by it, so that words may
    be missing between them. The page itself was not read."""

    @property
    def is_read(self) -> bool:
        """The words were read in the source itself: no search showed them, no model told them."""
        return not self.told_by and not self.snippet_by


class Hit(BaseModel):
    """A passage that a search found. `score` is comparable within one search only."""

    model_config = ConfigDict(frozen=True)

    passage: Passage
    source: Source
    score: float


class Claim(BaseModel):
    """One statement of a report and the passages it rests on."""

    model_config = ConfigDict(frozen=True)

    id: str
    text: str
    passage_ids: tuple[str, ...] = ()
    quote: str = ""
    """The supporting words, verbatim from the first passage."""
    support: Support = "unsupported"
    reasons: tuple[str, ...] = Field(default=())
    """What did not match, in words: `number 30 % is not in the passage`."""
    by: str = "rule"
    """Who judged its support: `rule` where code alone did, else the model that judged it after code."""
