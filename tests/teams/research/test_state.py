"""The state holds ids and models that survive a restart."""

from __future__ import annotations

import operator
from typing import get_type_hints

from kasen.runtime.state_types import state_models
from kasen.teams.research.graphs.quick import build
from kasen.teams.research.schemas import Excerpt, Found
from kasen.teams.research.state import State


def test_every_type_of_the_state_survives_a_checkpoint() -> None:
    names = {name for _, name in state_models(build())}
    assert {"Request", "ResearchPlan", "Found", "Excerpt", "Evaluation", "Result", "Report"} <= names


def test_the_state_keeps_the_names_of_the_seed() -> None:
    assert {"search_results", "rag_results", "analyzed_data", "evaluation", "loop_count"} <= get_type_hints(
        State
    ).keys()


def test_nodes_add_to_lists_of_what_was_found() -> None:
    held = get_type_hints(State, include_extras=True)
    lists = ("search_results", "rag_results", "searches")
    assert [held[name].__metadata__ for name in lists] == [(operator.add,)] * len(lists)


def test_texts_of_passages_are_not_in_the_state() -> None:
    assert "text" not in Found.model_fields.keys() | Excerpt.model_fields.keys()
