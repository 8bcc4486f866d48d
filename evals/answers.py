"""How often the report holds the answer: `python evals/answers.py FILE [--limit N] [--seed S] --json`.

FILE is in SQuAD form. Its paragraphs become documents of one knowledge base; a fixed sample of its questions (300,
seed 0) is put to the whole graph of research, mode `quick`, without a model. An answer counts when one of the gold
answers stands in the text, white space and width of letters aside.

    gold_in_findings    in the Key Findings, at most five verbatim sentences
    gold_in_two         in the first two of them
    citations_resolved  citations of the report whose words stand, exactly there, in the cited passage and its document
    refused             with `--without-answers`: questions, whose article was left out, that got no finding
    marked              the same, those whose findings are marked as not answering, or that got none

`--exclude-seed S0` leaves out the 300 questions of another sample, so that features are tuned on other questions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from kasen.evidence.normal import normalise
from kasen.evidence.types import Hit
from kasen.knowledge.library import Skipped, Term
from kasen.knowledge.open_library import open_library
from kasen.teams.research.graphs.quick import build
from kasen.teams.research.schemas import Request, Result
from kasen.testing.deps import fake_deps
from kasen.tools.report.model import Report

SAMPLE = 300


class Paragraph(NamedTuple):
    article: str
    text: str


class Question(NamedTuple):
    text: str
    answers: tuple[str, ...]
    paragraph: int


def load(file: Path) -> tuple[list[Paragraph], list[Question]]:
    """Paragraphs and questions of a file in SQuAD form; a title before `[SEP]` is not part of the paragraph."""
    data = json.loads(file.read_text(encoding="utf-8"))["data"]
    paragraphs: list[Paragraph] = []
    questions: list[Question] = []
    for article in data:
        for found in article["paragraphs"]:
            text = found["context"].partition("[SEP]")[2] or found["context"]
            for qa in found["qas"]:
                golds = tuple(dict.fromkeys(answer["text"] for answer in qa["answers"]))
                if golds:
                    questions.append(Question(qa["question"], golds, len(paragraphs)))
            paragraphs.append(Paragraph(article["title"], text.strip()))
    return paragraphs, questions


def sample(questions: Sequence[Question], seed: int, size: int, exclude_seed: int | None) -> list[Question]:
    """A fixed sample; `exclude_seed` leaves out the sample of 300 that another seed gives."""
    out = set(random.Random(exclude_seed).sample(range(len(questions)), SAMPLE)) if exclude_seed is not None else set()
    left = [n for n in range(len(questions)) if n not in out]
    return [questions[n] for n in random.Random(seed).sample(left, min(size, len(left)))]


@dataclass
class Without:
    """A library that does not see one article."""

    library: Any
    article: str
    documents: int
    passages: int
    skipped: list[Skipped]
    languages: dict[str, int]

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        hits: list[Hit] = await self.library.search(query, limit=50)
        return [hit for hit in hits if hit.source.title != self.article][:limit]

    async def coverage(self, query: str) -> float:
        share: float = await self.library.coverage(query)
        return share

    async def vocabulary(self, *, limit: int = 200) -> list[Term]:
        terms: list[Term] = await self.library.vocabulary(limit=limit)
        return terms


async def ask(question: str, library: Any) -> Result:
    """One run of the graph, by rules, in memory."""
    deps = fake_deps(lang="ja" if not question.isascii() else "en", documents=library)
    state = await build().compile().ainvoke({"request": Request(question=question)}, context=deps)
    result: Result = state["result"]
    return result


def plain(text: str) -> str:
    return "".join(normalise(text).text.casefold().split())


def holds(texts: Sequence[str], answers: Sequence[str]) -> bool:
    """Whether one answer stands in one of the texts."""
    return any(plain(answer) in plain(text) for answer in answers for text in texts)


def resolved(report: Report, files: str) -> tuple[int, int]:
    """Citations of a report, and those whose words are the sentence, in the passage and in the documents."""
    passages = {(ref.number, p.id): p.text for ref in report.references for p in ref.passages}
    total = good = 0
    for sentence in report.sentences():
        for citation in sentence.citations:
            total += 1
            found = [passages.get((citation.reference, w.passage_id), "")[w.start : w.end] for w in citation.words]
            good += bool(found) and all(
                plain(words) == plain(sentence.text) and plain(words) in files for words in found
            )
    return total, good


async def measure(library: Any, questions: Sequence[Question], files: str) -> dict[str, float]:
    """The figures of answered questions."""
    rows: list[dict[str, float]] = []
    citations = good = 0
    times = []
    for question in questions:
        begun = time.perf_counter()
        result = await ask(question.text, library)
        times.append(time.perf_counter() - begun)
        texts = [finding.text for finding in result.findings]
        total, fine = resolved(result.document, files)
        citations, good = citations + total, good + fine
        rows.append(
            {
                "gold_in_findings": holds(texts, question.answers),
                "gold_in_two": holds(texts[:2], question.answers),
                "mean_findings": len(texts),
                "mean_findings_chars": sum(map(len, texts)),
                "mean_two_chars": sum(map(len, texts[:2])),
                "unanswered": not texts,
                "every_finding_cited": all(s.citations for s in result.document.key_findings),
            }
        )
    figures = {name: round(mean(float(row[name]) for row in rows), 4) for name in rows[0]}
    resolved_share = round(good / citations, 6) if citations else 1.0
    milliseconds = round(1000 * mean(times), 1)
    return figures | {"citations": citations, "citations_resolved": resolved_share, "mean_ms": milliseconds}


async def refusals(library: Any, questions: Sequence[Question], paragraphs: Sequence[Paragraph]) -> dict[str, float]:
    """What is said where the article that answers is not there."""
    refused, marked = [], []
    for question in questions:
        article = paragraphs[question.paragraph].article
        blind = Without(library, article, library.documents, library.passages, [], library.languages)
        result = await ask(question.text, blind)
        refused.append(not result.findings)
        marked.append(not result.findings or all("partial" in finding.marks for finding in result.findings))
    return {"refused": round(mean(map(float, refused)), 4), "marked": round(mean(map(float, marked)), 4)}


def write(folder: Path, paragraphs: Sequence[Paragraph]) -> None:
    """One Markdown document per paragraph, its article as heading."""
    folder.mkdir()
    for number, paragraph in enumerate(paragraphs):
        path = folder / f"{number:06}.md"
        path.write_text(f"# {paragraph.article}\n\n{paragraph.text}\n", encoding="utf-8")


async def run(arguments: Any) -> dict[str, float]:
    begun = time.perf_counter()
    paragraphs, questions = load(arguments.file)
    chosen = sample(questions, arguments.seed, arguments.limit, arguments.exclude_seed)
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "paragraphs"
        write(folder, paragraphs)
        library = await open_library(Path(home), [folder], [])
        if arguments.without_answers:
            figures = await refusals(library, chosen, paragraphs)
        else:
            figures = await measure(library, chosen, "\n".join(plain(paragraph.text) for paragraph in paragraphs))
    counts = {"questions": len(chosen), "paragraphs": len(paragraphs), "passages": library.passages}
    return figures | counts | {"seconds": round(time.perf_counter() - begun, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, default=SAMPLE, help="size of the sample (300)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (0)")
    parser.add_argument("--exclude-seed", type=int, help="leave out the 300 questions of this seed")
    parser.add_argument("--without-answers", action="store_true", help="leave out the article that answers")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    arguments = parser.parse_args()
    figures = asyncio.run(run(arguments))
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>20}  {value}")


if __name__ == "__main__":
    main()
