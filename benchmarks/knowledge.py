"""Speed and memory of the knowledge base: `python benchmarks/knowledge.py [--pages N] [--passages N] [--files N]`.

With `--json` one line of JSON. On generated text (words drawn by Zipf's law from a made-up vocabulary of kanji, kana
and Latin words, so that some stand in most passages and most in few), each part in a process of its own:

    pages   adding 10,000 pages of text (2,000 characters each, twenty to a file), and a tenth of them: seconds, and the
            most memory that the process and the largest of its workers took; `memory_ratio` is of the two
    large   queries in a base of 100,000 passages
    many    a folder of 10,000 small files, added for the first time, and again unchanged after it was opened anew
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any

from kasen.knowledge.store import KnowledgeBase

_PER_FILE = 100
_QUERIES = 300
_PAGE = 2_000
"""Characters."""
_PAGES_PER_FILE = 20


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

    def page(self) -> str:
        """About `_PAGE` characters in paragraphs."""
        paragraphs: list[str] = []
        while sum(map(len, paragraphs)) < _PAGE:
            paragraphs.append("".join(self.sentence() for _ in range(5)))
        return "\n\n".join(paragraphs)

    def question(self, passage: str) -> str:
        """Three words of a passage, put as a question."""
        found = sorted({word for word in self.words if len(word) > 2 and word in passage}, key=self.words.index)
        return "の".join(self.random.sample(found, min(3, len(found)))) + "とは何ですか？"


async def pages(home: Path, count: int) -> dict[str, float]:
    """Adding that many pages of text."""
    text, folder = Text(38), home / "pages"
    folder.mkdir()
    for number in range(count // _PAGES_PER_FILE):
        parts = [f"## {n}\n\n{text.page()}" for n in range(_PAGES_PER_FILE)]
        (folder / f"{number:05}.md").write_text("\n\n".join(parts), encoding="utf-8")
    base = await KnowledgeBase.open(home, "pages")
    report = await base.sync(folder)
    return {
        "pages": count,
        "passages": base.totals()[1],
        "add_seconds": round(report.seconds, 1),
        "pages_per_s": round(count / report.seconds, 1),
    }


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


PARTS: dict[str, Callable[[Path, int], Any]] = {"pages": pages, "large": large, "many": many}


def peaks() -> dict[str, int]:
    """The most memory that this process, and the largest that it began, have taken."""
    mine, others = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {"peak_mb": mine // 1024, "worker_peak_mb": others // 1024}


def alone(part: str, count: int) -> dict[str, Any]:
    """One part in a process of its own."""
    line = [sys.executable, __file__, "--part", part, "--count", str(count)]
    done = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(wanted: dict[str, int]) -> dict[str, Any]:
    """Every part that is wanted."""
    figures = {part: alone(part, count) for part, count in wanted.items() if count}
    if "pages" in figures:
        tenth = alone("pages", wanted["pages"] // 10)
        figures["a_tenth"] = tenth
        figures["pages"]["memory_ratio"] = round(figures["pages"]["peak_mb"] / tenth["peak_mb"], 2)
    return figures


async def run(part: str, count: int) -> dict[str, Any]:
    """One part, here."""
    with tempfile.TemporaryDirectory() as home:
        return {**await PARTS[part](Path(home), count), **peaks()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    given = parser.parse_args()
    if given.part:
        print(json.dumps(asyncio.run(run(given.part, given.count))))
        return
    figures = measure({"pages": given.pages, "large": given.passages, "many": given.files})
    print(json.dumps(figures) if given.json else json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
