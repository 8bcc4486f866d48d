"""A team of one node, the researcher of slides, that really asks the research team; imported by children too."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from langgraph.graph import START, StateGraph
from pydantic import BaseModel

from kasen.runtime.host import Host
from kasen.team import Deps, Team, load
from kasen.teams.slides.nodes.researcher import researcher
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.state import State, Task
from kasen.testing.crash_child import with_documents


class Brought(BaseModel):
    found: list[Evidence]
    status: str
    notes: list[str]


class Whole(State):
    result: Brought  # type: ignore[misc]


async def research(state: Task, runtime: Any) -> dict[str, Any]:
    request = state["request"]
    step = Step(id="S1", role="researcher", title="調査", instruction=request.wish)
    plan = Plan(title=request.wish, slides=5, steps=(step,), by="rule")
    task: Any = {**state, "lang": runtime.context.lang, "plan": plan, "step": step}
    done = await researcher(task, runtime)
    return {
        "result": Brought(found=done.get("found", []), status=done["finished"][0].status, notes=done.get("notes", []))
    }


def build() -> StateGraph[Whole, Deps, Any, Any]:
    graph = StateGraph(Whole, context_schema=Deps)
    graph.add_node("research", research)
    graph.add_edge(START, "research")
    return graph


def team(name: str) -> Team:
    if name != "researching":
        return load(name)
    return Team(
        name=name,
        summary=name,
        summary_ja=name,
        request=f"{Request.__module__}:Request",
        result=f"{__name__}:Brought",
        modes={"only": f"{__name__}:build"},
        default_mode="only",
    )


def host(home: Path) -> Host:
    """Rules, documents, no web."""
    return replace(with_documents(home), load_team=team)
