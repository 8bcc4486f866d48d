"""planner → (searcher ∥ rag_retriever) → analyzer → evaluator → (planner again, at most twice) → synthesizer."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.research.nodes.analyzer import analyzer
from kasen.teams.research.nodes.evaluator import evaluator
from kasen.teams.research.nodes.planner import planner
from kasen.teams.research.nodes.rag_retriever import rag_retriever
from kasen.teams.research.nodes.searcher import searcher
from kasen.teams.research.nodes.synthesizer import synthesizer
from kasen.teams.research.state import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `quick` (seed 001: `quick_research`), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("planner", planner)
    graph.add_node("searcher", searcher)
    graph.add_node("rag_retriever", rag_retriever)
    graph.add_node("analyzer", analyzer)
    graph.add_node("evaluator", evaluator, destinations=("planner", "synthesizer"))
    graph.add_node("synthesizer", synthesizer)
    graph.add_edge(START, "planner")
    graph.add_edge("planner", "searcher")
    graph.add_edge("planner", "rag_retriever")
    graph.add_edge(["searcher", "rag_retriever"], "analyzer")
    graph.add_edge("analyzer", "evaluator")
    graph.add_edge("synthesizer", END)
    return graph
