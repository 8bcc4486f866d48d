"""A person is asked only where the request wants it, and what they say comes back as it was meant."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.approving import PlanAnswer, draft_pause, plan_pause
from kasen.teams.research.schemas import Request
from kasen.testing.deps import fake_deps

PLAN = {"points": ["a"]}
SCHEMA = {"type": "object"}


def pause(
    approve: list[str], answer: dict[str, Any] | None = None, *, lang: str = "en"
) -> tuple[PlanAnswer, list[Any]]:
    deps = fake_deps(lang=lang, answers={"plan": answer} if answer else None)
    request = Request(question="q", approve=approve)
    return plan_pause(deps, request, shown=["a"], plan=PLAN, schema=SCHEMA), deps.approve.asked


def test_nobody_is_asked_who_did_not_want_to_be() -> None:
    answer, asked = pause(["draft"])
    assert (answer, asked) == (PlanAnswer(plan=PLAN), [])


def test_the_default_goes_on_with_the_plan_as_it_is() -> None:
    answer, (asked,) = pause(["plan"], lang="ja")
    assert answer == PlanAnswer(plan=PLAN)
    assert asked["default"] == {"go_on": True, "plan": PLAN}
    assert (asked["question"], asked["shown"]) == ("この計画で進めますか。", ["a"])


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"go_on": False}, PlanAnswer(go_on=False, plan=PLAN)),
        ({"go_on": True, "plan": {"points": ["b"]}}, PlanAnswer(plan={"points": ["b"]})),
        ({"go_on": True, "comment": "  more\n on prices "}, PlanAnswer(plan=PLAN, comment="more on prices")),
    ],
)
def test_a_no_an_edit_and_a_comment_are_told_apart(said: dict[str, Any], expected: PlanAnswer) -> None:
    answer, _ = pause(["plan"], said)
    assert answer == expected


def test_a_draft_is_asked_about_under_its_own_name() -> None:
    deps = fake_deps(answers={"draft": {"go_on": True, "draft": {"title": "T"}}})
    request = Request(question="q", approve=["plan", "draft"])
    answer = draft_pause(deps, request, shown=[], draft={"title": "S"}, schema=SCHEMA)
    assert answer.plan == {"title": "T"}
    assert [one["name"] for one in deps.approve.asked] == ["draft"]
