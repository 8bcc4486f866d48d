"""How often the report holds the answer: `python evals/answers.py FILE [--limit N] [--seed S] --json`.

FILE is in SQuAD form. Its paragraphs become documents of one knowledge base; a fixed sample of its questions (300 or
half, seed 0) is put to the whole graph of research, mode `quick`, without a model. An answer counts when one of the
gold answers stands in the text, white space and width of letters aside.

    gold_in_findings    in the Key Findings, at most five verbatim sentences
    gold_in_two         in the first two of them
    unanswered          questions that got no finding
    shy                 questions whose findings hold the answer and are all marked as not answering
    citations_resolved  citations of the report whose words stand, exactly there, in the cited passage and its document

With `--without-answers` the article that answers is left out, with `--impossible` the questions are those that FILE
marks as ones that its text does not answer:

    refused             questions that got no finding
    marked              the same, and those whose findings are all marked as not answering

`--exclude-seed S0` leaves out the questions of another sample, so that rules are tuned on other questions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from squad import Paragraph, Question, answered, load, sample

from kasen.evidence.normal import normalise
from kasen.evidence.terms import CJK
from kasen.evidence.types import Hit
from kasen.knowledge.library import Skipped, Term
from kasen.knowledge.open_library import open_library
from kasen.teams.research.graphs.quick import build
from kasen.teams.research.schemas import Request, Result
from kasen.testing.deps import fake_deps
from kasen.tools.report.model import Report


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
    deps = fake_deps(lang="ja" if re.search(f"[{CJK}]", question) else "en", documents=library)
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


def is_marked(result: Result) -> bool:
    """Whether nothing was found, or all that was found is marked as not answering."""
    return all("partial" in finding.marks for finding in result.findings)


async def measure(library: Any, questions: Sequence[Question], files: str, *, show: bool) -> dict[str, float]:
    """The figures of questions that can be answered; `show` prints those that were not, and what was found."""
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
        if show and not holds(texts[:2], question.answers):
            told = [f"? {question.text} -> {' | '.join(question.answers)}", *(f"    {t}" for t in texts)]
            print("\n".join(told), file=sys.stderr)
        rows.append(
            {
                "gold_in_findings": holds(texts, question.answers),
                "gold_in_two": holds(texts[:2], question.answers),
                "mean_findings": len(texts),
                "mean_findings_chars": sum(map(len, texts)),
                "mean_two_chars": sum(map(len, texts[:2])),
                "unanswered": not texts,
                "shy": holds(texts, question.answers) and is_marked(result),
                "every_finding_cited": all(s.citations for s in result.document.key_findings),
            }
        )
    figures = {name: round(mean(float(row[name]) for row in rows), 4) for name in rows[0]}
    resolved_share = round(good / citations, 6) if citations else 1.0
    milliseconds = round(1000 * mean(times), 1)
    return figures | {"citations": citations, "citations_resolved": resolved_share, "mean_ms": milliseconds}


async def refusals(questions: Sequence[Question], libraries: Sequence[Any]) -> dict[str, float]:
    """What is said where the library of a question does not answer it."""
    results = [await ask(question.text, library) for question, library in zip(questions, libraries, strict=True)]
    return {
        "refused": round(mean(not result.findings for result in results), 4),
        "marked": round(mean(map(is_marked, results)), 4),
    }


def without(library: Any, paragraphs: Sequence[Paragraph], questions: Sequence[Question]) -> list[Without]:
    """The library of each question without the article that answers it."""
    return [
        Without(library, paragraphs[q.paragraph].article, library.documents, library.passages, [], library.languages)
        for q in questions
    ]


def write(folder: Path, paragraphs: Sequence[Paragraph]) -> None:
    """One Markdown document per paragraph, its article as heading."""
    folder.mkdir()
    for number, paragraph in enumerate(paragraphs):
        path = folder / f"{number:06}.md"
        path.write_text(f"# {paragraph.article}\n\n{paragraph.text}\n", encoding="utf-8")


async def run(given: Any) -> dict[str, float]:
    """All figures of one command line."""
    begun = time.perf_counter()
    paragraphs, questions = load(given.file)
    can = answered(questions)
    chosen = [q for q in questions if not q.answers] if given.impossible else can
    chosen = sample(chosen, given.seed, len(chosen) if given.impossible else given.limit, given.exclude_seed)
    if not chosen:
        raise SystemExit(f"`{given.file}` has no such questions")
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "paragraphs"
        write(folder, paragraphs)
        library = await open_library(Path(home), [folder], [])
        if given.impossible:
            figures = await refusals(chosen, [library] * len(chosen))
        elif given.without_answers:
            figures = await refusals(chosen, without(library, paragraphs, chosen))
        else:
            files = "\n".join(plain(paragraph.text) for paragraph in paragraphs)
            figures = await measure(library, chosen, files, show=given.show)
    counts = {"n": len(chosen), "seed": given.seed, "paragraphs": len(paragraphs), "passages": library.passages}
    return figures | counts | {"seconds": round(time.perf_counter() - begun, 1)}


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, help="size of the sample (300, or half of a smaller file)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (0)")
    parser.add_argument("--exclude-seed", type=int, help="leave out the questions of this seed's sample")
    parser.add_argument("--without-answers", action="store_true", help="leave out the article that answers")
    parser.add_argument("--impossible", action="store_true", help="ask what the texts do not answer")
    parser.add_argument("--show", action="store_true", help="print questions that the first two findings do not answer")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    given = parser.parse_args()
    figures = asyncio.run(run(given))
    if given.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>20}  {value}")


if __name__ == "__main__":
    main()
