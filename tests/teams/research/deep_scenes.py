"""Documents and a model for the tests of mode deep; also imported by the children that are killed."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from langgraph.runtime import Runtime

from kasen.knowledge.library import Library
from kasen.models.provider import ModelRequest
from kasen.runtime.host import Host
from kasen.team import Deps
from kasen.teams.research.nodes.master_planner import begun
from kasen.teams.research.nodes.subtask_executor import subtask_executor
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.deep import ExecutionMode, MasterPlan, Subtask
from kasen.testing.crash_child import host_with
from kasen.testing.deps import FakeDeps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit
from kasen.testing.stores import FakeLibrary

ENGLISH = [
    document_hit(
        "Tea growing began in Uji in the 13th century. "
        "The patronage of the shogun made Uji the centre of Japanese tea. "
        "Shaded cultivation gave its leaves a deeper colour.",
        path="/docs/uji.md",
    ),
    document_hit("Steamed sencha was perfected by Nagatani Soen in 1738.", path="/docs/sencha.md"),
    document_hit("Nagatani Soen was born in the village of Yuyadani.", path="/docs/soen.md"),
    document_hit("The first railway of the country opened in 1872.", path="/docs/rail.md"),
    document_hit("Exports of green tea reached 8788 tonnes in 2024.", path="/docs/exports.md"),
]
JAPANESE = [
    document_hit(
        "宇治茶の栽培は十三世紀に始まった。室町将軍の庇護により、宇治は日本茶の中心となった。", path="/docs/uji.md"
    ),
    document_hit("煎茶は1738年に永谷宗円が完成させた。", path="/docs/sencha.md"),
    document_hit("緑茶の輸出量は2024年に8788トンに達した。", path="/docs/exports.md"),
]
THREE = "When did tea growing begin in Uji? Who perfected sencha? How much green tea is exported?"
FENCE = re.compile(
    r'<outside kind="(?:passage|evidence)" id="([pe]\d+)" seal="(\w+)">\n(.*?)\n</outside seal="\2">', re.S
)


Say = Callable[[ModelRequest], Any]


def shown(request: ModelRequest) -> dict[str, str]:
    """Texts of passages or evidence by id, without the lines that say where they are from."""
    found = {id: body.split("\n", 1)[1] for id, _, body in FENCE.findall(request.prompt)}
    return {id: body.split("\n\n", 1)[-1].split("\n\n(In other", 1)[0].strip() for id, body in found.items()}


def first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".") + "."


def analyses(request: ModelRequest) -> dict[str, Any]:
    quotes = [{"point": 1, "passage": id, "quote": first_sentence(text)} for id, text in shown(request).items()]
    return {"excerpts": quotes}


def writes(request: ModelRequest) -> dict[str, Any]:
    """Statements of its own, which code lets stand and a verifier has to judge: the quotations without full stop."""
    said = [{"text": first_sentence(text)[:-1], "evidence": [id]} for id, text in shown(request).items()]
    own = re.findall(r"^(\d+)\. \(yours\)", request.prompt, re.MULTILINE)
    if own:
        return {"analysis": [{"point": int(own[0]), "statements": said}]}
    return {"title": "Tea", "summary": said[:2], "findings": said[:5]}


def planned(*subtasks: Mapping[str, Any], mode: str = "hierarchical") -> dict[str, Any]:
    return {"theme": "Tea", "execution_mode": mode, "subtasks": list(subtasks)}


def subtask(question: str, *queries: str, after: Sequence[int] = ()) -> dict[str, Any]:
    return {"question": question, "rag_queries": list(queries) or [question], "depends_on": list(after)}


PLAN = planned(
    subtask("When did tea growing begin in Uji?"),
    subtask("Who perfected steamed sencha?"),
    subtask("How much green tea is exported to Brazil?"),
)
WORKING: dict[str, Say] = {
    "master_planner": lambda _: PLAN,
    "subtask_executor": lambda _: {},
    "analyzer": analyses,
    "depth_evaluator": lambda _: {"sufficient": True},
    "drill_down_generator": lambda _: {},
    "plan_revisor": lambda _: {"should_revise": False},
    "hierarchical_synthesizer": writes,
    "verifier": lambda _: {},
}


class Crew(ScriptedModel):
    """A model for all roles; notes how many it answers at once and in how many steps of a second it was asked."""

    def __init__(self, *, latency_s: float = 0.0, **roles: Say) -> None:
        self.says = {**WORKING, **roles}
        self.running = 0
        self.at_once: Counter[str] = Counter()
        super().__init__(self._say, latency_s=0.0)
        self._wait = latency_s

    async def _say(self, request: ModelRequest) -> Any:
        self.running += 1
        self.at_once[request.role] = max(self.at_once[request.role], self.running)
        await asyncio.sleep(self._wait)
        self.running -= 1
        return self.says[request.role](request)

    def asked(self) -> Counter[str]:
        return Counter(request.role for request in self.requests)

    def prompts(self, role: str) -> list[str]:
        return [request.prompt for request in self.requests if request.role == role]


def once(say: Any, *more: Any) -> Say:
    """Says these one after the other, then the last for ever."""
    left = [say, *more]
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def open_on(word: str, *areas: str) -> Say:
    """A depth_evaluator that finds one subtask too shallow."""

    def judge(request: ModelRequest) -> dict[str, Any]:
        asked = request.prompt.split('kind="subtask"')[1].split("</outside")[0]
        return {"sufficient": word not in asked, "drill_down_areas": list(areas)}

    return judge


def questions(state: Mapping[str, Any]) -> dict[str, str]:
    return {subtask.id: subtask.question for subtask in state["master_plan"].subtasks}


DRILL: dict[str, Any] = {
    "subtasks": [
        {"parent": 3, "question": "How large were exports of green tea in 2024?", "rag_queries": ["tonnes 2024"]}
    ]
}
REVISION: dict[str, Any] = {
    "should_revise": True,
    "trigger_type": "new_topic",
    "reason": "The railway decided where tea was sold.",
    "new_subtasks": [subtask("When did the first railway of the country open?", "railway opened")],
}


def revise_once(request: ModelRequest) -> dict[str, Any]:
    """Wants the railway in the plan until it is there."""
    return {} if REVISION["new_subtasks"][0]["question"] in request.prompt else REVISION


def deep_crew(*, latency_s: float = 0.0, **roles: Say) -> Crew:
    """One drill-down and one revision."""
    ours: dict[str, Say] = {
        "depth_evaluator": open_on("Brazil", "tonnes"),
        "drill_down_generator": lambda _: DRILL,
        "plan_revisor": revise_once,
    }
    return Crew(latency_s=latency_s, **{**ours, **roles})


def host(home: Path) -> Host:
    """A host whose model drills down and revises once, over a few documents; for runs that are killed."""

    async def opened(docs: list[Path], kbs: list[str], on_progress: Any, embedder: Any) -> Library:
        return FakeLibrary(ENGLISH)

    return replace(host_with(deep_crew(), home), open_library=opened)


def plan_of(*subtasks: Subtask, mode: ExecutionMode = "hierarchical") -> MasterPlan:
    """A plan of these subtasks."""
    return MasterPlan(execution_mode=mode, theme="Tea", subtasks=list(subtasks))


def begun_with(plan: MasterPlan, question: str = THREE, **request: Any) -> dict[str, Any]:
    """The state in which the first wave of a plan is worked."""
    asked = Request(question=question, docs=[Path("/docs")], **request)
    return {"request": asked, **begun(plan, asked, [])}


async def worked(deps: FakeDeps, plan: MasterPlan, question: str = THREE, **request: Any) -> dict[str, Any]:
    """The state after the first wave."""
    state: Any = begun_with(plan, question, **request)
    runtime: Runtime[Deps] = Runtime(context=deps)
    return {**state, **await subtask_executor(state, runtime)}
