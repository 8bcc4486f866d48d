"""planner → evaluator → (searcher ∥ rag_retriever) → analyzer → evaluator again → comparer → synthesizer → verifier.

The evaluator, which is code, says what is asked for cells without evidence and goes on when none is left or nothing
new is found. Pauses for a person stand behind the planner and behind the verifier; the publisher ends every run.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.research.nodes.approve_comparison import approve_comparison
from kasen.teams.research.nodes.approve_draft import approve_draft
from kasen.teams.research.nodes.comparer import comparer
from kasen.teams.research.nodes.comparison_planner import comparison_planner
from kasen.teams.research.nodes.comparison_synthesizer import comparison_synthesizer
from kasen.teams.research.nodes.gap_evaluator import gap_evaluator
from kasen.teams.research.nodes.item_analyzer import item_analyzer
from kasen.teams.research.nodes.lookups import rag_retriever, searcher
from kasen.teams.research.nodes.matrix_publisher import matrix_publisher
from kasen.teams.research.nodes.matrix_verifier import matrix_verifier
from kasen.teams.research.states.compare import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `compare` (seed 001: `comparative`), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("planner", comparison_planner)
    graph.add_node("approve_plan", approve_comparison, destinations=("planner", "evaluator", "publisher"))
    graph.add_node("evaluator", gap_evaluator, destinations=("searcher", "rag_retriever", "comparer"))
    graph.add_node("searcher", searcher)
    graph.add_node("rag_retriever", rag_retriever)
    graph.add_node("analyzer", item_analyzer)
    graph.add_node("comparer", comparer)
    graph.add_node("synthesizer", comparison_synthesizer)
    graph.add_node("verifier", matrix_verifier)
    graph.add_node("approve_draft", approve_draft, destinations=("synthesizer", "publisher"))
    graph.add_node("publisher", matrix_publisher)
    graph.add_edge(START, "planner")
    graph.add_edge("planner", "approve_plan")
    graph.add_edge(["searcher", "rag_retriever"], "analyzer")
    graph.add_edge("analyzer", "evaluator")
    graph.add_edge("comparer", "synthesizer")
    graph.add_edge("synthesizer", "verifier")
    graph.add_edge("verifier", "approve_draft")
    graph.add_edge("publisher", END)
    return graph
