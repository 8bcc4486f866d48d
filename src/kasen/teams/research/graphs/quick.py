"""planner → (searcher ∥ rag_retriever) → analyzer → evaluator → (planner, at most twice) → synthesizer → verifier.

Pauses for a person stand behind the planner and behind the verifier; the publisher ends every run.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.research.nodes.analyzer import analyzer
from kasen.teams.research.nodes.approve_draft import approve_draft
from kasen.teams.research.nodes.approve_plan import approve_plan
from kasen.teams.research.nodes.evaluator import evaluator
from kasen.teams.research.nodes.planner import planner
from kasen.teams.research.nodes.publisher import publisher
from kasen.teams.research.nodes.rag_retriever import rag_retriever
from kasen.teams.research.nodes.searcher import searcher
from kasen.teams.research.nodes.synthesizer import synthesizer
from kasen.teams.research.nodes.verifier import verifier
from kasen.teams.research.state import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `quick` (seed 001: `quick_research`), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    on_plan = ("planner", "searcher", "rag_retriever", "publisher")
    graph.add_node("planner", planner)
    graph.add_node("approve_plan", approve_plan, destinations=on_plan)
    graph.add_node("searcher", searcher)
    graph.add_node("rag_retriever", rag_retriever)
    graph.add_node("analyzer", analyzer)
    graph.add_node("evaluator", evaluator, destinations=("planner", "synthesizer"))
    graph.add_node("synthesizer", synthesizer)
    graph.add_node("verifier", verifier)
    graph.add_node("approve_draft", approve_draft, destinations=("synthesizer", "publisher"))
    graph.add_node("publisher", publisher)
    graph.add_edge(START, "planner")
    graph.add_edge("planner", "approve_plan")
    graph.add_edge(["searcher", "rag_retriever"], "analyzer")
    graph.add_edge("analyzer", "evaluator")
    graph.add_edge("synthesizer", "verifier")
    graph.add_edge("verifier", "approve_draft")
    graph.add_edge("publisher", END)
    return graph
