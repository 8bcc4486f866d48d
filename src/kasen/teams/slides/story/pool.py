"""Everything that may be cited: passages of the documents, found for the wish and for each slide, and research."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.story.likeness import ranked

FOR_WISH, PER_SLIDE = 24, 6
SHOWN_TEXT = 900
"""Characters of a passage that a writer sees."""
QUOTED = 240
_ID = re.compile(r"(?<![A-Za-z])[PR]\d+(?:-\d+)?")
RELATED = 0.12
"""Likeness from which a passage belongs to a slide that did not find it itself."""


async def searched(deps: Deps, request: Request, query: str, *, limit: int) -> list[Hit]:
    """Passages of the user's documents, recorded as evidence, best first."""
    if not (request.docs or request.kb):
        return []
    library = await deps.library(request.docs, request.kb)
    hits = await library.search(query, limit=limit) if library.passages else []
    if hits:
        await deps.evidence.add(hits)
    return hits


def numbered(hits: Sequence[Hit], known: Sequence[Evidence], lang: Lang) -> list[Evidence]:
    """Hits that are not known yet as `P…`, numbered on from those that are."""
    seen = {one.ref.passage_id for one in known}
    count = sum(one.ref.id.startswith("P") for one in known)
    fresh: list[Evidence] = []
    for hit in hits:
        if hit.passage.id in seen or not hit.passage.text.strip():
            continue
        seen.add(hit.passage.id)
        fresh.append(evidence_of(hit, f"P{count + len(fresh) + 1}", lang))
    return fresh


def evidence_of(hit: Hit, id: str, lang: Lang) -> Evidence:
    """A hit as writers see it."""
    passage, source = hit.passage, hit.source
    heading = passage.headings[-1] if passage.headings and "|" not in passage.headings[-1] else ""
    where = " · ".join(part for part in (_place(hit, lang), heading) if part)
    ref = Ref(
        id=id,
        kind="passage",
        title=source.title,
        uri=source.uri,
        where=where,
        quote=_quote(" ".join(passage.text.split())),
        passage_id=passage.id,
        fetched=source.fetched_at[:10] if source.kind == "web" else "",
    )
    return Evidence(ref=ref, text=passage.text[:SHOWN_TEXT])


def _quote(text: str) -> str:
    """Its beginning, up to the end of a sentence or word."""
    if len(text) <= QUOTED:
        return text
    head = text[:QUOTED]
    end = max(head.rfind(mark) for mark in ("。", ". "))
    if end >= QUOTED // 2:
        return head[: end + 1]
    return f"{head[: head.rindex(' ')] if ' ' in head[QUOTED // 2 :] else head}…"


def _place(hit: Hit, lang: Lang) -> str:
    """Page, slide or sheet of a passage; empty where its source has none."""
    page, unit = hit.passage.page, hit.source.unit
    if not page:
        return ""
    if lang == "ja":
        return {"page": f"{page} ページ", "slide": f"スライド {page}", "sheet": f"シート {page}"}[unit]
    return {"page": f"p. {page}", "slide": f"slide {page}", "sheet": f"sheet {page}"}[unit]


async def for_slides(
    deps: Deps, request: Request, outline: OutlineOutput, known: Sequence[Evidence], lang: Lang
) -> tuple[list[Evidence], dict[int, tuple[str, ...]]]:
    """All evidence, and for each slide (its number, from 1) the ids of what fits it, best first."""
    queries = {n: _query(one) for n, one in enumerate(outline.slides, start=1) if one.kind != "title"}
    found = await asyncio.gather(*(searched(deps, request, query, limit=PER_SLIDE) for query in queries.values()))
    pool = list(known)
    pool += numbered([hit for hits in found for hit in hits], pool, lang)
    by_passage = {one.ref.passage_id: one.ref.id for one in reversed(pool) if one.ref.passage_id}
    fitting = {}
    for (number, query), hits in zip(queries.items(), found, strict=True):
        own = [by_passage[hit.passage.id] for hit in hits if hit.passage.id in by_passage]
        others = ranked(query, [(one.ref.id, f"{one.finding} {one.text}") for one in pool if one.ref.id not in own])
        near = [id for id, score in others if score >= RELATED][:PER_SLIDE]
        research = [id for id in near if id.startswith("R")]
        named = [id for id in _ID.findall(outline.slides[number - 1].covers) if id in {one.ref.id for one in pool}]
        fitting[number] = tuple(dict.fromkeys([*named, *own, *research, *near]))[: PER_SLIDE + 4]
    return pool, fitting


def _query(one: OutlineSlide) -> str:
    return " ".join(filter(None, [one.title, one.message, one.covers]))
