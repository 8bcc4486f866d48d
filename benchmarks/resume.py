"""Calls and waiting of a résumé review on a model that answers after a fixed time.

`python benchmarks/resume.py [--model-s 1.0] [--json]`

The model is scripted: critics value a text the higher the more of four edits it holds, the revisor gives one of them a
round, the judge prefers what holds more. Runtime, store, graph, rubric, ledger, validation and pages are the real
ones; a posting, a portfolio and pictures of a page are given. `serial` counts the model latencies that follow one
another. Each run says what one thing costs beside another run:

    iteration     rounds of 3 less rounds of 2: critics and revisor
    near          two rounds near the threshold less two rounds far from it, per round: the further looks
    comparison    two rounds that gain something less two that gain nothing: original against best revision
    critics       one round of five critics, asked at once and one after another: seconds, and how often faster
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasen.models.asker import Asker
from kasen.models.provider import ModelRequest
from kasen.runtime.host import Host, asker
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.shots import FakeShoot
from kasen.testing.stores import FakeLibrary
from kasen.testing.timed import TimedModel, one_by_one

CRITICS = ("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer")
BESIDE = ("posting_matcher", "portfolio_ranker")
PAGE = "https://page.example.org/"
FAR, NEAR = 10.0, 0.1
"""A threshold that nothing reaches, and how far above the score of the last round one lies that is near."""
EDITS = {
    "Was responsible for maintaining the booking service": "Maintained the booking service",
    "Was tasked with writing the handover notes": "Wrote the handover notes",
    "Was in charge of the upkeep of the test environments": "Kept up the test environments",
    "Was given the task of reviewing pull requests": "Reviewed pull requests",
}
OLD = list(EDITS)
RESUME = f"""---
title: Resume
lang: en
---

## Summary

Backend engineer for travel software, with an eye for services that run quietly.

## Experience

### Backend engineer, Harrow Lane Travel (April 2019 – present)

- {OLD[0]} in Python and PostgreSQL.
- {OLD[1]} for the support team.
- Cut the time of the nightly import from 90 to 35 minutes.

### Junior engineer, Pell & Otter Software (May 2016 – March 2019)

- {OLD[2]} on Linux.
- {OLD[3]} of two colleagues.

## Skills

Python, PostgreSQL, Linux, Docker
"""
POSTING = """Backend engineer

Requirements
- Experience with Python and PostgreSQL
- Experience with Linux
"""
ITEMS = """- title: Timetable reader
  description: Reads timetables of ferries with Python and stores them in PostgreSQL.
- title: Knitting patterns
  description: A page that draws knitting patterns.
"""
_CRITERION = re.compile(r"^### `([^`]+)`", re.MULTILINE)
_LINE = re.compile(r"^(\d+)\| (.*)$", re.MULTILINE)
_FINDING = re.compile(r'<outside kind="finding" id="([^"]+)"')
_VERSION = re.compile(r'<outside kind="version" id="([AB])" seal="(\w+)">\n(.*?)\n</outside seal="\2">', re.DOTALL)


@dataclass(frozen=True)
class Script:
    """What the model says, role by role. Without `gains` the critics value a text the less the more edits it holds."""

    gains: bool = True

    def __call__(self, request: ModelRequest) -> Mapping[str, Any]:
        """The answer to one request."""
        match request.role:
            case "revisor":
                return revise(request.prompt)
            case "judge":
                return prefer(request.prompt)
            case "posting_matcher":
                words = "Experience with Linux"
                return {"requirements": [{"requirement": words, "status": "met", "evidence": ["on Linux"]}]}
            case "portfolio_ranker":
                return {"items": [{"item": "P1", "evidence": ["with Python"], "meets": ["Python"]}, {"item": "P2"}]}
            case _:
                return self._judge(request.prompt)

    def _judge(self, prompt: str) -> dict[str, Any]:
        """3 for every criterion, another value for the first ones, two more for each edit that the text holds."""
        others, value = 2 * held(prompt), 4 if self.gains else 2
        ids = sorted(set(_CRITERION.findall(prompt)))
        criteria = [
            {"criterion": id, "why": "It says so.", "score": value if n < others else 3} for n, id in enumerate(ids)
        ]
        findings = [
            {"quote": old, "severity": "major", "problem": "It says who was asked, not what was done."}
            for old in EDITS
            if old in prompt
        ]
        return {"criteria": criteria, "findings": findings}


def held(text: str) -> int:
    """How many of the edits a text holds."""
    return sum(new in text for new in EDITS.values())


def revise(prompt: str) -> dict[str, Any]:
    """The next edit."""
    finding = next(iter(_FINDING.findall(prompt)), "")
    for number, line in _LINE.findall(prompt):
        for old, new in EDITS.items():
            if old in line:
                return {"edits": [{"finding": finding, "line": int(number), "old": old, "new": new}]}
    return {"edits": []}


def prefer(prompt: str) -> dict[str, Any]:
    """The version that holds more edits."""
    edits = {letter: held(text) for letter, _, text in _VERSION.findall(prompt)}
    better = "tie" if edits["A"] == edits["B"] else max(edits, key=lambda letter: edits[letter])
    return {"why": "It says what was done.", "better": better}


@dataclass(frozen=True)
class Measured:
    """One run: what was asked when, how long it took, and what came of it."""

    model: TimedModel
    wall_s: float
    result: dict[str, Any]

    def figures(self) -> dict[str, Any]:
        """What is shown of it."""
        return {
            "serial": self.model.serial(),
            "calls": len(self.model.spans),
            "wall_s": round(self.wall_s, 2),
            "rounds": len(self.result["history"]),
            "edits": len(self.result["changes"]),
            "outcome": self.result["outcome"],
            "stopped": self.result["stopped"],
            "roles": self.model.roles(),
        }


async def measured(
    model_s: float, *, gains: bool = True, one_after_another: bool = False, bare: bool = False, **request: Any
) -> Measured:
    """One run; `bare` without posting and portfolio, `request` are further fields of the request."""
    more = {"sleep": one_by_one()} if one_after_another else {}
    model = TimedModel(Script(gains), id="scripted:fixed", latency_s=model_s, **more)

    async def library(*_: Any) -> FakeLibrary:
        return FakeLibrary()

    def ask_for(row: Any, attempt: Any, ledger: Any, meter: Any) -> Asker:
        return asker(row, attempt, ledger, meter, models_of=lambda _: [model.id], open_model=lambda _: model)

    with tempfile.TemporaryDirectory() as folder:
        given = {**files(Path(folder), bare=bare), "screenshot_url": PAGE, "threshold": FAR, **request}
        async with Store(Path(folder) / "store") as store:
            runner = Runner(store, Host(ask_for=ask_for, open_library=library, shoot=FakeShoot()))
            began = time.perf_counter()
            run_id = await runner.start("resume", given, options=Options(preset="manual"))
            row = await runner.wait(run_id)
            wall = time.perf_counter() - began
            await runner.close()
    assert row.status == "done", row.error
    assert row.result is not None
    return Measured(model, wall, row.result)


def files(folder: Path, *, bare: bool) -> dict[str, str]:
    """The fields of the request that are files."""
    texts = {"resume": ("cv.qmd", RESUME)}
    if not bare:
        texts |= {"job": ("posting.txt", POSTING), "portfolio": ("items.yaml", ITEMS)}
    for name, text in texts.values():
        (folder / name).write_text(text, encoding="utf-8")
    return {field: str(folder / name) for field, (name, _) in texts.items()}


def between(model: TimedModel) -> float:
    """Seconds from the second round's first question to the third's: what a round takes, with what is done by code."""
    _, second, third = sorted(span.began for span in model.spans if span.role == CRITICS[0])
    return third - second


async def critics(model_s: float) -> dict[str, Any]:
    """One round of critics alone, at once and one after another."""
    at_once = await measured(model_s, bare=True, review_only=True)
    queued = await measured(model_s, bare=True, review_only=True, one_after_another=True)
    seconds, one_after_another = (run.model.lasted(*CRITICS) for run in (at_once, queued))
    return {
        "asked": len(at_once.model.spans),
        "serial": at_once.model.serial(),
        "at_once_s": round(seconds, 3),
        "one_after_another_s": round(one_after_another, 3),
        "times_faster": round(one_after_another / seconds, 2),
        "whole_run_times_faster": round(queued.wall_s / at_once.wall_s, 2),
    }


async def main(model_s: float) -> dict[str, Any]:
    """Every run, and what they say."""
    await measured(0.0, max_iterations=2)  # what is loaded once does not count
    two = await measured(model_s, max_iterations=2)
    three = await measured(model_s, max_iterations=3)
    flat = await measured(model_s, max_iterations=2, gains=False)
    threshold = round(two.result["history"][-1]["score"] + NEAR, 2)
    near = await measured(model_s, max_iterations=2, threshold=threshold)
    return {
        "model_s": model_s,
        "iteration": {
            "serial": three.model.serial() - two.model.serial(),
            "wall_s": round(between(three.model), 2),
        },
        "near": {"serial": (near.model.serial() - two.model.serial()) / 2},
        "comparison": {"serial": two.model.serial() - flat.model.serial()},
        "critics": await critics(model_s),
        "runs": {
            "two_rounds": two.figures(),
            "three_rounds": three.figures(),
            "no_gain": flat.figures(),
            "near_the_threshold": near.figures(),
        },
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model-s", type=float, default=1.0)
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    given = parser.parse_args()
    figures = asyncio.run(main(given.model_s))
    print(json.dumps(figures) if given.json else json.dumps(figures, indent=2))
