"""A document on its way into a knowledge base: as it was converted, and as it is ready to be indexed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal["text", "heading", "table", "code"]
Strategy = Literal["markdown", "recursive", "hybrid"]


class Unreadable(Exception):
    """A file that cannot be taken in; the message is the reason in one clause, without the file's name."""


@dataclass(frozen=True)
class Block:
    """A stretch of a converted text that is one thing: a paragraph, a heading, a table, a piece of code."""

    start: int
    end: int
    kind: Kind = "text"
    page: int | None = None
    """Physical page, counted from 1; slide, sheet."""
    headings: tuple[str, ...] = ()
    """What it stands under, outermost first. A heading's own text is the last of its headings."""


@dataclass
class Converted:
    """The text of a document and its blocks, in order and without overlap."""

    text: str = ""
    title: str = ""
    media_type: str = "text/plain"
    blocks: list[Block] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Writer:
    """Builds a `Converted` block by block; blocks are set apart by blank lines."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self.blocks: list[Block] = []

    def add(
        self,
        text: str,
        *,
        kind: Kind = "text",
        page: int | None = None,
        headings: tuple[str, ...] = (),
        gap: str = "\n\n",
    ) -> None:
        """Append a block; one of white space only is left out."""
        if not text.strip():
            return
        if self._parts:
            self._parts.append(gap)
            self._length += len(gap)
        self._parts.append(text)
        self.blocks.append(Block(self._length, self._length + len(text), kind, page, headings))
        self._length += len(text)

    def done(self, *, title: str = "", media_type: str = "text/plain", problems: list[str] | None = None) -> Converted:
        """What was built."""
        return Converted("".join(self._parts), title, media_type, self.blocks, problems or [])


class ReadyChunk(BaseModel):
    """One passage to be: `text` is the original words, `match` what is indexed (NFKC, with title and headings)."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    start: int
    end: int
    page: int | None
    headings: tuple[str, ...]
    text: str
    match: str
    exact: int
    """64-bit hash of the text as it is matched, for exact duplicates."""
    keys: tuple[int, ...]
    """Chunks that share one of these may be near duplicates."""
    signature: bytes
    """MinHash signature; see `dedupe.likeness`."""


class Edge(BaseModel):
    """A short block at the beginning or the end of a document: boilerplate, when many documents have it."""

    model_config = ConfigDict(frozen=True)

    exact: int
    start: int
    end: int


class Ready(BaseModel):
    """A document that can be indexed."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    sha256: str
    size: int
    mtime_ns: int
    title: str
    media_type: str
    language: str
    score: float
    problems: list[str]
    strategy: Strategy
    chars: int
    distinct: float
    """Share of distinct terms among the first thousand: lexical diversity."""
    repeated: int
    """Chunks left out because the document says the same elsewhere."""
    chunks: list[ReadyChunk]
    edges: list[Edge]
    terms: dict[str, int]
    """Words that stand out, and in how many of its chunks."""


class Refusal(BaseModel):
    """A document that cannot be indexed, and why; or one that is what it was (`same`)."""

    model_config = ConfigDict(frozen=True)

    reason: str
    same: bool = False
    lasting: bool = True
    """True when the reason lies in the bytes, so that asking again is of no use until they change."""
    sha256: str = ""
    size: int = 0
    mtime_ns: int = 0
