"""A small team with a supervisor, a writer and state under the seeds' names, for the tests of people around a run."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import BaseModel, Field

from kasen.runtime.host import Host
from kasen.team import Deps, Team, closes, load
from kasen.testing.crash_child import rules_only
from kasen.testing.search import document_hit


class Topic(BaseModel):
    question: str
    docs: list[str] = Field(default_factory=list)
    domains: list[str] = Field(default_factory=list)
    lang: Literal["auto", "ja", "en"] = "auto"
    turns: int = 1
    ask_too: bool = False


class Told(BaseModel):
    text: str
    quotes: list[str] = Field(default_factory=list)
    after: str = ""


class State(TypedDict):
    request: Topic
    human_input: str
    human_input_required: bool
    iteration_count: int
    next_action: str
    current_draft: str
    result: Told


class Writing(TypedDict, total=False):
    request: Topic
    human_input: str
    human_input_required: bool
    iteration_count: int
    current_draft: str


class Plain(TypedDict, total=False):
    request: Topic
    iteration_count: int


RAN: list[tuple[str, dict[str, Any]]] = []
"""Nodes that ran, with what they got."""


async def supervisor(state: Writing, runtime: Runtime[Deps]) -> Command[str]:
    RAN.append(("supervisor", dict(state)))
    turn = state.get("iteration_count", 0) + 1
    action = "write" if turn <= state["request"].turns else "end"
    goto = "writer" if action == "write" else "publisher"
    update = {"iteration_count": turn, "next_action": action, "human_input_required": True}
    return Command(update=update, goto=goto)


async def writer(state: Writing, runtime: Runtime[Deps]) -> dict[str, Any]:
    RAN.append(("writer", dict(state)))
    deps = runtime.context
    more = ""
    if state["request"].ask_too:
        more = deps.approve("words", "Which?", schema={"type": "string"}, default="none")
    await deps.evidence.add([document_hit(f"About {state['request'].question}.", path="/docs/a.md")])
    draft = f"{state.get('current_draft', '')}[{state.get('human_input', '')}{more}]"
    return {"current_draft": draft, "result": Told(text=draft)}


async def publisher(state: Plain, runtime: Runtime[Deps]) -> dict[str, Any]:
    RAN.append(("publisher", dict(state)))
    deps = runtime.context
    earlier = deps.earlier
    quotes = [passage.text for passage in await deps.evidence.passages(earlier.passage_ids)] if earlier else []
    after = f"{earlier.request['question']}: {earlier.result['text']}" if earlier else ""
    return {"result": Told(text=state["request"].question, quotes=quotes, after=after)}


def build() -> StateGraph[State, Deps, Any, Any]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("supervisor", supervisor, destinations=("writer", "publisher"))
    graph.add_node("writer", writer)
    graph.add_node("publisher", publisher, metadata=closes("current_draft"))
    graph.add_edge(START, "supervisor")
    graph.add_edge("writer", "supervisor")
    graph.add_edge("publisher", END)
    return graph


def chosen(request: Topic) -> tuple[str, str]:
    return "talk", "二つが比べられる" if request.lang == "ja" else "two things are compared"


TEAM = Team(
    name="people",
    summary="people",
    summary_ja="人々",
    request="runtime.people:Topic",
    result="runtime.people:Told",
    modes={"talk": "runtime.people:build", "other": "runtime.people:build"},
    default_mode="auto",
    choose="runtime.people:chosen",
)


def team(name: str) -> Team:
    return TEAM if name == "people" else load(name)


def host(home: Any) -> Host:
    made = rules_only(home)
    return Host(ask_for=made.ask_for, open_library=made.open_library, load_team=team)
