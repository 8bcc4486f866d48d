"""opener → editor → republisher for a deck that a run made, → shape_editor → patcher for any other.

Some slides are changed; every other one stays byte for byte.
"""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from kasen.team import Deps
from kasen.teams.slides.nodes.editor import editor
from kasen.teams.slides.nodes.opener import opener
from kasen.teams.slides.nodes.patcher import patcher
from kasen.teams.slides.nodes.republisher import republisher
from kasen.teams.slides.nodes.shape_editor import shape_editor
from kasen.teams.slides.state import EditState


def build() -> StateGraph[EditState, Deps, Any, Any]:
    """The graph of mode `edit`, not compiled."""
    graph = StateGraph(EditState, context_schema=Deps)
    graph.add_node("opener", opener, destinations=("editor", "republisher", "shape_editor", "patcher"))
    graph.add_node("editor", editor)
    graph.add_node("republisher", republisher)
    graph.add_node("shape_editor", shape_editor)
    graph.add_node("patcher", patcher)
    graph.add_edge(START, "opener")
    graph.add_edge("editor", "republisher")
    graph.add_edge("republisher", END)
    graph.add_edge("shape_editor", "patcher")
    graph.add_edge("patcher", END)
    return graph
