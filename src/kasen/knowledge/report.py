"""How good a knowledge base is."""

from __future__ import annotations

from collections import Counter
from statistics import mean, median

from pydantic import BaseModel

from kasen.knowledge.catalogue import Catalogue, Document

_SIZES = ((100, "under 100"), (500, "100–499"), (1001, "500–1000"), (1 << 60, "over 1000"))


class Noted(BaseModel):
    """A file and what there is to say about it."""

    path: str
    text: str


class Report(BaseModel):
    """`uniqueness`: share of passages (0–1) whose words no other passage has; `left_out` is what deduplication took."""

    name: str
    folder: str
    model: str
    documents: int
    passages: int
    characters: int
    sizes: dict[str, int]
    """Passages by length in characters."""
    median_size: int
    uniqueness: float
    left_out: int
    diversity: float
    """Share of distinct terms among a document's first thousand, averaged over documents (0–1)."""
    languages: dict[str, int]
    strategies: dict[str, int]
    mean_score: float
    problems: list[Noted]
    duplicates: list[Noted]
    rejected: list[Noted]


def report_on(name: str, folder: str, model: str, catalogue: Catalogue) -> Report:
    """Measure a base from its catalogue."""
    documents = catalogue.documents()
    taken = [d for d in documents if d.status != "skipped"]
    lengths = catalogue.lengths()
    return Report(
        name=name,
        folder=folder,
        model=model,
        documents=len(taken),
        passages=len(lengths),
        characters=sum(d.chars for d in taken),
        sizes=_histogram(lengths),
        median_size=int(median(lengths)) if lengths else 0,
        uniqueness=round(1 - catalogue.repeats() / len(lengths), 4) if lengths else 1.0,
        left_out=sum(d.repeated for d in taken),
        diversity=round(mean(d.distinct for d in taken), 4) if taken else 0.0,
        languages=dict(Counter(d.language for d in taken).most_common()),
        strategies=dict(Counter(d.strategy for d in taken).most_common()),
        mean_score=round(mean(d.score for d in taken), 4) if taken else 0.0,
        problems=[Noted(path=d.path, text=", ".join(d.problems)) for d in taken if d.problems],
        duplicates=_noted(documents, "duplicate"),
        rejected=_noted(documents, "skipped"),
    )


def _histogram(lengths: list[int]) -> dict[str, int]:
    counts = dict.fromkeys((label for _, label in _SIZES), 0)
    for length in lengths:
        counts[next(label for below, label in _SIZES if length < below)] += 1
    return counts


def _noted(documents: list[Document], status: str) -> list[Noted]:
    return [Noted(path=d.path, text=d.reason) for d in documents if d.status == status]
