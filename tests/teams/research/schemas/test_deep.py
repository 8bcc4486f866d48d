"""Replies of mode deep are read as they were meant."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.schemas.deep import ChildSubtask, PlannedSubtask, PlanRevision, ProposedPlan


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ([1, 2], [1, 2]),
        (["s1", "subtask 2"], [1, 2]),
        ("1, 3", [1, 3]),
        (2, [2]),
        (None, []),
        ([], []),
        ("none", []),
        ([{"id": 1}], []),
        (["1.5"], []),
    ],
)
def test_dependencies_are_numbers_however_they_are_written(given: Any, read: list[int]) -> None:
    assert PlannedSubtask.model_validate({"depends_on": given}).depends_on == read


@pytest.mark.parametrize(("given", "read"), [(3, 3), ("s3", 3), ("", 1), (None, 1), ([2, 3], 2)])
def test_a_parent_is_one_number(given: Any, read: int) -> None:
    assert ChildSubtask.model_validate({"parent": given}).parent == read


@pytest.mark.parametrize(
    ("given", "read"),
    [("new topic", "new_topic"), ("Contradiction", "contradiction"), ("", "none"), (None, "none"), ("whim", "other")],
)
def test_what_calls_for_a_revision_is_one_of_a_few_words(given: Any, read: str) -> None:
    assert PlanRevision.model_validate({"trigger_type": given}).trigger_type == read


@pytest.mark.parametrize(
    ("given", "read"), [("Simple ", "simple"), ("HIERARCHICAL!!", "hierarchical"), (7, "hierarchical")]
)
def test_a_mode_of_execution_is_simple_only_when_it_is_said(given: Any, read: str) -> None:
    assert ProposedPlan.model_validate({"execution_mode": given}).execution_mode == read
