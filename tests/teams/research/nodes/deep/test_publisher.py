"""The report on subtasks says what a limit left out, what failed, and what a drill-down did not find."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.deep.publisher import MOST_NOTES, publisher
from kasen.teams.research.schemas import Result
from kasen.teams.research.schemas.deep import Depth, LeftOut, Subtask
from kasen.testing.deps import fake_deps
from teams.research.deep_scenes import ENGLISH, begun_with, plan_of, worked

SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha"])
CHILD = Subtask(id="s1.1", question="Which machines came later?", rag_queries=["machines"], parent="s1", depth=1)


async def published(lang: str = "en", plan: Any = None, **more: Any) -> Result:
    deps = fake_deps(lang=lang, documents=ENGLISH)
    state: Any = {**await worked(deps, plan or plan_of(SENCHA, CHILD)), **more}
    runtime: Runtime[Deps] = Runtime(context=deps)
    said = await publisher(state, runtime)
    assert said["report"] == said["result"].report
    return said["result"]


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "“What of garden 0?” was not looked into: the limit (steps) was reached."),
        ("ja", "「What of garden 0?」は上限（steps）のため調べていない。"),
    ],
)
async def test_what_a_limit_left_out_is_named_as_far_as_it_can_be_read(lang: str, line: str) -> None:
    left = [LeftOut(question=f"What of garden {n}?", limit="steps") for n in range(MOST_NOTES + 3)]
    result = await published(lang, left_out=left)
    assert line in result.not_covered
    assert any("3" in text and "steps" not in text for text in result.not_covered[-2:])


async def test_points_are_subtasks_and_an_open_drill_down_is_told_of() -> None:
    depth = {"s1": Depth(sufficient=True), "s1.1": Depth(sufficient=False, drill_down_areas=["machines"])}
    result = await published(evaluation=depth)
    assert [point.heading for point in result.document.analysis] == ["Who perfected steamed sencha?"]
    assert any("Which machines came later?" in line for line in result.not_covered)


async def test_what_a_model_accepts_is_covered_only_where_code_finds_enough() -> None:
    near = Subtask(id="s1", question="Which steamed sencha grower perfected machines?", rag_queries=["steamed sencha"])
    judged = {"s1": Depth(sufficient=True, by="x:m")}
    assert (await published(plan=plan_of(near), evaluation=judged)).coverage[0].covered
    by_rule = {"s1": Depth(sufficient=True, by="rule")}
    assert not (await published(plan=plan_of(near), evaluation=by_rule)).coverage[0].covered
    far = near.model_copy(update={"question": "Which quokka tariffs hit Brazilian exporters of machines?"})
    assert not (await published(plan=plan_of(far), evaluation=judged)).coverage[0].covered


async def test_what_failed_is_said() -> None:
    deps = fake_deps(documents=ENGLISH)
    state: Any = await worked(deps, plan_of(SENCHA))
    failed = state["subtask_results"]["s1"].model_copy(update={"error": "the index is gone"})
    runtime: Runtime[Deps] = Runtime(context=deps)
    state |= {"subtask_results": {"s1": failed}}
    said = await publisher(state, runtime)
    assert "“Who perfected steamed sencha?” could not be looked into: the index is gone" in said["result"].not_covered


async def test_a_plan_that_was_refused_gives_a_report_that_claims_nothing() -> None:
    deps = fake_deps(documents=ENGLISH)
    state: Any = {**begun_with(plan_of(SENCHA)), "refused": "plan"}
    runtime: Runtime[Deps] = Runtime(context=deps)
    result = (await publisher(state, runtime))["result"]
    assert (result.findings, result.document.references) == ([], ())


async def test_what_every_drill_down_answered_is_covered_and_one_open_drill_down_leaves_it_open() -> None:
    near = Subtask(id="s1", question="Which steamed sencha grower perfected machines?", rag_queries=["steamed sencha"])
    open_one = Depth(sufficient=False, drill_down_areas=["machines"], by="x:m")
    answered = {"s1": open_one, "s1.1": Depth(sufficient=True, by="x:m")}
    assert (await published(plan=plan_of(near, CHILD), evaluation=answered)).coverage[0].covered
    still_open = {"s1": open_one, "s1.1": open_one}
    assert not (await published(plan=plan_of(near, CHILD), evaluation=still_open)).coverage[0].covered
