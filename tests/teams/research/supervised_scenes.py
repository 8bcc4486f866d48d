"""A small web about tea, and a model that plays every role of mode supervised well, but for what a test changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kasen.knowledge.library import Library
from kasen.models.provider import ModelRequest
from kasen.runtime.approvals import approvals
from kasen.runtime.host import Host
from kasen.runtime.rows import ApprovalRow, Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.teams.research.schemas import Result
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel
from kasen.testing.stores import FakeLibrary
from kasen.testing.web import Web, web

QUESTION = "Why did Uji become the centre of Japanese tea? When did tea growing begin in Uji?"
CENTRE = "The patronage of the shogun made Uji the centre of Japanese tea."
BEGAN = "Tea growing in Uji began in the 13th century."
SHADE = "Shaded cultivation gave the tea leaves of Uji a deeper colour."
PAGES = {
    "https://a.example/shogun": f"# Patronage\n\n{CENTRE} Jars of leaves were sent to the court every year.",
    "https://b.example/begin": f"# Beginnings\n\n{BEGAN} The seeds of Japanese tea came from Toganoo.",
    "https://c.example/shade": f"# Shade\n\n{SHADE} Reed screens were set up over the gardens.",
    "https://d.example/jars": "# Jars\n\nThe tea jars travelled from Uji to Edo under guard. The custom ended in 1867.",
    "https://e.example/soil": "# Soil\n\nMist from the river and good soil suit the tea gardens of Uji.",
}
LATER = {"https://f.example/court": "# Court\n\nThe Ashikaga house founded seven gardens of tea in Uji for its court."}
POINTS = ["Why did Uji become the centre of Japanese tea", "When did tea growing begin in Uji"]
PLAN = {
    "theme": "Uji tea",
    "investigation_points": POINTS,
    "search_queries": ["Uji tea shogun patronage", "Uji tea growing began century"],
    "plan_text": "Two points.",
}
_FENCE = re.compile(
    r'<outside kind="(\w+)" id="([\w.]+)" seal="(\w+)">\n\([^\n]*\)\n(.*?)\n</outside seal="\3">', re.DOTALL
)

Answer = Mapping[str, Any] | str
Said = Callable[[ModelRequest], Answer] | Sequence[Any] | Mapping[str, Any]


def shown(request: ModelRequest, kind: str) -> dict[str, str]:
    """What a prompt shows of one kind, by id."""
    return {id: text for found, id, _, text in _FENCE.findall(request.prompt) if found == kind}


def analyst(request: ModelRequest) -> Answer:
    """Keeps every sentence that speaks of tea, for the point that it is on."""
    excerpts = []
    for id, text in shown(request, "passage").items():
        body = text.split("\n\n", 1)[1]
        for sentence in re.findall(r"[A-Z][^.]+\.", body):
            if "tea" in sentence:
                excerpts.append({"point": 2 if "began" in sentence else 1, "passage": id, "quote": sentence})
    return {"excerpts": excerpts}


def evidence_of(request: ModelRequest) -> dict[str, str]:
    """The id of each quotation that a prompt shows."""
    return {text.split("\n\n")[1]: id for id, text in shown(request, "evidence").items()}


def draft_of(request: ModelRequest, **changed: Any) -> dict[str, Any]:
    """A draft of whole quotations: both points, three findings, a summary."""
    ids = evidence_of(request)

    def say(text: str) -> dict[str, Any]:
        return {"text": text, "evidence": [ids[text]]}

    rest = [text for text in ids if text not in (CENTRE, BEGAN)]
    findings = [say(CENTRE), say(BEGAN), *(say(text) for text in rest[:1])]
    draft = {
        "title": "Uji tea",
        "summary": [say(CENTRE), say(BEGAN)],
        "findings": findings,
        "analysis": [{"point": 1, "statements": [say(CENTRE)]}, {"point": 2, "statements": [say(BEGAN)]}],
    }
    return {**draft, **changed}


def review(logic: float = 0.9, *issues: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    scores = {"fact_check": 1.0, "completeness": 1.0, "logic": logic, "format": 1.0}
    return {"issues": list(issues), "scores": {**scores, **more.pop("scores", {})}, "feedback": "See issues.", **more}


def issue(location: str, kind: str = "logic", severity: str = "high", **more: Any) -> dict[str, Any]:
    return {"type": kind, "severity": severity, "description": "It does not follow.", "location": location, **more}


def team(**said: Said) -> ScriptedModel:
    """A model that plans, reads, writes and passes well, but for the roles that say something else."""
    usual: dict[str, Said] = {
        "supervisor": PLAN,
        "researcher": {"queries": ["Ashikaga gardens court tea Uji"]},
        "analyzer": analyst,
        "writer": draft_of,
        "verifier": {},
        "reviewer": review(),
    }
    roles = {**usual, **said}
    turns: Counter[str] = Counter()

    def answer(request: ModelRequest) -> Any:
        step = roles[request.role]
        if isinstance(step, list | tuple):
            step = step[min(turns[request.role], len(step) - 1)]
        turns[request.role] += 1
        return step(request) if callable(step) else step

    return ScriptedModel(answer, id="x:m")


def asked(model: ScriptedModel) -> Counter[str]:
    return Counter(request.role for request in model.requests)


def replaced(request: ModelRequest) -> Answer:
    """Edits the place that the reviewer named."""
    ids = evidence_of(request)
    return {"edits": [{"place": "[A1.1]", "action": "edit", "text": SHADE, "evidence": ids[SHADE]}]}


LOW = review(0.2, issue("a1.1"), scores={"completeness": 0.5})


@dataclass(frozen=True)
class Played:
    """A run through the real runtime that ended; `asked` names the pauses in order."""

    row: RunRow
    events: list[Any]
    asked: list[str]

    @property
    def result(self) -> Result:
        return Result.model_validate(self.row.result)

    def order(self) -> list[str]:
        """Nodes in the order in which they ended."""
        return [event.node for event in self.events if event.type == "node_finished"]


def host(home: Path, model: ScriptedModel | None, small: Web | None = None) -> Host:
    """A host with the small web and that model, or rules."""
    found = web(PAGES) if small is None else small
    return replace(host_with(model, home), open_library=_no_documents, search=found.search, fetch=found.fetch)


def hosted(home: Path) -> Host:
    """A host for children that are killed: the whole team answers from its script, wherever it begins."""
    return host(home, team(reviewer=back_once, writer=draft_or_edit))


def back_once(request: ModelRequest) -> Answer:
    """Sends the first draft back, passes the second: told from the prompt, so that it is the same after a restart."""
    return review() if SHADE in "".join(shown(request, "place").values()).split("point\n\n")[0] else LOW


def draft_or_edit(request: ModelRequest) -> Answer:
    return replaced(request) if shown(request, "place") else draft_of(request)


async def _no_documents(*_: object) -> Library:
    return FakeLibrary()


async def play(
    home: Path,
    model: ScriptedModel | None,
    *answers: Mapping[str, Any],
    options: Options | None = None,
    small: Web | None = None,
    **request: Any,
) -> Played:
    """Run it; each pause is answered by another process: nothing of the attempt before is in memory."""
    run_id, names = "", []
    for answer in (None, *answers):
        async with Store(home) as store:
            runner = Runner(store, host(home, model, small))
            if answer is None:
                given = {"question": QUESTION, **request}
                run_id = await runner.start("research", given, mode="supervised", options=options or Options())
            else:
                (pause,) = [one for one in await approvals(store, run_id) if not one.answered]
                names.append(pause.name)
                await runner.answer(run_id, pause.name, answer)
                await runner.continue_(run_id)
            row = await runner.wait(run_id)
            events = [event async for event in runner.events(run_id)] if row.status != "paused" else []
            await runner.close()
    assert row.status != "paused", [one.name for one in await _open(home, run_id)]
    return Played(row, events, names)


async def _open(home: Path, run_id: str) -> list[ApprovalRow]:
    async with Store(home) as store:
        return [one for one in await approvals(store, run_id) if not one.answered]
