"""How often the right paragraph is found: `python evals/retrieval.py FILE [--limit N] --json`.

FILE is in SQuAD form. Its paragraphs become documents of a knowledge base made for the occasion by the code that users
run; every question is asked; a paragraph is right when the question was written for it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kasen.knowledge.store import KnowledgeBase


class Question(NamedTuple):
    text: str
    paragraph: int


def load(file: Path) -> tuple[list[str], list[Question]]:
    """Paragraphs and questions of a file in SQuAD form."""
    data = json.loads(file.read_text(encoding="utf-8"))["data"]
    found = [paragraph for article in data for paragraph in article["paragraphs"]]
    questions = [Question(qa["question"], n) for n, paragraph in enumerate(found) for qa in paragraph["qas"]]
    return [paragraph["context"] for paragraph in found], questions


async def build(home: Path, paragraphs: Sequence[str]) -> KnowledgeBase:
    """A knowledge base with one document per paragraph, named by its number."""
    folder = home / "paragraphs"
    folder.mkdir()
    for number, text in enumerate(paragraphs):
        (folder / f"{number:06}.txt").write_text(text, encoding="utf-8")
    base = await KnowledgeBase.open(home, "eval")
    await base.sync(folder)
    return base


async def measure(base: KnowledgeBase, questions: Sequence[Question]) -> dict[str, float]:
    """R@1, R@5, MRR over the best ten, and latency in ms."""
    ranks: list[int] = []
    times: list[float] = []
    for question in questions:
        begun = time.perf_counter()
        hits = await base.search(question.text, limit=10)
        times.append(1000 * (time.perf_counter() - begun))
        found = list(dict.fromkeys(int(Path(hit.source.uri).stem) for hit in hits))
        ranks.append(found.index(question.paragraph) + 1 if question.paragraph in found else 0)
    times.sort()
    return {
        "r1": round(sum(rank == 1 for rank in ranks) / len(ranks), 4),
        "r5": round(sum(1 <= rank <= 5 for rank in ranks) / len(ranks), 4),
        "mrr": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 4),
        "questions": len(ranks),
        "p50_ms": round(times[len(times) // 2], 2),
        "p95_ms": round(times[int(len(times) * 0.95)], 2),
    }


async def run(file: Path, limit: int | None) -> dict[str, float]:
    begun = time.perf_counter()
    paragraphs, questions = load(file)
    with tempfile.TemporaryDirectory() as home:
        base = await build(Path(home), paragraphs)
        figures = await measure(base, questions[:limit])
    return figures | {"paragraphs": len(paragraphs), "seconds": round(time.perf_counter() - begun, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, help="ask only the first N questions")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments: Any = parser.parse_args()
    figures = asyncio.run(run(arguments.file, arguments.limit))
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>10}  {value}")


if __name__ == "__main__":
    main()
