"""A team that has programs work for it and charges what they spend; also imported by the children that are killed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel

from kasen.errors import KasenError, Stopped
from kasen.models.role import Usage
from kasen.runtime.host import Host
from kasen.team import Deps, Team, load
from kasen.testing.crash_child import host_with


class Work(BaseModel):
    turns: int = 3
    usd: float | None = 0.25
    twice: bool = False
    waits: bool = False
    lang: str = "en"

    def title(self) -> str:
        return "work"


class Made(BaseModel):
    turns: int
    told: list[bool]


class State(TypedDict, total=False):
    request: Work
    result: Made


@dataclass
class Stage:
    began: asyncio.Event = field(default_factory=asyncio.Event)
    left: list[tuple[Path, bool]] = field(default_factory=list)
    fails: bool = False


STAGE = [Stage()]


async def work(state: State, runtime: Runtime[Deps]) -> dict[str, Made]:
    request, deps = state["request"], runtime.context
    assert deps.charge is not None
    told: list[bool] = []
    for turn in range(request.turns):
        if await deps.charge.spent():
            await deps.charge.stop()
            break
        for _ in range(2 if request.twice else 1):
            usage = Usage(input_tokens=10, output_tokens=5)
            one = await deps.charge("coder", "codex", key=f"turn-{turn}", usage=usage, usd=request.usd, seconds=2.0)
        told.append(one)
    STAGE[0].began.set()
    while request.waits:
        if deps.stopping():
            raise Stopped("stopped while it worked")
        await asyncio.sleep(0.01)
    return {"result": Made(turns=len(told), told=told)}


def build() -> StateGraph[State, Deps, State, State]:
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("work", work)
    graph.add_edge(START, "work")
    graph.add_edge("work", END)
    return graph


async def leave(folder: Path, *, gone: bool) -> None:
    STAGE[0].left.append((folder, gone))
    if STAGE[0].fails:
        raise KasenError("it does not end")


WORKERS = Team(
    name="workers",
    summary="workers",
    summary_ja="workers",
    request="runtime.charging_scenes:Work",
    result="runtime.charging_scenes:Made",
    modes={"only": "runtime.charging_scenes:build"},
    default_mode="only",
    leaves="runtime.charging_scenes:leave",
)


def host(home: Path) -> Host:
    made = host_with(None, home)
    return Host(ask_for=made.ask_for, open_library=made.open_library, load_team=_team)


def _team(name: str) -> Team:
    return WORKERS if name == "workers" else load(name)


def new_stage() -> Stage:
    STAGE[0] = Stage()
    return STAGE[0]
