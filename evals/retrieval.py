"""How often the right paragraph is found: `python evals/retrieval.py FILE [--sample N] [--embedding MODEL] --json`.

FILE is in SQuAD form. Its paragraphs become documents of a knowledge base made for the occasion by the code that users
run; every question that its text answers is asked, or `--sample N` of them, always the same; a paragraph is right when
the question was written for it.

    r1, r5, mrr    right paragraph first, among the first five; mean of 1/place over the first ten
    by_language    the same by the languages of question and text, where they are not all the same

Without `--embedding` words alone decide; MODEL is a `provider:model` of the settings (`compatible:…`, `ollama:…`,
`sentence-transformers:PATH`), reached as `kasen` would; `--server` and `--kinds` stand for `embeddings_base_url` and
`embeddings_kinds`. `--more FILE` adds paragraphs of other files to be told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from squad import Paragraph, Question, answered, load, sample

from kasen.evidence.reading import Reading
from kasen.knowledge.store import KnowledgeBase
from kasen.models.embedder import Embedder, embedder_of
from kasen.settings import Settings, load_settings

BEST = 10
"""Passages that are looked at; a paragraph may be cut into several."""


async def build(home: Path, paragraphs: Sequence[Paragraph], embedder: Embedder | None) -> KnowledgeBase:
    """A knowledge base with one document per paragraph, named by its number."""
    folder = home / "paragraphs"
    folder.mkdir()
    for number, paragraph in enumerate(paragraphs):
        (folder / f"{number:06}.txt").write_text(paragraph.context, encoding="utf-8")
    base = await KnowledgeBase.open(home, "eval", embedder=embedder)
    await base.sync(folder)
    return base


async def place(base: KnowledgeBase, question: Question) -> int:
    """The place of the right paragraph, from 1; 0 when it is not among the best."""
    hits = await base.search(question.text, limit=BEST)
    found = list(dict.fromkeys(int(Path(hit.source.uri).stem) for hit in hits))
    return found.index(question.paragraph) + 1 if question.paragraph in found else 0


def shares(places: Sequence[int]) -> dict[str, Any]:
    """The figures of some questions."""
    return {
        "r1": round(sum(one == 1 for one in places) / len(places), 4),
        "r5": round(sum(1 <= one <= 5 for one in places) / len(places), 4),
        "mrr": round(sum(1 / one for one in places if one) / len(places), 4),
        "n": len(places),
    }


def languages(question: Question, paragraphs: Sequence[Paragraph]) -> str:
    """`ja-en` for a Japanese question on an English text."""
    asked, told = question.text, paragraphs[question.paragraph].context
    return "-".join("ja" if Reading(text).is_cjk else "en" for text in (asked, told))


async def measure(
    base: KnowledgeBase, questions: Sequence[Question], paragraphs: Sequence[Paragraph], *, show: bool
) -> dict[str, Any]:
    """All figures; `show` prints questions whose paragraph is not the first."""
    places: list[int] = []
    times: list[float] = []
    for question in questions:
        begun = time.perf_counter()
        places.append(await place(base, question))
        times.append(1000 * (time.perf_counter() - begun))
        if show and places[-1] != 1:
            print(places[-1], question.text, "|", paragraphs[question.paragraph].id, file=sys.stderr)
    kinds = [languages(question, paragraphs) for question in questions]
    split = {kind: shares([p for p, own in zip(places, kinds, strict=True) if own == kind]) for kind in set(kinds)}
    times.sort()
    return {
        **shares(places),
        **({"by_language": dict(sorted(split.items()))} if len(split) > 1 else {}),
        "p50_ms": round(times[len(times) // 2], 2),
        "p95_ms": round(times[int(len(times) * 0.95)], 2),
    }


def _settings(given: Any) -> Settings:
    return load_settings(
        embeddings=given.embedding, embeddings_base_url=given.server or None, embeddings_kinds=given.kinds or None
    )


async def run(given: Any) -> dict[str, Any]:
    """All figures of one command line."""
    begun = time.perf_counter()
    paragraphs, questions = load(given.file)
    asked = answered(questions)[: given.limit]
    asked = sample(asked, 0, given.sample) if given.sample else asked
    known = {paragraph.context for paragraph in paragraphs}
    paragraphs += [p for file in given.more for p in load(file)[0] if p.context not in known]
    embedder = embedder_of(_settings(given)) if given.embedding else None
    with tempfile.TemporaryDirectory() as home:
        base = await build(Path(home), paragraphs, embedder)
        figures = await measure(base, asked, paragraphs, show=given.show)
    counts = {"paragraphs": len(paragraphs), "embedding": base.model, **({"kinds": embedder.kinds} if embedder else {})}
    return figures | counts | {"seconds": round(time.perf_counter() - begun, 1)}


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, help="ask only the first N questions")
    parser.add_argument("--sample", type=int, help="ask only N questions, drawn by lot")
    parser.add_argument("--more", type=Path, action="append", default=[], help="a file whose paragraphs are added")
    parser.add_argument("--embedding", default="", help="search by vectors of this model too")
    parser.add_argument("--server", default="", metavar="URL", help="address of that model")
    parser.add_argument("--kinds", default="", help="how it is told a question from a passage")
    parser.add_argument("--show", action="store_true", help="print questions whose paragraph is not the first")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    given = parser.parse_args()
    figures = asyncio.run(run(given))
    if given.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>12}  {value}")


if __name__ == "__main__":
    main()
