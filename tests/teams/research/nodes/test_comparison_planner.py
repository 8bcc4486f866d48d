"""The planner of a comparison."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.team import Deps
from kasen.teams.research.nodes.comparison_planner import comparison_planner, shown
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel


async def plan(deps: FakeDeps, question: str, **given: Any) -> ComparisonPlan:
    runtime: Runtime[Deps] = Runtime(context=deps)
    request = Request(question=question, docs=["/docs"], **given)
    done = await comparison_planner({"request": request, "wishes": ["shorter"]}, runtime)
    return done["comparison"]


async def test_the_plan_is_told_and_the_wishes_are_heard() -> None:
    model = ScriptedModel([{"items": ["Alpha", "Beta"], "criteria": [{"name": "price", "also": ["cost"]}]}])
    deps = fake_deps(model=model, lang="ja")
    found = await plan(deps, "Alpha vs Beta")
    assert [event.steps[0]["text"] for event in deps.events.of("plan")] == ["Alpha"]
    assert "shorter" in model.requests[0].prompt
    assert deps.notes == ["2 項目 × 1 観点"]
    assert shown(found) == ["Alpha", "Beta", "price (= cost)"]


async def test_items_of_the_request_make_a_comparison_of_any_question() -> None:
    found = await plan(fake_deps(), "Which one?", items=["X", "Y"], criteria=["size (bigger is better)"])
    assert shown(found)[-1].startswith("size")
    assert shown(found)[-1].endswith(" ↑")


async def test_one_thing_is_refused() -> None:
    with pytest.raises(InputError, match="two things"):
        await plan(fake_deps(), "Alpha?", items=["Alpha"])
