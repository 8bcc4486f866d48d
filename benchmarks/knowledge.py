"""Speed of the knowledge base: `python benchmarks/knowledge.py [--passages 100000] [--files 10000] [--json]`.

Two things are measured on generated text (seed 36; words drawn by Zipf's law from a made-up vocabulary of kanji,
kana and Latin words, so that some stand in most passages and most in few):
a large base (query latency), and a folder of many small files (first adding against adding it again unchanged).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any

from kasen.knowledge.store import KnowledgeBase

_PER_FILE = 100
_QUERIES = 300


def words(random_: random.Random) -> list[str]:
    """30,000 made-up words."""
    kanji = [chr(code) for code in range(0x4E00, 0x4E00 + 1800)]
    kana = [chr(code) for code in range(0x30A2, 0x30ED)]
    latin = "abcdefghijklmnopqrstuvwxyz"
    makers: list[Callable[[], str]] = [
        lambda: "".join(random_.choices(kanji, k=random_.randint(1, 4))),
        lambda: "".join(random_.choices(kana, k=random_.randint(3, 7))),
        lambda: " " + "".join(random_.choices(latin, k=random_.randint(3, 9))) + " ",
    ]
    return [random_.choices(makers, [6, 2, 2])[0]() for _ in range(30_000)]


class Text:
    """Sentences by Zipf's law."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.words = words(self.random)
        self._weights = list(accumulate(1 / rank for rank in range(1, len(self.words) + 1)))

    def sentence(self) -> str:
        drawn = self.random.choices(self.words, cum_weights=self._weights, k=self.random.randint(8, 20))
        particles = self.random.choices("のはをにがとでも", k=len(drawn))
        return "".join(a + b for a, b in zip(drawn, particles, strict=True)) + "です。"

    def passage(self) -> str:
        return "".join(self.sentence() for _ in range(12))

    def question(self, passage: str) -> str:
        """Three words of a passage, put as a question."""
        found = sorted({word for word in self.words if len(word) > 2 and word in passage}, key=self.words.index)
        return "の".join(self.random.sample(found, min(3, len(found)))) + "とは何ですか？"


async def large(home: Path, passages: int) -> dict[str, float]:
    """Query latency over a base of that many passages."""
    text, folder, questions = Text(36), home / "large", []
    folder.mkdir()
    for number in range(passages // _PER_FILE):
        parts = [text.passage() for _ in range(_PER_FILE)]
        questions.append(text.question(parts[0]))
        (folder / f"{number:05}.md").write_text(
            "\n\n".join(f"## {n}\n\n{p}" for n, p in enumerate(parts)), encoding="utf-8"
        )
    base = await KnowledgeBase.open(home, "large")
    report = await base.sync(folder)
    times = []
    for question in text.random.sample(questions, min(_QUERIES, len(questions))):
        begun = time.perf_counter()
        await base.search(question, limit=10)
        times.append(1000 * (time.perf_counter() - begun))
    times.sort()
    return {
        "passages": base.totals()[1],
        "add_seconds": round(report.seconds, 1),
        "query_p50_ms": round(times[len(times) // 2], 1),
        "query_p95_ms": round(times[int(len(times) * 0.95)], 1),
    }


async def many(home: Path, files: int) -> dict[str, float]:
    """Adding a folder of small files for the first time and again."""
    text, folder = Text(37), home / "many"
    for number in range(files):
        place = folder / f"{number // 100:03}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number:05}.txt").write_text(text.passage(), encoding="utf-8")
    first = await (await KnowledgeBase.open(home, "many")).sync(folder)
    again = [(await (await KnowledgeBase.open(home, "many")).sync(folder)).seconds for _ in range(3)]
    return {
        "files": files,
        "first_seconds": round(first.seconds, 2),
        "again_seconds": round(sorted(again)[1], 3),
        "times_faster": round(first.seconds / sorted(again)[1], 1),
    }


async def run(passages: int, files: int) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as home:
        if files:
            figures["many"] = await many(Path(home), files)
        if passages:
            figures["large"] = await large(Path(home), passages)
    figures["peak_memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args()
    figures = asyncio.run(run(arguments.passages, arguments.files))
    print(json.dumps(figures) if arguments.json else json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
