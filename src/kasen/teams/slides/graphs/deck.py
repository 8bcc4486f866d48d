"""reader → coordinator → planner → supervisor ⇄ researcher, data_analyst, storywriter, visualizer → publisher.

The supervisor sends to workers whatever is ready, at once, and hears of them together (seed 002). Pauses for a person
are nodes of their own: clarify, approve_plan, approve_outline.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps, closes
from kasen.teams.slides.nodes.approve_outline import approve_outline
from kasen.teams.slides.nodes.approve_plan import approve_plan
from kasen.teams.slides.nodes.clarify import clarify
from kasen.teams.slides.nodes.coordinator import coordinator
from kasen.teams.slides.nodes.data_analyst import data_analyst
from kasen.teams.slides.nodes.planner import planner
from kasen.teams.slides.nodes.publisher import publisher
from kasen.teams.slides.nodes.reader import reader
from kasen.teams.slides.nodes.researcher import researcher
from kasen.teams.slides.nodes.storywriter import storywriter
from kasen.teams.slides.nodes.supervisor import supervisor
from kasen.teams.slides.nodes.visualizer import visualizer
from kasen.teams.slides.state import State

WORKERS = {
    "researcher": researcher,
    "data_analyst": data_analyst,
    "storywriter": storywriter,
    "visualizer": visualizer,
}


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `deck`, not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("reader", reader)
    graph.add_node("coordinator", coordinator, destinations=("clarify", "planner", "publisher"))
    graph.add_node("clarify", clarify)
    graph.add_node("planner", planner)
    graph.add_node("approve_plan", approve_plan, destinations=("planner", "supervisor", "publisher"))
    graph.add_node("supervisor", supervisor, destinations=(*WORKERS, "approve_outline", "publisher"))
    for name, node in WORKERS.items():
        graph.add_node(name, node)
        graph.add_edge(name, "supervisor")
    graph.add_node("approve_outline", approve_outline, destinations=("supervisor", "publisher"))
    graph.add_node("publisher", publisher, metadata=closes("slides"))
    graph.add_edge(START, "reader")
    graph.add_edge("reader", "coordinator")
    graph.add_edge("clarify", "planner")
    graph.add_edge("planner", "approve_plan")
    graph.add_edge("publisher", END)
    return graph
