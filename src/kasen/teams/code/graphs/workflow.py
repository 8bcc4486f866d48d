"""prepare → orchestrate ⇄ approve → finish. Phases of the work are states of the orchestrator, not nodes of a graph."""

from __future__ import annotations

from typing import Any

from langgraph.graph import START, StateGraph

from kasen.team import Deps
from kasen.teams.code.nodes.approve import approve
from kasen.teams.code.nodes.finish import finish
from kasen.teams.code.nodes.orchestrate import orchestrate
from kasen.teams.code.nodes.prepare import prepare
from kasen.teams.code.state import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of the only mode."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("prepare", prepare, destinations=("orchestrate", "finish"))
    graph.add_node("orchestrate", orchestrate, destinations=("approve", "finish"))
    graph.add_node("approve", approve, destinations=("orchestrate",))
    graph.add_node("finish", finish)
    graph.add_edge(START, "prepare")
    return graph
