"""Models and small teams for the tests of the runtime; also imported by the children that are killed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.models.meter import expect
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.role import Usage
from kasen.runtime.host import Host
from kasen.team import Deps, Team, load
from kasen.teams.echo.nodes.planner import PLANNER, split
from kasen.teams.echo.schemas import Request, Result
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

FENCED = re.compile(
    r'<outside kind="text" id="\S+" seal="(\w+)">\n\(Data[^\n]*\)\n(.*?)\n</outside seal="\1">', re.DOTALL
)


def texts(request: ModelRequest) -> list[str]:
    """What stands between the fences of a prompt."""
    return [found[1] for found in FENCED.findall(request.prompt)]


def good(request: ModelRequest) -> dict[str, Any]:
    """What a good model answers to the roles of echo."""
    given = texts(request)
    if request.role == "planner":
        return split(given[0], "en", 2).model_dump()
    return {"text": "".join(given)}


def scripted(home: Path) -> Host:
    """A good model for echo that takes a moment for each answer."""
    return host_with(ScriptedModel(good, latency_s=0.004, usd=0.01), home)


def unhurried(home: Path) -> Host:
    """The same, slow enough for another process to come too late."""
    return host_with(ScriptedModel(good, latency_s=0.2), home)


def streaming(home: Path) -> Host:
    """The same, word by word."""
    return host_with(Streaming(), home)


def per_token(_name: str, usage: Usage) -> float:
    return usage.total / 1_000_000


def careless(home: Path) -> Host:
    """Two models that cost exactly what is expected of them: the first answers workers badly, then declines."""

    def priced(request: ModelRequest, id: str, text: str, **more: Any) -> Completion:
        usage = expect(id, request.prompt, tier="basic", answer_tokens=request.answer_tokens, price=per_token).usage
        return Completion(model=id, text=text, usage=usage, **more)

    def first(request: ModelRequest) -> Completion:
        if request.role != "worker":
            return priced(request, "scripted:one", json.dumps(good(request)))
        if "could not be used" in request.prompt:
            return priced(request, "scripted:one", "", finish="declined")
        return priced(request, "scripted:one", "no JSON")

    def second(request: ModelRequest) -> Completion:
        return priced(request, "scripted:two", json.dumps(good(request)))

    one, two = ScriptedModel(first, id="scripted:one", latency_s=0.002), ScriptedModel(second, id="scripted:two")
    return host_with(one, home, two, price=per_token)


class Streaming:
    """A good model for echo whose words come in over some time."""

    id = "scripted:stream"
    by_hand = False
    silent = True
    account = "scripted"
    patience = 1.0

    async def complete(self, request: ModelRequest) -> Completion:
        inner = await ScriptedModel(good).complete(request)
        for start in range(0, len(inner.text), 20):
            if request.on_text is not None:
                await request.on_text(inner.text[start : start + 20])
                await asyncio.sleep(0.02)
        return Completion(model=self.id, text=inner.text, usage=Usage(input_tokens=10, output_tokens=5), usd=0.01)


def host_of(model: ChatModel | None, home: Path, **more: Any) -> Host:
    """A host with that model that also knows the teams of this file."""
    made = host_with(model, home)
    return Host(**{"ask_for": made.ask_for, "open_library": made.open_library, "load_team": team, **more})


# Teams of one or two nodes


class State(TypedDict):
    request: Request
    result: Result


@dataclass
class Stage:
    """What the nodes of the small teams look at; a test sets it."""

    fail: int = 0
    error: Exception = field(default_factory=lambda: ZeroDivisionError("one too many"))
    began: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    ran: list[str] = field(default_factory=list)


STAGE = [Stage()]


def new_stage() -> Stage:
    STAGE[0] = Stage()
    return STAGE[0]


def team(name: str) -> Team:
    """A team of this file, else one of Kasen's."""
    builder = {"flaky": build_flaky, "endless": build_endless, "slow": build_slow, "planners": build_planners}.get(name)
    if builder is None:
        return load(name)
    return Team(
        name=name,
        summary=name,
        summary_ja=name,
        request="kasen.teams.echo.schemas:Request",
        result="kasen.teams.echo.schemas:Result",
        modes={"only": f"runtime.scenes:{builder.__name__}"},
        default_mode="only",
    )


def ended(text: str) -> dict[str, Result]:
    return {"result": Result(text=text, parts=[], rounds=1, passed=True)}


async def first(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    STAGE[0].ran.append("first")
    await runtime.context.ask(PLANNER, text=state["request"].text, lang="en", count=2)
    return {}


async def flaky(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    STAGE[0].ran.append("flaky")
    if STAGE[0].fail:
        STAGE[0].fail -= 1
        raise STAGE[0].error
    return ended(state["request"].text)


async def slow(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    STAGE[0].ran.append("slow")
    STAGE[0].began.set()
    await STAGE[0].go.wait()
    return {}


async def last(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    STAGE[0].ran.append("last")
    return ended(state["request"].text)


async def endless(state: State, runtime: Runtime[Deps]) -> Command[str]:
    STAGE[0].ran.append("endless")
    return Command(goto="endless" if len(STAGE[0].ran) < 9 else END, update=ended("at last"))


async def planners(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Four asks in one node, one after another."""
    words = []
    for n in range(4):
        answer = await runtime.context.ask(PLANNER, text=f"{state['request'].text} {n}", lang="en", count=2)
        words.append(answer.by)
    return ended(",".join(words))


def build_flaky() -> StateGraph[State, Deps, Any, Any]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("first", first)
    graph.add_node("flaky", flaky)
    graph.add_edge(START, "first")
    graph.add_edge("first", "flaky")
    return graph


def build_endless() -> StateGraph[State, Deps, Any, Any]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("endless", endless, destinations=("endless", END))
    graph.add_edge(START, "endless")
    return graph


def build_slow() -> StateGraph[State, Deps, Any, Any]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("first", first)
    graph.add_node("slow", slow)
    graph.add_node("last", last)
    graph.add_edge(START, "first")
    graph.add_edge("first", "slow")
    graph.add_edge("slow", "last")
    return graph


def build_planners() -> StateGraph[State, Deps, Any, Any]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("planners", planners)
    graph.add_edge(START, "planners")
    return graph


# What children do in tests


async def new_run(store: Any) -> str:
    from kasen.runtime.rows import Options

    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return str(row.id)


async def claims(store: Any, run_id: str, count: int) -> list[int]:
    return [await store.claim(run_id) for _ in range(count)]


async def many_runs(store: Any, count: int) -> dict[str, int]:
    from kasen.runtime.runner import Runner
    from kasen.testing.crash_child import rules_only

    runner = Runner(store, rules_only(store.home))
    ids = [await runner.start("echo", {"text": f"run number {n}"}) for n in range(count)]
    rows = [await runner.wait(run_id) for run_id in ids]
    return {status: sum(row.status == status for row in rows) for status in {row.status for row in rows}}


async def begin(store: Any, request: dict[str, Any]) -> list[str]:
    from kasen.runtime.runner import Runner

    runner = Runner(store, scripted(store.home))
    run_id = await runner.start("echo", request)
    return [run_id, (await runner.wait(run_id)).status]


async def begin_and_wait(store: Any, request: dict[str, Any]) -> None:
    """Begin a run whose attempt outlives its pause, and die while it waits."""
    from kasen.runtime.approvals import approvals
    from kasen.runtime.runner import Runner

    runner = Runner(store, scripted(store.home))
    run_id = await runner.start("echo", request, wait=True)
    while not await approvals(store, run_id):  # noqa: ASYNC110 - another task asks
        await asyncio.sleep(0.005)
    os.kill(os.getpid(), signal.SIGKILL)


async def reply(store: Any, run_id: str, name: str, value: Any, by: str) -> str:
    from kasen.runtime.approvals import answer

    return (await answer(store, run_id, name, value, by=by)).answered_at


async def go_on(store: Any, run_id: str) -> str:
    from kasen.runtime.runner import Runner

    runner = Runner(store, scripted(store.home))
    await runner.continue_(run_id)
    return (await runner.wait(run_id)).status
