"""Depth is measured where code can and asked where it cannot, for the whole wave at once."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.depth_evaluator import depth_evaluator, may_accept, may_drill
from kasen.teams.research.schemas import PointCoverage
from kasen.teams.research.schemas.deep import Depth, Subtask
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import document_hit
from teams.research.deep_scenes import Crew, plan_of, worked

TWICE = [
    document_hit("Steamed sencha was perfected by Nagatani Soen.", path="/docs/a.md"),
    document_hit("It was Nagatani Soen who perfected steamed sencha.", path="/docs/b.md"),
]
SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha"])
HARD = Subtask(id="s2", question="Who perfected sencha machines?", rag_queries=["sencha machines"])
GONE = Subtask(id="s3", question="GDP?", rag_queries=["GDP"])


async def judged(deps: FakeDeps, state: dict[str, Any]) -> dict[str, Depth]:
    given: Any = state
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await depth_evaluator(given, runtime))["evaluation"]


async def test_what_is_well_covered_or_found_nowhere_asks_nobody() -> None:
    model = Crew()
    deps = fake_deps(model=model, documents=TWICE)
    found = await judged(deps, await worked(deps, plan_of(SENCHA, GONE.model_copy(update={"id": "s2"}))))
    assert model.asked()["depth_evaluator"] == 0
    assert (found["s1"].sufficient, found["s1"].by) == (True, "measured")
    assert (found["s2"].sufficient, found["s2"].drill_down_areas) == (False, ["gdp"])


async def test_the_rest_of_the_wave_is_asked_at_the_same_time() -> None:
    model = Crew(depth_evaluator=lambda _: {"sufficient": False, "drill_down_areas": [" a  b ", "", "c", "d", "e"]})
    deps = fake_deps(model=model, documents=TWICE[:1])
    state = await worked(deps, plan_of(SENCHA, HARD))
    found = await judged(deps, state)
    assert model.at_once["depth_evaluator"] == 2
    assert [one.drill_down_areas for one in found.values()] == [["a b", "c", "d"]] * 2
    assert len(deps.events.of("score")) == 1


@pytest.mark.parametrize(("request_", "subtask"), [({"max_total_subtasks": 2}, {}), ({"max_depth": 1}, {"depth": 1})])
async def test_where_no_drill_down_is_allowed_nobody_is_asked(
    request_: dict[str, Any], subtask: dict[str, Any]
) -> None:
    model = Crew()
    deps = fake_deps(model=model, documents=TWICE[:1])
    state = await worked(deps, plan_of(*(one.model_copy(update=subtask) for one in (SENCHA, HARD))), **request_)
    found = await judged(deps, state)
    assert model.asked()["depth_evaluator"] == 0
    assert {one.by for one in found.values()} == {"measured"}


async def test_a_model_cannot_call_deep_what_code_finds_nowhere() -> None:
    odd = Subtask(id="s1", question="Which quokka tariffs hit Brazilian exporters?", rag_queries=["steamed sencha"])
    deps = fake_deps(model=Crew(), documents=TWICE)
    state = await worked(deps, plan_of(odd, GONE))
    assert state["subtask_results"]["s1"].excerpts
    found = await judged(deps, state)
    assert found["s1"].sufficient is False
    assert found["s1"].drill_down_areas


@pytest.mark.parametrize(
    ("coverage", "asked", "covered", "accepts"),
    [(0.1, 0.1, False, False), (0.5, 0.0, False, True), (0.1, 0.7, False, True), (0.1, 0.0, True, True)],
)
def test_what_a_model_may_accept(coverage: float, asked: float, covered: bool, accepts: bool) -> None:
    point = PointCoverage(point=1, text="x", coverage=coverage, asked=asked, covered=covered)
    assert may_accept(point) is accepts


async def test_a_drill_down_that_read_nothing_new_is_not_drilled_into() -> None:
    child = SENCHA.model_copy(update={"id": "s1.1", "parent": "s1", "depth": 1, "question": "Sencha soen?"})
    deps = fake_deps(documents=TWICE)
    state: Any = await worked(deps, plan_of(SENCHA, child))
    assert may_drill(state, SENCHA)
    assert state["subtask_results"]["s1.1"].passages == 0
    assert not may_drill(state, child)


async def test_in_simple_mode_rounds_count_and_not_depth() -> None:
    deps = fake_deps(documents=TWICE)
    state: Any = await worked(deps, plan_of(SENCHA, mode="simple"), loops=1)
    assert may_drill(state, SENCHA)
    state |= {"loop_count": 2}
    assert not may_drill(state, SENCHA)
