"""Passages and excerpts as roles see them: short ids, texts read from the evidence of the run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kasen.evidence.store import EvidenceStore
from kasen.evidence.terms import CJK, stem
from kasen.evidence.types import Hit, Passage, Source
from kasen.teams.research.rules.coverage import best, coverage, missing, window
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.rules.quantity import gives, wanted
from kasen.teams.research.rules.question import names
from kasen.teams.research.schemas import Excerpt, ExcerptView, Found, PassageView, PointCoverage

_CJK = re.compile(f"[{CJK}]")
MOST_PASSAGES = 24
"""Passages that are read in one analysis."""
LATER = 0.7
"""Weight of what a later or rephrased query found, against the question itself."""


def found_by(query: str, hits: Sequence[Hit], *, weight: float = 1.0) -> list[Found]:
    """Hits of one search as the state holds them."""
    top = max((hit.score for hit in hits), default=0.0)
    return [
        Found(
            passage_id=hit.passage.id,
            source_id=hit.source.id,
            query=query,
            score=round(weight * (hit.score / top if top > 0 else 1.0 / rank), 4),
        )
        for rank, hit in enumerate(hits, start=1)
    ]


async def passage_views(evidence: EvidenceStore, found: Iterable[Found]) -> tuple[list[PassageView], list[Passage]]:
    """The best passages found, each once, as `p1`, `p2`, …; and the passages themselves in the same order."""
    scores: dict[str, Found] = {}
    for one in found:
        known = scores.get(one.passage_id)
        if known is None or one.score > known.score:
            scores[one.passage_id] = one
    ordered = sorted(scores.values(), key=lambda one: -one.score)[:MOST_PASSAGES]
    passages = await evidence.passages([one.passage_id for one in ordered])
    sources = await evidence.sources([one.source_id for one in ordered])
    views = [
        PassageView(id=f"p{n}", title=s.title, text=p.text, headings=p.headings, score=one.score)
        for n, (one, p, s) in enumerate(zip(ordered, passages, sources, strict=True), start=1)
    ]
    return views, passages


async def excerpt_views(
    evidence: EvidenceStore, excerpts: Sequence[Excerpt], points: Sequence[str], *, question: str = ""
) -> list[ExcerptView]:
    """Excerpts with their words, where they stand, and how much they cover of their point or of what the user asked."""
    passages = await evidence.passages([excerpt.passage_id for excerpt in excerpts])
    sources = await evidence.sources([passage.source_id for passage in passages])
    return [
        ExcerptView(
            id=excerpt.id,
            point=excerpt.point,
            quote=passage.text[excerpt.start : excerpt.end],
            statement=excerpt.statement,
            title=source.title,
            place=" › ".join(
                (*([f"p. {passage.page}"] if passage.page else []), *_below(source.title, passage.headings))
            ),
            coverage=round(
                max(
                    coverage(text, _place(points, excerpt, passage, source))
                    for text in (points[excerpt.point - 1], asked(question, points[excerpt.point - 1]))
                ),
                3,
            ),
        )
        for excerpt, passage, source in zip(excerpts, passages, sources, strict=True)
    ]


async def measured(
    evidence: EvidenceStore, excerpts: Sequence[Excerpt], points: Sequence[str], *, enough: float, question: str = ""
) -> list[PointCoverage]:
    """How well each point, and what the user asked by it, is covered by the excerpts that were kept for it."""
    passages = await evidence.passages([excerpt.passage_id for excerpt in excerpts])
    sources = await evidence.sources([passage.source_id for passage in passages])
    places: dict[int, list[str]] = {}
    for excerpt, passage, source in zip(excerpts, passages, sources, strict=True):
        places.setdefault(excerpt.point, []).append(_place(points, excerpt, passage, source))
    found = []
    for number, text in enumerate(points, start=1):
        own = places.get(number, [])
        share, lacking, named = best(text, own), missing(text, own), names(text)
        found.append(
            PointCoverage(
                point=number,
                text=text,
                coverage=round(share, 3),
                asked=round(best(asked(question, text), own), 3),
                # What is said of others does not answer for a name that stands nowhere, nor does a text without any
                # figure of the kind for *how high*.
                covered=share >= enough
                and not any(stem(word) in named for word in lacking)
                and (not wanted(text) or any(gives(place, text) for place in own)),
                missing=lacking,
            )
        )
    return found


def asked(question: str, point: str) -> str:
    """The user's own words for a point that a model put into words of its own: the part of the question nearest to it.

    The point itself without a question.
    """
    pieces = parts(question) if question else [point]
    shares = {piece: coverage(piece, point) for piece in pieces}
    nearest = max(pieces, key=shares.__getitem__)
    return nearest if shares[nearest] or len(pieces) == 1 else question


def _place(points: Sequence[str], excerpt: Excerpt, passage: Passage, source: Source) -> str:
    """Where an excerpt stands. Words of another script cannot be compared, so there the statement is read as well."""
    place = window(passage.text, excerpt.start, excerpt.end, source.title, *passage.headings)
    foreign = _is_cjk(points[excerpt.point - 1]) != _is_cjk(passage.text[excerpt.start : excerpt.end])
    return f"{place}\n{excerpt.statement}" if foreign and excerpt.statement else place


def _below(title: str, headings: Sequence[str]) -> Sequence[str]:
    """Headings without the first one where it only says the title again."""
    return headings[1:] if headings and headings[0] == title else headings


def _is_cjk(text: str) -> bool:
    return bool(_CJK.search(text))
