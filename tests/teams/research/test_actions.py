"""Legal and illegal actions, and states that cannot be (seed 004, F001)."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.errors import InternalError
from kasen.teams.research.actions import MAY, IllegalState, allowed, checked
from kasen.teams.research.schemas import Draft, Excerpt, ResearchPlan
from kasen.teams.research.schemas.supervised import SearchResult

PLAN = ResearchPlan(theme="t", investigation_points=["p"])
HIT = SearchResult(title="t", summary="s", url="https://a.example/", source="fake")
GOOD: dict[str, Any] = {
    "task_plan": PLAN,
    "research_data": [HIT],
    "current_draft": "# t",
    "draft": Draft(title="t"),
    "iteration_count": 3,
    "next_action": "write",
}


def excerpt(id: str) -> Excerpt:
    return Excerpt(id=id, point=1, passage_id="p", start=0, end=1)


@pytest.mark.parametrize(
    ("node", "action", "legal"),
    [
        *((node, action, True) for node, actions in MAY.items() for action in actions),
        ("supervisor", "review", False),
        ("researcher", "write", False),
        ("researcher", "end", False),
        ("writer", "end", False),
        ("writer", "research", False),
        ("reviewer", "review", False),
        ("reviewer", "publish", False),
    ],
)
def test_each_node_decides_on_its_own_actions_only(node: str, action: str, legal: bool) -> None:
    update = {"next_action": action}
    if legal:
        assert checked(node, GOOD, update) == update
    else:
        with pytest.raises(IllegalState, match=f"next_action `{action}`"):
            checked(node, GOOD, update)


@pytest.mark.parametrize(
    ("update", "problem"),
    [
        ({"task_plan": None}, "no task_plan"),
        ({"current_draft": None, "draft": None, "next_action": "end"}, "no current_draft"),
        ({"current_draft": None}, "not both"),
        ({"draft": None}, "not both"),
        ({"iteration_count": -1}, "below 0"),
        ({"iteration_count": 2}, "went back"),
        ({"research_data": [HIT, HIT]}, "URL twice"),
        ({"research_data": [HIT.model_copy(update={"summary": "x" * 501})]}, "too long"),
        ({"excerpts": [excerpt("e1"), excerpt("e1")]}, "evidence stands twice"),
    ],
)
def test_a_state_that_cannot_be_is_a_bug(update: dict[str, Any], problem: str) -> None:
    with pytest.raises(InternalError, match=problem):
        checked("reviewer", GOOD, update)


@pytest.mark.parametrize(
    ("node", "proposed", "expected"),
    [
        ("supervisor", "research", ("research", False)),
        ("supervisor", "review", ("write", True)),
        ("reviewer", "end", ("end", False)),
        ("reviewer", "", ("write", True)),
        ("reviewer", "rm -rf", ("write", True)),
    ],
)
def test_what_a_model_may_not_take_is_put_right(node: str, proposed: str, expected: tuple[str, bool]) -> None:
    assert allowed(node, proposed, otherwise="write") == expected
