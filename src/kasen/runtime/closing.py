"""What comes out of a run that a person ends early: its result, if there is one, else what a closing node makes of it.

A graph names such a node by its metadata: `add_node("publisher", publisher, metadata=closes("best_draft"))`. It is run
once, outside the graph, on the state as it is, when the state holds something under each of these names.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph

from kasen.runtime.node import CURRENT, observe
from kasen.team import CLOSES

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt
    from kasen.team import Deps


async def result_of(
    graph: StateGraph[Any, Any, Any, Any], values: dict[str, Any], attempt: Attempt, deps: Deps
) -> dict[str, Any] | None:
    """The result as JSON; None where nothing can come out yet."""
    name = closing_node(graph, values)
    if name:
        values = await _closed(graph, name, values, attempt, deps)
    result = values.get("result")
    return None if result is None else dict(result.model_dump(mode="json"))


def closing_node(graph: StateGraph[Any, Any, Any, Any], values: dict[str, Any]) -> str:
    """Name of the node that can close the run from this state, empty when there is none."""
    for name, spec in graph.nodes.items():
        needed = (spec.metadata or {}).get(CLOSES)
        if needed and all(values.get(key) for key in needed):
            return name
    return ""


async def _closed(
    graph: StateGraph[Any, Any, Any, Any], name: str, values: dict[str, Any], attempt: Attempt, deps: Deps
) -> dict[str, Any]:
    alone = copy(observe(graph))
    alone.nodes = {name: alone.nodes[name]}
    alone.edges, alone.waiting_edges = {(START, name), (name, END)}, set()
    alone.branches = type(graph.branches)(graph.branches.default_factory)
    ended: dict[str, Any] = await alone.compile().ainvoke(values, context=deps)
    for run in list(attempt.finishing.values()):  # no checkpoint says it here
        token = CURRENT.set(run)
        await attempt.emit("node_finished", seconds=run.seconds, summary=run.note)
        CURRENT.reset(token)
    attempt.finishing.clear()
    return ended
