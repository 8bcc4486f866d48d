"""supervisor ⇄ researcher, supervisor → writer → reviewer → researcher, writer, or out (seed 004, F006).

Pauses for a person stand behind the first plan and before the report; the publisher ends every run.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps, closes
from kasen.teams.research.nodes.approve_investigation import approve_investigation
from kasen.teams.research.nodes.approve_manuscript import approve_manuscript
from kasen.teams.research.nodes.manuscript_publisher import manuscript_publisher
from kasen.teams.research.nodes.researcher import researcher
from kasen.teams.research.nodes.reviewer import reviewer
from kasen.teams.research.nodes.supervisor import supervisor
from kasen.teams.research.nodes.writer import writer
from kasen.teams.research.states.supervised import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `supervised` (seed 004 §3.6), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    on_plan = ("supervisor", "researcher", "writer", "manuscript_publisher")
    back = ("researcher", "writer", "approve_manuscript")
    graph.add_node("supervisor", supervisor, destinations=("approve_investigation", *back))
    graph.add_node("approve_investigation", approve_investigation, destinations=on_plan)
    graph.add_node("researcher", researcher)
    graph.add_node("writer", writer)
    graph.add_node("reviewer", reviewer, destinations=back)
    graph.add_node("approve_manuscript", approve_manuscript, destinations=("writer", "manuscript_publisher"))
    graph.add_node("manuscript_publisher", manuscript_publisher, metadata=closes("best_draft"))
    graph.add_edge(START, "supervisor")
    graph.add_edge("researcher", "supervisor")
    graph.add_edge("writer", "reviewer")
    graph.add_edge("manuscript_publisher", END)
    return graph
