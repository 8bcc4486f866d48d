"""reader → router → five critics at once → aggregator → (revisor → validator → router) → judge → publisher.

The posting and the portfolio are looked at beside the critics; approve_edits stands before the publisher. A run that
only takes over edits of an earlier review goes from the reader to approve_edits.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps, closes
from kasen.teams.resume.nodes.aggregator import aggregator
from kasen.teams.resume.nodes.approve_edits import approve_edits
from kasen.teams.resume.nodes.copywriter import copywriter
from kasen.teams.resume.nodes.judge import judge
from kasen.teams.resume.nodes.portfolio_ranker import portfolio_ranker
from kasen.teams.resume.nodes.posting_matcher import posting_matcher
from kasen.teams.resume.nodes.publisher import publisher
from kasen.teams.resume.nodes.reader import reader
from kasen.teams.resume.nodes.recruiter import recruiter
from kasen.teams.resume.nodes.revisor import revisor
from kasen.teams.resume.nodes.router import router
from kasen.teams.resume.nodes.tech_writer import tech_writer
from kasen.teams.resume.nodes.ux_designer import ux_designer
from kasen.teams.resume.nodes.validator import validator
from kasen.teams.resume.nodes.visual_designer import visual_designer
from kasen.teams.resume.state import State

AT_ONCE = {
    "recruiter": recruiter,
    "tech_writer": tech_writer,
    "copywriter": copywriter,
    "ux_designer": ux_designer,
    "visual_designer": visual_designer,
    "posting_matcher": posting_matcher,
    "portfolio_ranker": portfolio_ranker,
}
"""What the router fans out to (seed 000); the aggregator waits for all of them."""


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `review`, not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("reader", reader, destinations=("router", "approve_edits"))
    graph.add_node("router", router)
    for name, node in AT_ONCE.items():
        graph.add_node(name, node)
        graph.add_edge("router", name)
    graph.add_node("aggregator", aggregator, destinations=("revisor", "judge"))
    graph.add_node("revisor", revisor)
    graph.add_node("validator", validator, destinations=("revisor", "router", "judge"))
    graph.add_node("judge", judge)
    graph.add_node("approve_edits", approve_edits)
    graph.add_node("publisher", publisher, metadata=closes("history"))
    graph.add_edge(START, "reader")
    graph.add_edge(list(AT_ONCE), "aggregator")
    graph.add_edge("revisor", "validator")
    graph.add_edge("judge", "approve_edits")
    graph.add_edge("approve_edits", "publisher")
    graph.add_edge("publisher", END)
    return graph
