"""The state of an inquiry into causes survives a restart."""

from __future__ import annotations

from typing import get_type_hints

from kasen.runtime.state_types import state_models
from kasen.teams.research.graphs.causal import build
from kasen.teams.research.states.causal import State


def test_every_type_of_the_state_survives_a_checkpoint() -> None:
    names = {name for _, name in state_models(build())}
    assert {"Request", "Hypothesis", "LinkFound", "CausalGraph", "Excerpt", "Found", "Draft", "Result"} <= names


def test_the_state_keeps_the_names_of_the_seed() -> None:
    wanted = {"rag_queries", "web_queries", "search_results", "rag_results", "analyzed_data", "loop_count"}
    assert wanted <= get_type_hints(State).keys()
