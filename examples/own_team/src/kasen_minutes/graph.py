"""reader → decisions ∥ tasks → gate → (back to whom it concerns, or on) → approve → publisher."""

from __future__ import annotations

from typing import Any

from langgraph.graph import START, StateGraph

from kasen.team import Deps
from kasen_minutes.nodes.approve import approve
from kasen_minutes.nodes.decisions import decisions
from kasen_minutes.nodes.gate import gate
from kasen_minutes.nodes.publisher import publisher
from kasen_minutes.nodes.reader import reader
from kasen_minutes.nodes.tasks import tasks
from kasen_minutes.state import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of the only mode."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("reader", reader)
    graph.add_node("decisions", decisions)
    graph.add_node("tasks", tasks)
    graph.add_node("gate", gate, destinations=("decisions", "tasks", "approve"))
    graph.add_node("approve", approve, destinations=("publisher", "__end__"))
    graph.add_node("publisher", publisher)
    graph.add_edge(START, "reader")
    graph.add_edge("reader", "decisions")
    graph.add_edge("reader", "tasks")
    graph.add_edge("decisions", "gate")
    graph.add_edge("tasks", "gate")
    return graph
