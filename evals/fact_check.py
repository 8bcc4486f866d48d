"""How often fact-checks rule right, by rules alone: `python evals/fact_check.py [--json] [--show]`.

The texts of `fact_check.json` (Japanese and English, with planted changes) are put to the whole graph of research, mode
`fact-check`, without a model, against `examples/corpus` and a few sources that disagree with it. For each ruling:

    right        claims of that ruling that got it
    claims       claims of that ruling
    false        claims that got it and are not of it

`tuned_on` are the texts that the rules were written with, `held_out` those that were put to them afterwards: the first
time 35 of its 40 claims were ruled right and 2 falsely; what these 2 showed has been mended since.
`false_rulings` are claims ruled supported or refuted that are not: worse than `not_enough`, which says nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasen.knowledge.open_library import open_library
from kasen.teams.research.graphs.fact_check import build
from kasen.teams.research.schemas import Request, Result
from kasen.testing.deps import fake_deps

HERE = Path(__file__).parent
CORPUS = HERE.parent / "examples" / "corpus"
RULINGS = ("supported", "refuted", "disputed", "not_enough")


@dataclass(frozen=True)
class Case:
    """One claim, what it should be ruled, and what it was."""

    claim: str
    wanted: str
    got: str
    changed: str
    held_out: bool


def load() -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Sources and texts of the set."""
    data = json.loads((HERE / "fact_check.json").read_text(encoding="utf-8"))
    return data["sources"], data["texts"]


async def run(text: dict[str, Any], library: Any) -> list[Case]:
    """The claims of one text with their rulings; one that was not found to be a claim counts as not enough."""
    deps = fake_deps(lang=text["lang"], documents=library)
    joined = ("" if text["lang"] == "ja" else " ").join(claim for claim, _, _ in text["claims"])
    state = await build().compile().ainvoke({"request": Request(question=joined, docs=[CORPUS])}, context=deps)
    result: Result = state["result"]
    got = {ruled.words: str(ruled.ruling) for ruled in result.rulings}
    held_out = bool(text.get("held_out"))
    return [
        Case(claim, wanted, got.get(claim, "not_enough"), changed, held_out)
        for claim, wanted, changed in text["claims"]
    ]


async def measure(folder: Path) -> list[Case]:
    """Every claim of the set."""
    sources, texts = load()
    docs = folder / "docs"
    shutil.copytree(CORPUS, docs)
    for name, text in sources.items():
        (docs / name).write_text(text, encoding="utf-8")
    library = await open_library(folder / "knowledge", [docs], [])
    return [case for text in texts for case in await run(text, library)]


def figures(cases: list[Case]) -> dict[str, Any]:
    """What is counted over some claims."""
    right = Counter(case.wanted for case in cases if case.wanted == case.got)
    claims = Counter(case.wanted for case in cases)
    wrong = Counter(case.got for case in cases if case.wanted != case.got)
    return {
        "claims": len(cases),
        "right": sum(right.values()),
        "rulings": {one: {"right": right[one], "claims": claims[one], "false": wrong[one]} for one in RULINGS},
        "false_rulings": wrong["supported"] + wrong["refuted"],
        "ruled": sum(case.got != "not_enough" for case in cases),
    }


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--show", action="store_true", help="print the claims that were ruled otherwise")
    given = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        cases = asyncio.run(measure(Path(folder)))
    found = {
        **figures(cases),
        "tuned_on": figures([case for case in cases if not case.held_out]),
        "held_out": figures([case for case in cases if case.held_out]),
        "seconds": round(time.perf_counter() - start, 2),
    }
    if given.show:
        for case in cases:
            if case.wanted != case.got:
                print(f"{case.wanted} ← {case.got}: {case.claim} ({case.changed})", file=sys.stderr)
    print(json.dumps(found, ensure_ascii=False) if given.json else json.dumps(found, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
