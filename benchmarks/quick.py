"""How long a quick report without models takes: `python benchmarks/quick.py [--runs N] [--json]`.

A first run makes a knowledge base of twelve documents of `examples/corpus` (PDF, Word, slides, HTML, notebook, text and
more) and imports what the team needs: `first_inside_s`, `first_event_first_ms`. Then, in turn, each question is
researched in mode `quick`, by rules, without a web:

    inside_s        from the start of a run to its result, in a process that has made one report before
    first_event_ms  until the first event of that run is read by who follows it
    fresh_s         the same as a command of its own (`kasen research … --docs FOLDER --json`), its files written
    fresh_first_event_ms  from the start of that process to the first line that it prints, which is the first event
    plain_s         a Python that only imports LangGraph and LanceDB: what of `fresh_s` is the libraries'

`fresh_cpu_s` and `plain_cpu_s` are what these took of a processor, whatever else the machine did. Medians, and
the slowest. Everything lies in a new folder in the temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kasen.runtime.local import open_runner
from kasen.runtime.runner import Runner
from kasen.settings import load_settings
from kasen.settings.environment import plain_environment

CORPUS = Path(__file__).resolve().parent.parent / "examples" / "corpus"
DOCUMENTS = 12
QUESTIONS = (
    "How did Uji become the centre of Japanese tea?",
    "How is sencha made?",
    "Why is tea shaded before it is picked?",
    "宇治茶はいつから有名になりましたか？",
    "How long is the Akashi Kaikyo Bridge?",
    "お茶壺道中とは何ですか？",
    "How much caffeine does gyokuro have?",
)
PLAIN = "import langgraph.graph, lancedb"


class Took(NamedTuple):
    """Seconds of one report in this process."""

    first_event: float
    whole: float


async def inside(runner: Runner, folder: Path, question: str) -> Took:
    """Research in this process."""
    began = time.perf_counter()
    run_id = await runner.start("research", {"question": question, "docs": [str(folder)]}, mode="quick")
    seen = 0.0
    async for _ in runner.events(run_id):
        seen = seen or time.perf_counter() - began
    row = await runner.wait(run_id)
    assert row.status == "done", row.error
    return Took(seen, time.perf_counter() - began)


class Command(NamedTuple):
    """Seconds of a command of its own; `first` until its first line."""

    whole: float
    cpu: float
    first: float


def command(line: Sequence[str], home: Path) -> Command:
    """Run it to its end; only one at a time, or the processor's seconds are those of both."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    more = {"KASEN_HOME": str(home), "KASEN_SEARCH": "none", "KASEN_PRESET": "none", "HOME": str(home)}
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *line],
        cwd=home,
        env=plain_environment() | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = time.perf_counter() - began
        process.stdout.read()
    assert process.returncode == 0, line
    whole, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Command(whole, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, first)


def research(question: str, folder: Path, out: str) -> list[str]:
    """The command line."""
    options = ["--docs", str(folder), "--mode", "quick", "--out", out, "--json"]
    return ["-m", "kasen", "research", question, *options]


async def measure(home: Path, runs: int) -> dict[str, Any]:
    """All figures."""
    folder = home / "documents"
    folder.mkdir()
    for file in sorted(CORPUS.iterdir())[:DOCUMENTS]:
        shutil.copy(file, folder)
    settings = load_settings(home=home / "home", search="none", preset="none", reports=home / "reports")
    took: list[Took] = []
    fresh: list[Command] = []
    plain: list[Command] = []
    async with open_runner(settings) as runner:
        first = await inside(runner, folder, QUESTIONS[0])
        for number in range(runs):
            question = QUESTIONS[number % len(QUESTIONS)]
            took.append(await inside(runner, folder, question))
            line = research(question, folder, f"out{number}")
            fresh.append(await asyncio.to_thread(command, line, settings.home))
            plain.append(await asyncio.to_thread(command, ["-c", PLAIN], settings.home))
    return {
        "documents": len(list(folder.iterdir())),
        "runs": runs,
        **spread("inside_s", [one.whole for one in took]),
        **spread("first_event_ms", [1000 * one.first_event for one in took]),
        **spread("fresh_s", [one.whole for one in fresh]),
        **spread("fresh_first_event_ms", [1000 * one.first for one in fresh]),
        "fresh_cpu_s": round(statistics.median(one.cpu for one in fresh), 3),
        "plain_s": round(statistics.median(one.whole for one in plain), 3),
        "plain_cpu_s": round(statistics.median(one.cpu for one in plain), 3),
        "first_inside_s": round(first.whole, 3),
        "first_event_first_ms": round(1000 * first.first_event, 1),
    }


def spread(name: str, values: Sequence[float]) -> dict[str, float]:
    """Median and the slowest."""
    return {name: round(statistics.median(values), 3), f"{name}_slowest": round(max(values), 3)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    given = parser.parse_args()
    logging.getLogger("kasen").setLevel(logging.ERROR)
    home = Path(tempfile.mkdtemp(prefix="kasen-benchmark-"))
    try:
        found = asyncio.run(measure(home, given.runs))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(json.dumps(found) if given.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
