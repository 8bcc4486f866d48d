"""Calls and waiting of research on a web and a model that answer after a fixed time.

`python benchmarks/research.py [--model-s 1.0] [--search-s 0.3] [--page-s 0.2] [--json]`

The model is scripted: it plans three subtasks, calls the evidence of one not enough once (a drill-down) and asks for
one more subtask once (a revision). Runtime, store, graphs, rules and checks are the real ones. `serial` counts the
model latencies that follow one another: 1 for an ask that begins before any other has ended, else 1 more than the
deepest that ended before it began. `calls` counts all. `pages_twice` and `passages_twice` count what was fetched, and
what was shown to an analyzer, more than once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kasen.models.asker import Asker
from kasen.models.provider import ModelRequest
from kasen.runtime.host import Host, asker
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.stores import FakeLibrary
from kasen.testing.timed import TimedModel
from kasen.testing.web import web

QUICK = "When does the tea harvest of Uji begin, and how is the leaf of Uji shaded?"
DEEP = (
    "Describe the tea of Uji: when its harvest begins, how its leaf is shaded, who its merchants are, "
    "and which festivals it has."
)
FACTS = {
    "harvest": "The tea harvest of Uji begins in May, as the records of the town show.",
    "shade": "The leaf of Uji is shaded with reed screens for three weeks, as growers report.",
    "merchants": "The merchants of Uji tea sold powdered tea to the shogun, as their ledgers tell.",
    "guild": "The guild of Uji merchants set the prices of tea each spring, as its rules say.",
    "festivals": "The tea festivals of Uji are held in October, as the calendar of the shrine says.",
}
SUBTASKS = {
    "When does the tea harvest of Uji begin?": "tea harvest Uji begins",
    "How is the leaf of Uji shaded?": "leaf Uji shaded screens",
    "Who were the merchants of Uji tea, and which guild ruled their prices and rice?": "merchants Uji tea shogun",
}
DRILL = "Which guild of Uji merchants set the prices of tea?"
EXTRA = "When are the tea festivals of Uji held?"
_DATA = re.compile(r'<outside kind="(\w+)" id="([^"]+)" seal="(\w+)">\n[^\n]*\n(.*?)\n</outside seal="\3">', re.DOTALL)


PER_FACT = 4
"""Pages that each fact stands on, in words of their own."""


def pages() -> dict[str, str]:
    """A small web: a few pages on each fact, amid words that say nothing."""
    filler = "Visitors walk along the river and look at the bridge. " * 6
    return {
        f"https://{name}-{n}.example.org/": f"# The {name} of Uji, part {n}\n\n{told(fact, n)}\n\n{filler}"
        for name, fact in FACTS.items()
        for n in range(1, PER_FACT + 1)
    }


def told(fact: str, n: int) -> str:
    """A fact as the nth page tells it."""
    return fact.replace(", as ", f", as in part {n} ")


TOLD = [told(fact, n) for fact in FACTS.values() for n in range(1, PER_FACT + 1)]


def plan(_: ModelRequest) -> dict[str, Any]:
    """Two points and two queries."""
    points = list(SUBTASKS)[:2]
    return {"theme": "Uji", "investigation_points": points, "web_queries": [SUBTASKS[point] for point in points]}


def master_plan(_: ModelRequest) -> dict[str, Any]:
    """Three subtasks that do not depend on one another."""
    tasks = [{"question": question, "web_queries": [query]} for question, query in SUBTASKS.items()]
    return {"theme": "Uji", "execution_mode": "hierarchical", "subtasks": tasks}


def analyse(request: ModelRequest) -> dict[str, Any]:
    """The fact of each passage that has one."""
    found = []
    for kind, id, _, text in _DATA.findall(request.prompt):
        quote = next((one for one in TOLD if one in text), "")
        if kind == "passage" and quote:
            point = _point(request.prompt, quote)
            found.append({"point": point, "passage": id, "quote": quote, "statement": said(quote)})
    return {"excerpts": found}


def _point(prompt: str, quote: str) -> int:
    """The point that has the most words of a quotation."""
    points = re.findall(r"^(\d+)\. (.+)$", prompt.partition("## Points")[2].partition("## ")[0], re.MULTILINE)
    words = set(re.findall(r"\w{4,}", quote.casefold()))
    shared = {int(number): len(words & set(re.findall(r"\w{4,}", text.casefold()))) for number, text in points}
    return max(shared, key=lambda number: shared[number], default=1)


def said(quote: str) -> str:
    """A fact without where it is from: other words than the quotation, so that it has to be verified."""
    return quote.partition(", as ")[0] + "."


def write(request: ModelRequest) -> dict[str, Any]:
    """Every piece of evidence, in the writer's own words."""
    own = [
        (id, text.partition("\n\n")[2].partition("\n\n(In other")[0], int(re.search(r"point (\d+)", text)[1]))  # type: ignore[index]
        for kind, id, _, text in _DATA.findall(request.prompt)
        if kind == "evidence" and re.search(r"point (\d+)", text)
    ]
    statements = [{"text": said(quote), "evidence": [id]} for id, quote, _ in own]
    sections = [{"point": point, "statements": [{"text": said(quote), "evidence": [id]}]} for id, quote, point in own]
    return {"title": "The tea of Uji", "summary": statements[:2], "findings": statements[:5], "analysis": sections}


def verify(request: ModelRequest) -> dict[str, Any]:
    """Everything is said."""
    ids = re.findall(r"s\d+", request.prompt.rpartition("Ids to judge:")[2])
    return {"judgements": [{"id": id, "support": "supported"} for id in ids]}


@dataclass
class Script:
    """What the model says, role by role; one drill-down and one revision are asked for."""

    drilled: bool = False
    revised: bool = False

    def __call__(self, request: ModelRequest) -> Mapping[str, Any]:
        """The answer to one request."""
        answers: dict[str, Callable[[ModelRequest], dict[str, Any]]] = {
            "planner": plan,
            "master_planner": master_plan,
            "analyzer": analyse,
            "evaluator": lambda _: {"sufficient": True},
            "depth_evaluator": self._depth,
            "drill_down_generator": self._drill,
            "plan_revisor": self._revise,
            "synthesizer": write,
            "hierarchical_synthesizer": write,
            "verifier": verify,
        }
        return answers[request.role](request)

    def _depth(self, request: ModelRequest) -> dict[str, Any]:
        if "guild" in request.prompt and not self.drilled:
            self.drilled = True
            return {"sufficient": False, "drill_down_areas": ["guild"], "reason": "Nothing on the guild."}
        return {"sufficient": True}

    def _drill(self, request: ModelRequest) -> dict[str, Any]:
        return {"subtasks": [{"parent": 3, "question": DRILL, "web_queries": ["guild Uji merchants prices"]}]}

    def _revise(self, request: ModelRequest) -> dict[str, Any]:
        if self.revised:
            return {"should_revise": False}
        self.revised = True
        new = {"question": EXTRA, "web_queries": ["tea festivals Uji October"]}
        return {"should_revise": True, "trigger_type": "gap", "new_subtasks": [new]}


async def measured(mode: str, question: str, model_s: float, search_s: float, page_s: float) -> dict[str, Any]:
    """One run, counted and timed."""
    search, fetch = web(pages(), search_s=search_s, page_s=page_s)
    model = TimedModel(Script(), id="scripted:fixed", latency_s=model_s)

    async def library(*_: Any) -> FakeLibrary:
        return FakeLibrary()

    def ask_for(row: Any, attempt: Any, ledger: Any, meter: Any) -> Asker:
        return asker(row, attempt, ledger, meter, models_of=lambda _: [model.id], open_model=lambda _: model)

    with tempfile.TemporaryDirectory() as folder:
        async with Store(Path(folder)) as store:
            runner = Runner(store, Host(ask_for=ask_for, open_library=library, search=search, fetch=fetch))
            began = time.perf_counter()
            run_id = await runner.start("research", {"question": question}, mode=mode, options=Options(preset="manual"))
            row = await runner.wait(run_id)
            wall = time.perf_counter() - began
            await runner.close()
    assert row.status == "done", row.error
    assert row.result is not None
    shown = Counter(
        text
        for request in model.requests
        if request.role == "analyzer"
        for kind, _, _, text in _DATA.findall(request.prompt)
        if kind == "passage"
    )
    return {
        "calls": len(model.spans),
        "serial": model.serial(),
        "wall_s": round(wall, 2),
        "searches": len(search.queries),
        "pages": sum(fetch.calls.values()),
        "pages_twice": sum(count > 1 for count in fetch.calls.values()),
        "passages_twice": sum(count > 1 for count in shown.values()),
        "findings": len(row.result["findings"]),
        "roles": model.roles(),
    }


async def main(model_s: float, search_s: float, page_s: float) -> dict[str, Any]:
    """Both modes."""
    run = partial(measured, model_s=model_s, search_s=search_s, page_s=page_s)
    await measured("quick", QUICK, 0.0, 0.0, 0.0)  # what is loaded once does not count
    return {
        "model_s": model_s,
        "search_s": search_s,
        "page_s": page_s,
        "quick": await run("quick", QUICK),
        "deep": await run("deep", DEEP),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model-s", type=float, default=1.0)
    parser.add_argument("--search-s", type=float, default=0.3)
    parser.add_argument("--page-s", type=float, default=0.2)
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    given = parser.parse_args()
    figures = asyncio.run(main(given.model_s, given.search_s, given.page_s))
    if given.json:
        print(json.dumps(figures))
    else:
        for name in ("quick", "deep"):
            print(name, *(f"{key} {value}" for key, value in figures[name].items()), sep="\n  ")
