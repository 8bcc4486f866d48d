"""Graphs for tests of checkpoints."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict

from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import Options
from kasen.runtime.store import Store


class Growing(TypedDict):
    """A list that grows by a text of `size` at each step, and what changes at each."""

    texts: Annotated[list[str], operator.add]
    n: int


class Plain(TypedDict):
    n: int


def growing(steps: int, size: int) -> StateGraph[Any, Any, Any, Any]:
    """Adds a text of that many characters at each of that many steps."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Growing)

    def add(state: Growing) -> dict[str, Any]:
        return {"texts": [f"{state['n']:<{size}}"], "n": state["n"] + 1}

    graph.add_node("add", add)
    graph.add_edge(START, "add")
    graph.add_conditional_edges("add", lambda state: "add" if state["n"] < steps else END, ["add", END])
    return graph


def chain(nodes: int) -> StateGraph[Any, Any, Any, Any]:
    """Counts, one node after another."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Plain)
    names = [START, *(f"n{i}" for i in range(nodes)), END]
    for name in names[1:-1]:
        graph.add_node(name, lambda state: {"n": state["n"] + 1})
    for one, other in pairwise(names):
        graph.add_edge(one, other)
    return graph


def nesting(*, asks: bool = False) -> StateGraph[Any, Any, Any, Any]:
    """A node that is a graph of two, between two; its second node asks a person where `asks` says so."""
    inner = chain(1)

    def ask(state: Plain) -> dict[str, Any]:
        return {"n": state["n"] + (int(interrupt("how many?")) if asks else 10)}

    inner.add_node("ask", ask)
    inner.add_edge("n0", "ask")
    outer: StateGraph[Any, Any, Any, Any] = StateGraph(Plain)
    outer.add_node("before", lambda state: {"n": state["n"] + 1})
    outer.add_node("inner", inner.compile())
    outer.add_node("after", lambda state: {"n": state["n"] + 1})
    outer.add_edge(START, "before")
    outer.add_edge("before", "inner")
    outer.add_edge("inner", "after")
    outer.add_edge("after", END)
    return outer


async def new_attempt(store: Store) -> Attempt:
    """A run and its first attempt."""
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def next_attempt(attempt: Attempt, store: Store | None = None) -> Attempt:
    """Another one of the same run."""
    store = store or attempt.store
    return Attempt(store, attempt.run_id, await store.claim(attempt.run_id))


def config_of(attempt: Attempt) -> Any:
    """As the driver names a run."""
    return {"configurable": {"thread_id": attempt.run_id, "run_id": attempt.run_id}, "recursion_limit": 10_000}
