"""claim_splitter → approve_plan → evidence_searcher → adjudicator → (evidence_searcher again) → publisher."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.research.nodes.adjudicator import adjudicator
from kasen.teams.research.nodes.approve_claims import approve_claims
from kasen.teams.research.nodes.claim_splitter import claim_splitter
from kasen.teams.research.nodes.evidence_searcher import evidence_searcher
from kasen.teams.research.nodes.ruling_writer import ruling_writer
from kasen.teams.research.states.fact_check import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `fact-check` (seed 001: `fact_check`), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("claim_splitter", claim_splitter)
    graph.add_node("approve_plan", approve_claims, destinations=("claim_splitter", "evidence_searcher", "publisher"))
    graph.add_node("evidence_searcher", evidence_searcher)
    graph.add_node("adjudicator", adjudicator, destinations=("evidence_searcher", "publisher"))
    graph.add_node("publisher", ruling_writer)
    graph.add_edge(START, "claim_splitter")
    graph.add_edge("claim_splitter", "approve_plan")
    graph.add_edge("evidence_searcher", "adjudicator")
    graph.add_edge("publisher", END)
    return graph
