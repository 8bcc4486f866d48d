"""planner → worker ∥ worker → approve → writer → gate → (writer again, or out); a no at approve ends it."""

from __future__ import annotations

from typing import Any

from langgraph.graph import START, StateGraph

from kasen.team import Deps
from kasen.teams.echo.nodes.approve import approve
from kasen.teams.echo.nodes.gate import gate
from kasen.teams.echo.nodes.planner import planner
from kasen.teams.echo.nodes.worker import worker
from kasen.teams.echo.nodes.writer import writer
from kasen.teams.echo.state import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of the only mode."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("planner", planner, destinations=("worker",))
    graph.add_node("worker", worker)
    graph.add_node("approve", approve, destinations=("writer", "__end__"))
    graph.add_node("writer", writer)
    graph.add_node("gate", gate, destinations=("writer", "__end__"))
    graph.add_edge(START, "planner")
    graph.add_edge("worker", "approve")
    graph.add_edge("writer", "gate")
    return graph
