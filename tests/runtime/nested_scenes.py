"""Teams that ask and are asked, for the tests of nested runs; also imported by the children that are killed."""

from __future__ import annotations

import asyncio
import importlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from kasen.errors import Fenced, InputError, KasenError, Stopped, StoreFailed
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Usage
from kasen.runtime.host import Host
from kasen.team import Deps, Limits, Team, TeamAnswer, load
from kasen.teams.echo.nodes.planner import PLANNER, split
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit


class Topics(BaseModel):
    topics: list[str]
    together: bool = False
    keep_on: bool = False
    """Take a failure as a lost topic."""
    ask_too: bool = False
    """The two ask a person: who asks, then who is asked."""
    lang: str = "en"

    def title(self) -> str:
        return ", ".join(self.topics)


class Found(BaseModel):
    texts: list[str]
    statuses: list[str] = Field(default_factory=list)
    quotes: list[str] = Field(default_factory=list)


class Topic(BaseModel):
    topic: str
    asks: int = 2
    approve: bool = False
    lang: str = "en"

    def at_the_door(self) -> None:
        if self.topic == "forbidden":
            raise InputError("that topic is forbidden")


class Said(BaseModel):
    text: str
    lang: str
    by: list[str]


class Asking(TypedDict, total=False):
    request: Topics
    result: Found


class Finding(TypedDict, total=False):
    request: Topic
    by: list[str]
    result: Said


@dataclass
class Stage:
    """What the nodes look at; a test sets it."""

    wait: bool = False
    expected: int = 1
    """How many have to wait until `began` is set."""
    tidies_s: float = 0.0
    """How long a node that is ended takes to put things in order."""
    tidying: asyncio.Event = field(default_factory=asyncio.Event)
    began: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    fail: set[str] = field(default_factory=set)
    ran: list[str] = field(default_factory=list)
    had_team: list[bool] = field(default_factory=list)


STAGE = [Stage()]


def new_stage() -> Stage:
    STAGE[0] = Stage()
    return STAGE[0]


async def opening(state: Asking, runtime: Runtime[Deps]) -> dict[str, Any]:
    await runtime.context.ask(PLANNER, text="opening words", lang="en", count=2)
    return {}


async def asking(state: Asking, runtime: Runtime[Deps]) -> dict[str, Any]:
    STAGE[0].ran.append("asking")
    deps, request = runtime.context, state["request"]
    assert deps.team is not None
    if request.together:
        answers = list(await asyncio.gather(*(_asked(deps, topic, request) for topic in request.topics)))
    else:
        answers = [await _asked(deps, topic, request) for topic in request.topics]
    given = [answer for answer in answers if isinstance(answer, TeamAnswer)]
    ids = [id for answer in given for id in answer.passage_ids]
    quotes = [passage.text for passage in await deps.evidence.passages(ids)]
    texts = [answer.result["text"] if isinstance(answer, TeamAnswer) else answer for answer in answers]
    return {"result": Found(texts=texts, statuses=[answer.status for answer in given], quotes=quotes)}


async def _asked(deps: Deps, topic: str, request: Topics) -> TeamAnswer | str:
    assert deps.team is not None
    try:
        return await deps.team("finder", {"topic": topic, "approve": request.ask_too}, role="researcher")
    except (Stopped, Fenced, StoreFailed):
        raise
    except KasenError as error:
        if not request.keep_on:
            raise
        return f"lost: {error}"


async def looking(state: Finding, runtime: Runtime[Deps]) -> dict[str, Any]:
    deps, topic = runtime.context, state["request"].topic
    STAGE[0].ran.append(f"looking {topic}")
    STAGE[0].had_team.append(deps.team is not None)
    await deps.evidence.add([document_hit(f"About {topic}.", path=f"/docs/{topic}.md")])
    by = []
    for n in range(state["request"].asks):
        answer = await deps.ask(PLANNER, text=f"{topic} {n}", lang="en", count=2)
        by.append(answer.by)
    deps.note(f"{len(by)} asks")
    return {"by": by}


async def agreeing(state: Finding, runtime: Runtime[Deps]) -> dict[str, Any]:
    if state["request"].approve:
        said = runtime.context.approve("agree", "Agree?", schema={"type": "string"}, default="as you like")
        return {"by": [*state["by"], said]}
    return {}


async def waiting(state: Finding, runtime: Runtime[Deps]) -> dict[str, Any]:
    topic = state["request"].topic
    STAGE[0].ran.append(f"waiting {topic}")
    if sum(one.startswith("waiting") for one in STAGE[0].ran) >= STAGE[0].expected:
        STAGE[0].began.set()
    if STAGE[0].wait:
        try:
            await STAGE[0].go.wait()
        finally:
            if STAGE[0].tidies_s:
                STAGE[0].tidying.set()
                await asyncio.sleep(STAGE[0].tidies_s)
    if topic in STAGE[0].fail:
        raise ZeroDivisionError(f"no {topic}")
    return {}


async def telling(state: Finding, runtime: Runtime[Deps]) -> dict[str, Any]:
    STAGE[0].ran.append(f"telling {state['request'].topic}")
    deps = runtime.context
    return {"result": Said(text=f"all about {state['request'].topic}", lang=deps.lang, by=state["by"])}


def build_asker() -> StateGraph[Asking, Deps, Any, Any]:
    graph = StateGraph(Asking, context_schema=Deps)
    graph.add_node("opening", opening)
    graph.add_node("asking", asking)
    graph.add_edge(START, "opening")
    graph.add_edge("opening", "asking")
    return graph


def build_finder() -> StateGraph[Finding, Deps, Any, Any]:
    graph = StateGraph(Finding, context_schema=Deps)
    nodes = {"looking": looking, "agreeing": agreeing, "waiting": waiting, "telling": telling}
    before = START
    for name, node in nodes.items():
        graph.add_node(name, node)
        graph.add_edge(before, name)
        before = name
    return graph


def team(name: str) -> Team:
    """A team of this file, else one of Kasen's."""
    if name not in ("asker", "finder"):
        return load(name)
    asks = name == "asker"
    return Team(
        name=name,
        summary=name,
        summary_ja=name,
        request=f"runtime.nested_scenes:{'Topics' if asks else 'Topic'}",
        result=f"runtime.nested_scenes:{'Found' if asks else 'Said'}",
        modes={"only": f"runtime.nested_scenes:build_{name}"},
        default_mode="only",
        limits=Limits(maximum_s=None if asks else 60.0),
    )


def good(request: ModelRequest) -> Completion:
    """What a good planner of echo answers, at one cent a call."""
    texts = importlib.import_module("runtime.scenes").texts
    value = split(texts(request)[0], "en", 2).model_dump()
    usage = Usage(input_tokens=10, output_tokens=5)
    return Completion(model="scripted:model", text=json.dumps(value), usage=usage, usd=0.01)


def host_of(model: Any, home: Path, **more: Any) -> Host:
    """A host with that model, None for rules, that knows the teams of this file."""
    price = more.pop("price", None)
    made = host_with(model, home, **({"price": price} if price else {}))
    return replace(made, load_team=team, **more)


def scripted(home: Path) -> Host:
    """A good model that takes a moment."""
    return host_of(ScriptedModel(good, latency_s=0.002), home)


async def counted(store: Any, run_id: str) -> dict[str, Any]:
    from kasen.runtime.ledger import figures
    from kasen.runtime.nested import children

    spent = await store.read(lambda c: figures(c, run_id))
    return {"calls": spent.calls, "usd": spent.usd, "children": len(await children(store, run_id))}
