"""coordinator, and out."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.desk.nodes.coordinator import coordinator
from kasen.teams.desk.state import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of the only mode."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("coordinator", coordinator)
    graph.add_edge(START, "coordinator")
    graph.add_edge("coordinator", END)
    return graph
