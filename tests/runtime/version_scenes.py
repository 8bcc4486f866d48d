"""One team as it was and as it is after an update: other models under the same names, another state."""

from __future__ import annotations

import asyncio
import operator
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, Send
from pydantic import BaseModel, Field

from kasen.team import Deps, Team, load
from kasen.teams.echo.nodes.planner import PLANNER
from kasen.teams.echo.nodes.worker import WORKER


@dataclass
class Stage:
    """What the nodes look at and leave; a test sets it."""

    fail: int = 0
    """How often the second word fails; it waits until `said`."""
    said: asyncio.Event = field(default_factory=asyncio.Event)
    breaks: str = ""
    """Name of a node that fails."""
    ran: list[str] = field(default_factory=list)


STAGE = Stage()


class Told(BaseModel):
    text: str


# As it was


class AskedOld(BaseModel):
    text: str
    tone: str = "plain"


class WordOld(BaseModel):
    text: str


class SentOld(TypedDict):
    word: WordOld
    nth: int


class StateOld(TypedDict):
    request: AskedOld
    count: int
    words: Annotated[list[WordOld], operator.add]
    heard: str
    draft: str
    result: Told


# As it is


class AskedNew(BaseModel):
    text: str = Field(max_length=9000)
    tones: list[str]


class WordNew(BaseModel):
    said: str
    loud: bool


class SentNew(TypedDict):
    word: WordNew


class StateNew(TypedDict):
    request: AskedNew
    words: Annotated[list[WordNew], operator.add]
    heard: str
    manuscript: str
    mood: str
    result: Told


for kind in (AskedOld, WordOld, AskedNew, WordNew):
    kind.__name__ = kind.__qualname__ = kind.__name__[:-3]


def use(version: int) -> None:
    """From now on the names of this module mean the classes of that version, as after an update of the program."""
    here = sys.modules[__name__]
    kinds = (AskedOld, WordOld) if version == 1 else (AskedNew, WordNew)
    for kind in kinds:
        setattr(here, kind.__name__, kind)


async def _say(nth: int, text: str, deps: Deps) -> str:
    STAGE.ran.append(f"say {text}")
    answer = await deps.ask(WORKER, part=text)
    if nth and STAGE.fail:
        STAGE.fail -= 1
        await STAGE.said.wait()
        raise ZeroDivisionError("one too many")
    return answer.value.text


def _asked(deps: Deps) -> str:
    STAGE.ran.append("approve")
    return str(deps.approve("words", "Well?", schema={"type": "string"}, default="yes"))


def build_old() -> StateGraph[StateOld, Deps, Any, Any]:
    async def plan(state: StateOld, runtime: Runtime[Deps]) -> Command[str]:
        STAGE.ran.append("plan")
        await runtime.context.ask(PLANNER, text=state["request"].text, lang="en", count=2)
        words = state["request"].text.split()
        sends = [Send("say", SentOld(word=WordOld(text=word), nth=n)) for n, word in enumerate(words)]
        return Command(update={"count": len(words)}, goto=sends)

    async def say(state: SentOld, runtime: Runtime[Deps]) -> dict[str, Any]:
        return {"words": [WordOld(text=await _say(state["nth"], state["word"].text, runtime.context))]}

    async def approve(state: StateOld, runtime: Runtime[Deps]) -> dict[str, Any]:
        return {"heard": _asked(runtime.context), "draft": " ".join(word.text for word in state["words"])}

    async def write(state: StateOld, runtime: Runtime[Deps]) -> dict[str, Any]:
        STAGE.ran.append("write")
        if STAGE.breaks == "write":
            raise ZeroDivisionError("no words")
        return {"result": Told(text=f"old: {state['draft']}")}

    graph = StateGraph(StateOld, context_schema=Deps)
    graph.add_node("plan", plan, destinations=("say",))
    graph.add_node("say", say)
    graph.add_node("approve", approve)
    graph.add_node("write", write)
    graph.add_edge(START, "plan")
    graph.add_edge("say", "approve")
    graph.add_edge("approve", "write")
    return graph


def build_new() -> StateGraph[StateNew, Deps, Any, Any]:
    async def plan(state: StateNew, runtime: Runtime[Deps]) -> Command[str]:
        STAGE.ran.append("plan")
        await runtime.context.ask(PLANNER, text=state["request"].text, lang="en", count=2)
        words = state["request"].text.split()
        return Command(goto=[Send("say", SentNew(word=WordNew(said=word, loud=n > 0))) for n, word in enumerate(words)])

    async def say(state: SentNew, runtime: Runtime[Deps]) -> dict[str, Any]:
        word = state["word"]
        assert isinstance(word, WordNew)
        said = await _say(int(word.loud), word.said, runtime.context)
        return {"words": [WordNew(said=said, loud=word.loud)]}

    async def approve(state: StateNew, runtime: Runtime[Deps]) -> dict[str, Any]:
        assert all(isinstance(word, WordNew) for word in state["words"])
        loud = [word.said.upper() if word.loud else word.said for word in state["words"]]
        return {"heard": _asked(runtime.context), "manuscript": " ".join(loud)}

    async def write(state: StateNew, runtime: Runtime[Deps]) -> dict[str, Any]:
        STAGE.ran.append("write")
        deps = runtime.context
        after = f", after {deps.earlier.request['tones']}" if deps.earlier else ""
        told = f"{state['manuscript']} ({state['request'].tones}, {state.get('mood', 'new')}, {state['heard']}){after}"
        return {"result": Told(text=told)}

    graph = StateGraph(StateNew, context_schema=Deps)
    graph.add_node("plan", plan, destinations=("say",))
    graph.add_node("say", say)
    graph.add_node("approve", approve)
    graph.add_node("write", write)
    graph.add_edge(START, "plan")
    graph.add_edge("say", "approve")
    graph.add_edge("approve", "write")
    return graph


def to_2(kept: dict[str, Any]) -> dict[str, Any]:
    """What a run of version 1 has stored, as version 2 has it."""
    now = {name: value for name, value in kept.items() if name not in ("count", "nth", "draft")}
    if "request" in kept:
        now["request"] = {"text": kept["request"]["text"], "tones": [kept["request"]["tone"]]}
        now["mood"] = "calm"
    if "words" in kept:
        now["words"] = [{"said": word["text"], "loud": word["text"] == "world"} for word in kept["words"]]
    if "word" in kept:
        now["word"] = {"said": kept["word"]["text"], "loud": kept["nth"] > 0}
    if "draft" in kept:
        now["manuscript"] = kept["draft"]
    return now


def breaks(kept: dict[str, Any]) -> dict[str, Any]:
    raise KeyError("tone")


def forgets(kept: dict[str, Any]) -> dict[str, Any]:
    """Leaves words as they were, and a name that is not there any more."""
    return {**to_2(kept), **({"words": kept["words"]} if "words" in kept else {})}


def leaves(kept: dict[str, Any]) -> dict[str, Any]:
    return {**to_2(kept), **({"count": kept["count"]} if "count" in kept else {})}


def team(version: int, **more: Any) -> Callable[[str], Team]:
    """Finds the team `aging` as that version of the program has it, and Kasen's own."""
    new = version > 1
    made = {
        "summary": "aging",
        "summary_ja": "古びる",
        "request": f"runtime.version_scenes:Asked{'New' if new else 'Old'}",
        "result": "runtime.version_scenes:Told",
        "modes": {"only": f"runtime.version_scenes:build_{'new' if new else 'old'}"},
        "default_mode": "only",
        "state_version": version,
        "migrations": {1: "runtime.version_scenes:to_2"} if new else {},
    }
    found = Team(**{"name": "aging", **made, **more})
    return lambda name: found if name == "aging" else load(name)
