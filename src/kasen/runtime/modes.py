"""The graph of a mode as it is driven: built and compiled once."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from kasen.runtime.node import observe
from kasen.runtime.state_types import state_models
from kasen.team import load_object

if TYPE_CHECKING:
    from langgraph.graph import StateGraph
    from langgraph.graph.state import CompiledStateGraph


@cache
def built_of(mode: str) -> tuple[StateGraph[Any, Any, Any, Any], set[tuple[str, str]]]:
    """The graph of a mode, uncompiled, and the models in its state; built once, because reading types takes a while."""
    graph = load_object(mode)()
    return graph, state_models(graph)


@lru_cache(maxsize=64)
def compiled_of(mode: str, pauses: tuple[str, ...] = (), lang: str = "") -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph of a mode with a pause before those nodes; compiled once, its nodes find the attempt that runs them."""
    graph: CompiledStateGraph[Any, Any, Any, Any] = observe(built_of(mode)[0], pauses=pauses, lang=lang).compile()
    return graph


def node_names(mode: str) -> tuple[str, ...]:
    """The nodes of a mode's graph, in the order in which they were added."""
    return tuple(built_of(mode)[0].nodes)
