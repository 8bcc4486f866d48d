"""master_planner → subtask_executor → (depth_evaluator ∥ plan_revisor) → drill_down_generator → save_result.

save_result begins the next wave of subtasks or goes on to hierarchical_synthesizer → verifier → publisher. Pauses for a
person stand behind the plan and behind the verifier.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.research.nodes.deep.approve_draft import approve_draft
from kasen.teams.research.nodes.deep.approve_plan import approve_plan
from kasen.teams.research.nodes.deep.publisher import publisher
from kasen.teams.research.nodes.depth_evaluator import depth_evaluator
from kasen.teams.research.nodes.drill_down_generator import drill_down_generator
from kasen.teams.research.nodes.hierarchical_synthesizer import hierarchical_synthesizer
from kasen.teams.research.nodes.master_planner import master_planner
from kasen.teams.research.nodes.plan_revisor import plan_revisor
from kasen.teams.research.nodes.save_result import save_result
from kasen.teams.research.nodes.subtask_executor import subtask_executor
from kasen.teams.research.nodes.verifier import verifier
from kasen.teams.research.states.deep import State


def build() -> StateGraph[State, Deps, Any, Any]:
    """The graph of mode `deep` (seed 001: `deep_research`), not compiled."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("master_planner", master_planner)
    graph.add_node("approve_plan", approve_plan, destinations=("master_planner", "subtask_executor", "publisher"))
    graph.add_node("subtask_executor", subtask_executor)
    graph.add_node("depth_evaluator", depth_evaluator)
    graph.add_node("plan_revisor", plan_revisor)
    graph.add_node("drill_down_generator", drill_down_generator)
    graph.add_node("save_result", save_result, destinations=("subtask_executor", "hierarchical_synthesizer"))
    graph.add_node("hierarchical_synthesizer", hierarchical_synthesizer)
    graph.add_node("verifier", verifier)
    graph.add_node("approve_draft", approve_draft, destinations=("hierarchical_synthesizer", "publisher"))
    graph.add_node("publisher", publisher)
    graph.add_edge(START, "master_planner")
    graph.add_edge("master_planner", "approve_plan")
    graph.add_edge("subtask_executor", "depth_evaluator")
    graph.add_edge("subtask_executor", "plan_revisor")
    graph.add_edge(["depth_evaluator", "plan_revisor"], "drill_down_generator")
    graph.add_edge("drill_down_generator", "save_result")
    graph.add_edge("hierarchical_synthesizer", "verifier")
    graph.add_edge("verifier", "approve_draft")
    graph.add_edge("publisher", END)
    return graph
