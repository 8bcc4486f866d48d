"""Ranked lists of several providers made one: reciprocal rank fusion, copies folded, no domain in front of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kasen.evidence.types import Hit
from kasen.tools.search.copies import Print, first_alike, page_key, print_of
from kasen.tools.search.wanted import host_of

DAMPING = 60
"""Of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009."""
PER_DOMAIN = 2
"""Results of one host before those of all others; more only where nothing else is left."""


@dataclass(kw_only=True)
class _Page:
    """One page and all that was found of it."""

    hits: list[Hit] = field(default_factory=list)
    weight: float = 0.0

    @property
    def best(self) -> Hit:
        """The hit whose words are the page's own and the most, with a date if any has one, and https if any has it."""
        hit = max(self.hits, key=lambda hit: (hit.passage.is_read, not hit.passage.told_by, len(hit.passage.text)))
        if hit.source.published:
            return hit
        dates = [one.source.published for one in self.hits if one.source.published]
        return _with_date(hit, dates[0]) if dates else hit


@dataclass(frozen=True, kw_only=True)
class Fused:
    """The one list."""

    hits: list[Hit]
    """Scores are shares of the best that a page can have: first in every list. Those of a single list stay."""
    copies: dict[str, tuple[str, ...]]
    """URI of a hit → URIs of its copies elsewhere."""


def fused(lists: Sequence[Sequence[Hit]], *, max_results: int, per_domain: int = PER_DOMAIN) -> Fused:
    """The best of these lists, each best first; an empty one counts for nothing. Equals keep the order of the lists."""
    ranked = [hits for hits in lists if hits]
    pages = _pages(ranked)
    top = len(ranked) / (DAMPING + 1)
    ordered = sorted(pages, key=lambda page: -page.weight)
    scored = [_scored(page, page.weight / top if len(ranked) > 1 else None) for page in ordered]
    kept, copies = _without_copies(scored)
    hits = _spread(kept, per_domain)[:max_results]
    uris = {hit.source.uri for hit in hits}
    return Fused(hits=hits, copies={uri: tuple(found) for uri, found in copies.items() if uri in uris})


def _pages(lists: Sequence[Sequence[Hit]]) -> list[_Page]:
    pages: dict[str, _Page] = {}
    for hits in lists:
        seen: set[str] = set()
        for rank, hit in enumerate(hits, start=1):
            key = page_key(hit.source.uri)
            page = pages.setdefault(key, _Page())
            page.hits.append(hit)
            # One that lists a page twice votes for it once.
            page.weight += 0.0 if key in seen else 1 / (DAMPING + rank)
            seen.add(key)
    return list(pages.values())


def _without_copies(hits: Sequence[Hit]) -> tuple[list[Hit], dict[str, list[str]]]:
    kept: list[Hit] = []
    prints: list[Print] = []
    copies: dict[str, list[str]] = {}
    for hit in hits:
        found = print_of(hit)
        place = first_alike(found, prints)
        if place is None:
            kept.append(hit)
            prints.append(found)
        else:
            copies.setdefault(kept[place].source.uri, []).append(hit.source.uri)
    return kept, copies


def _spread(hits: Sequence[Hit], per_domain: int) -> list[Hit]:
    count: Counter[str] = Counter()
    front: list[Hit] = []
    rest: list[Hit] = []
    for hit in hits:
        host = host_of(hit)
        count[host] += 1
        (front if count[host] <= per_domain else rest).append(hit)
    return front + rest


def _scored(page: _Page, score: float | None) -> Hit:
    hit = page.best
    return hit if score is None else hit.model_copy(update={"score": round(score, 6)})


def _with_date(hit: Hit, published: str) -> Hit:
    source = hit.source.model_copy(update={"published": published})
    return hit.model_copy(update={"source": source})
