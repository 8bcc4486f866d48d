"""Sources as seed 004 keeps them: one entry per source, its own words as the summary, and what of it may be cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kasen.evidence.sentences import sentences
from kasen.evidence.types import Passage, Source
from kasen.team import Deps
from kasen.teams.research.references import shown_path
from kasen.teams.research.schemas import Found, Request
from kasen.teams.research.schemas.supervised import SUMMARY, SearchResult

_SPACE = re.compile(r"\s+")


async def results_of(
    deps: Deps, request: Request, found: Sequence[Found], known: Sequence[SearchResult]
) -> list[SearchResult]:
    """`known` with what was found: a source that is known gains passages, a new one is added; each URL stands once."""
    passages = {p.id: p for p in await deps.evidence.passages(list({one.passage_id for one in found}))}
    sources = {s.id: s for s in await deps.evidence.sources(list({one.source_id for one in found}))}
    by_source: dict[str, list[Found]] = {}
    for one in found:
        by_source.setdefault(one.source_id, []).append(one)
    kept = {one.source_id: one for one in known}
    urls = {one.url for one in known}
    for source_id, ones in by_source.items():
        if source_id in kept:
            kept[source_id] = _grown(kept[source_id], ones)
            continue
        new = _result(sources[source_id], ones, passages, deps, request)
        if new.url in urls and sources[source_id].kind == "document":
            new = new.model_copy(update={"url": sources[source_id].uri})
        if new.url not in urls:
            urls.add(new.url)
            kept[source_id] = new
    return list(kept.values())


def _grown(known: SearchResult, found: Sequence[Found]) -> SearchResult:
    scores = [known.relevance_score or 0.0, *(one.score for one in found)]
    ids = list(dict.fromkeys([*known.passage_ids, *(one.passage_id for one in found)]))
    return known.model_copy(update={"passage_ids": ids, "relevance_score": max(scores)})


def _result(
    source: Source, found: Sequence[Found], passages: Mapping[str, Passage], deps: Deps, request: Request
) -> SearchResult:
    best = max(found, key=lambda one: one.score)
    is_web = source.kind == "web"
    return SearchResult(
        title=source.title or source.uri,
        summary=summary(passages[best.passage_id].text),
        url=source.uri if is_web else shown_path(source.uri, request.docs),
        source=(deps.search.name if deps.search else "web") if is_web else "documents",
        published_date=source.published or None,
        relevance_score=round(min(max(best.score, 0.0), 1.0), 4),
        source_id=source.id,
        passage_ids=_unique(one.passage_id for one in found),
    )


def summary(text: str) -> str:
    """Whole sentences from the beginning of a text, 500 characters at most; a longer first one is cut."""
    end = 0
    for _, stop in sentences(text):
        if len(_line(text[:stop])) > SUMMARY:
            break
        end = stop
    return _line(text[:end]) or _line(text)[: SUMMARY - 1] + "…" if text.strip() else ""


def _line(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _unique(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
