"""issue_analyzer → brainstormer → evidence_planner → (searcher ∥ rag_retriever) → causal_checker and on.

The hypothesis_validator goes back to the searches for hypotheses without evidence, or on to causal_graph_builder →
root_cause_synthesizer → verifier. Pauses for a person stand behind the brainstormer and behind the verifier; the
publisher ends every run.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.research.nodes.approve_causes import approve_causes
from kasen.teams.research.nodes.approve_hypotheses import approve_hypotheses
from kasen.teams.research.nodes.brainstormer import brainstormer
from kasen.teams.research.nodes.causal_checker import causal_checker
from kasen.teams.research.nodes.causal_graph_builder import causal_graph_builder
from kasen.teams.research.nodes.causal_publisher import causal_publisher
from kasen.teams.research.nodes.causal_verifier import causal_verifier
from kasen.teams.research.nodes.evidence_planner import evidence_planner
from kasen.teams.research.nodes.hypothesis_validator import hypothesis_validator
from kasen.teams.research.nodes.issue_analyzer import issue_analyzer
from kasen.teams.research.nodes.lookups import rag_retriever, searcher
from kasen.teams.research.nodes.root_cause_synthesizer import root_cause_synthesizer
from kasen.teams.research.states.causal import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `causal` (seed 001: `causal_inference`), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    on_plan = ("issue_analyzer", "evidence_planner", "publisher")
    on_evidence = ("searcher", "rag_retriever", "causal_graph_builder")
    graph.add_node("issue_analyzer", issue_analyzer)
    graph.add_node("brainstormer", brainstormer)
    graph.add_node("approve_plan", approve_hypotheses, destinations=on_plan)
    graph.add_node("evidence_planner", evidence_planner)
    graph.add_node("searcher", searcher)
    graph.add_node("rag_retriever", rag_retriever)
    graph.add_node("causal_checker", causal_checker)
    graph.add_node("hypothesis_validator", hypothesis_validator, destinations=on_evidence)
    graph.add_node("causal_graph_builder", causal_graph_builder)
    graph.add_node("root_cause_synthesizer", root_cause_synthesizer)
    graph.add_node("verifier", causal_verifier)
    graph.add_node("approve_draft", approve_causes, destinations=("root_cause_synthesizer", "publisher"))
    graph.add_node("publisher", causal_publisher)
    graph.add_edge(START, "issue_analyzer")
    graph.add_edge("issue_analyzer", "brainstormer")
    graph.add_edge("brainstormer", "approve_plan")
    graph.add_edge("evidence_planner", "searcher")
    graph.add_edge("evidence_planner", "rag_retriever")
    graph.add_edge(["searcher", "rag_retriever"], "causal_checker")
    graph.add_edge("causal_checker", "hypothesis_validator")
    graph.add_edge("causal_graph_builder", "root_cause_synthesizer")
    graph.add_edge("root_cause_synthesizer", "verifier")
    graph.add_edge("verifier", "approve_draft")
    graph.add_edge("publisher", END)
    return graph
