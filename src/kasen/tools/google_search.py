"""Search by Gemini's grounding: the model searches Google, answers, and says which page bears out which words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from google.genai import types

from kasen.errors import Declined, Retryable
from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.models.access import Access
from kasen.models.google.client import GoogleDoor, LoadCredentials, application_default, usage_of, word
from kasen.models.google.model import BROKEN, LENGTH
from kasen.models.google.prices import google_price
from kasen.models.role import Usage
from kasen.prompts.loader import render
from kasen.tools.search.steady import sifted
from kasen.tools.search.wanted import Wanted, wanted

_ENDS = LENGTH | BROKEN | {"", "STOP"}


@dataclass(frozen=True, kw_only=True)
class Grounded:
    """What one grounded search found.

    The text of a hit's passage is the model's own summary of the page (`told_by` names the model), never its words:
    read the page before citing it. Its `uri` is Google's redirect as given, its title the domain.
    """

    hits: list[Hit]
    """Pages, those that bear out most of the answer first; empty when the model did not search."""
    answer: str
    queries: tuple[str, ...] = ()
    """What it searched for."""
    entry_html: str = ""
    """Google's search suggestions: its terms ask to show them wherever these results are shown to people."""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None
    """Price of tokens and searches, free allowances not subtracted; None when the price table lacks the model."""


class GoogleSearch:
    """Implements `WebSearch` with a Gemini model; `usage` and `usd` add up over all searches of this object.

    It is a `SearchProvider` too. Time and domains are asked for by Google's operators in the query; its results have no
    dates, and domains are held against the one that each names.
    """

    name = "google"
    pace_s = 0.0

    def __init__(
        self,
        model: str,
        access: Access,
        *,
        credentials: LoadCredentials = application_default,
        timeout_s: float = 30.0,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._door = GoogleDoor(model, access, credentials=credentials)
        self._timeout_s = timeout_s
        self._now = now
        self.account = self._door.account
        self.usage = Usage()
        self.usd: float | None = 0.0

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """Pages, best first, their passages told by the model (see Grounded). Raises InputError and ProviderError."""
        want = wanted(
            query,
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        return sifted(await self.find(want), want, self.name)

    async def find(self, want: Wanted) -> list[Hit]:
        """The same for a search that was checked, results not filtered. Raises ProviderError."""
        after = f" after:{want.since.isoformat()}" if want.since else ""
        return (await self.search(f"{want.with_sites}{after}")).hits

    async def search(self, query: str) -> Grounded:
        """One search with everything that is known of it. Raises ProviderError."""
        prompt = render("kasen.tools", "google_search", query=query, today=self._now().date().isoformat())
        contents = [types.Content(role="user", parts=[types.Part(text=prompt)])]
        try:
            async with asyncio.timeout(self._timeout_s):
                answer = await self._door.ask(contents, _config(), timeout=self._timeout_s)
        except TimeoutError as error:
            raise Retryable(f"{self._door.name}: no search result within {self._timeout_s:g} s") from error
        found = self._grounded(answer)
        self.usage += found.usage
        self.usd = None if self.usd is None or found.usd is None else self.usd + found.usd
        refusal = _refusal(answer)
        if refusal:
            raise Declined(f"{self._door.name} would not search: {refusal}")
        if not found.answer.strip() and not found.hits:
            raise Retryable(f"{self._door.name} answered nothing to a search")
        return found

    def _grounded(self, answer: types.GenerateContentResponse) -> Grounded:
        candidate = answer.candidates[0] if answer.candidates else None
        parts = parts_of(candidate.content if candidate else None)
        metadata = (candidate.grounding_metadata if candidate else None) or types.GroundingMetadata()
        entry = metadata.search_entry_point
        queries = tuple(metadata.web_search_queries or ())
        usage = usage_of(answer.usage_metadata)
        fetched = self._now().isoformat(timespec="seconds")
        return Grounded(
            hits=hits_of(metadata, parts, told_by=self._door.name, fetched_at=fetched),
            answer="".join(parts),
            queries=queries,
            entry_html=(entry.rendered_content if entry else None) or "",
            usage=usage,
            usd=google_price(self._door.model, usage, searches=len(queries)),
        )


def parts_of(content: types.Content | None) -> list[str]:
    """The words of each part, those of thoughts and tools left empty, so that numbers of parts stay true."""
    return ["" if part.thought else part.text or "" for part in (content.parts if content else None) or ()]


def hits_of(metadata: types.GroundingMetadata, parts: list[str], *, told_by: str, fetched_at: str = "") -> list[Hit]:
    """The pages of an answer, each with the segments of the answer that it bears out.

    Segments are ranges of UTF-8 bytes within the part that `partIndex` names, or within the whole answer. `score` is
    the share of the answer's bytes, 0 to 1. A page that bears out no words has an empty passage.
    """
    said: dict[str, list[str]] = {}
    titles: dict[str, tuple[str, str]] = {}
    chunks = metadata.grounding_chunks or []
    for chunk in chunks:
        if chunk.web and chunk.web.uri:
            said.setdefault(chunk.web.uri, [])
            titles.setdefault(chunk.web.uri, (chunk.web.title or "", chunk.web.domain or chunk.web.title or ""))
    for support in metadata.grounding_supports or ():
        words = _segment(support.segment, parts)
        for index in support.grounding_chunk_indices or ():
            web = chunks[index].web if 0 <= index < len(chunks) else None
            if words and web and web.uri and words not in said[web.uri]:
                said[web.uri].append(words)
    whole = max(len("".join(parts).encode()), 1)
    hits = [_hit(uri, titles[uri], found, whole, told_by, fetched_at) for uri, found in said.items()]
    return sorted(hits, key=lambda hit: -hit.score)


def _segment(segment: types.Segment | None, parts: list[str]) -> str:
    if segment is None:
        return ""
    whole = "".join(parts)
    place = segment.part_index
    text = parts[place] if place is not None and 0 <= place < len(parts) else whole
    cut = text.encode()[segment.start_index or 0 : segment.end_index].decode("utf-8", "ignore")
    # Where offsets and words disagree, the words decide, provided that the answer holds them.
    return segment.text if segment.text and segment.text != cut and segment.text in whole else cut.strip()


def _hit(uri: str, named: tuple[str, str], said: list[str], whole: int, told_by: str, fetched_at: str) -> Hit:
    title, publisher = named
    text = "\n".join(said)
    source = Source(
        id=content_id("src", uri),
        kind="web",
        title=title or uri,
        uri=uri,
        media_type="text/html",
        publisher=publisher,
        fetched_at=fetched_at,
    )
    passage = Passage(
        id=content_id("psg", source.id, told_by, text),
        source_id=source.id,
        text=text,
        end=len(text),
        told_by=told_by,
    )
    return Hit(passage=passage, source=source, score=min(sum(len(words.encode()) for words in said) / whole, 1.0))


def _config() -> types.GenerateContentConfig:
    return types.GenerateContentConfig(
        tools=[types.Tool(google_search=types.GoogleSearch())],
        response_modalities=["TEXT"],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )


def _refusal(answer: types.GenerateContentResponse) -> str:
    """The service's word for an answer that a filter stopped; empty for one that is there or just broke off."""
    blocked = word(answer.prompt_feedback.block_reason) if answer.prompt_feedback else ""
    end = word(answer.candidates[0].finish_reason) if answer.candidates else ""
    return blocked or ("" if end in _ENDS else end)
