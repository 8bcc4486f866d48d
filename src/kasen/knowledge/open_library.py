"""The knowledge bases of one run, brought up to date and searched as one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from kasen.errors import InputError
from kasen.evidence.types import Hit
from kasen.knowledge import search as ranking
from kasen.knowledge import vocabulary
from kasen.knowledge.bases import Bases, LocalBases
from kasen.knowledge.ingest import AddReport, OnProgress
from kasen.knowledge.library import Library, Skipped, Term
from kasen.knowledge.store import KnowledgeBase, name_of, unreadable
from kasen.models.embedder import Embedder


async def open_library(
    home: Path,
    docs: Sequence[Path],
    kbs: Sequence[str],
    *,
    on_progress: OnProgress | None = None,
    embedder: Embedder | None = None,
    named: Bases | None = None,
) -> Library:
    """The folders (each mirrored in a base of its own, on this machine) and the named bases, as one library.

    `named`: where bases of a name are looked up; None: in `home`.

    Raises InputError for a folder that is missing, empty or holds nothing readable, UnknownName for a base.
    """
    named = named or LocalBases(home)
    bases = [await named.open(name, embedder=embedder) for name in dict.fromkeys(kbs)]
    skipped: list[Skipped] = []
    for folder in dict.fromkeys(path.resolve() for path in docs):
        if not folder.exists():
            raise InputError(f"there is no folder `{folder}`", hint="Check what you gave to --docs.")
        base = await KnowledgeBase.open(home, name_of(folder), embedder=embedder)
        report = await base.sync(folder, on_progress=on_progress)
        _check_any(folder, base, report)
        skipped += report.skipped
        bases.append(base)
    return _Bases(bases, skipped)


def _check_any(folder: Path, base: KnowledgeBase, report: AddReport) -> None:
    if report.added or report.updated or report.unchanged:
        return
    if report.skipped:
        raise InputError(
            f"no file in `{folder}` can be read: {unreadable(report.skipped)}",
            hint="Kasen reads md, txt, html, pdf, docx, pptx, xlsx, csv, ipynb and source code.",
        )
    raise InputError(f"the folder `{folder}` is empty", hint="Put documents into it, or give another folder to --docs.")


class _Bases:
    """Several knowledge bases behind the `Library` protocol."""

    def __init__(self, bases: Sequence[KnowledgeBase], skipped: list[Skipped]) -> None:
        self._bases = bases
        self.skipped = skipped
        totals = [base.totals() for base in bases]
        taken = {d.path: d.language for base in bases for d in base.documents() if d.status != "skipped"}
        self.languages = dict(Counter(taken.values()))
        self.documents = sum(documents for documents, _ in totals)
        self.passages = sum(passages for _, passages in totals)

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        """Passages, best first; the same words are listed once."""
        ranked = await self._ranked(ranking.parse(query))
        hits: list[Hit] = []
        texts: set[str] = set()
        for found in ranked:
            if found.candidate.text in texts:
                continue
            texts.add(found.candidate.text)
            hits += self._bases[found.group].hits([found])
            if len(hits) == limit:
                break
        return hits

    async def coverage(self, query: str) -> float:
        """0–1: the share of the query's weight (idf) that its best passages hold."""
        parsed = ranking.parse(query)
        return round(ranking.coverage(parsed, await self._ranked(parsed)), 4)

    async def vocabulary(self, *, limit: int = 200) -> list[Term]:
        """Words that are typical of these documents: those that stand in many passages and tell much by their form."""
        counts: Counter[str] = Counter()
        for base in self._bases:
            counts.update(dict(await asyncio.to_thread(base.vocabulary, limit * 3)))
        best = sorted(counts, key=lambda w: (-counts[w] * vocabulary.weight(w), w))
        return [Term(word, counts[word]) for word in best[:limit]]

    async def _ranked(self, query: ranking.Query) -> list[ranking.Ranked]:
        groups = [await base.candidates(query) for base in self._bases]
        ranked = ranking.rank(query, groups)
        near = ranking.near([await base.nearest(query) for base in self._bases])
        return ranking.fuse(query, ranked, near) if near else ranked
