"""The plan is revised within its limits, with subtasks that are new, and told what code measured."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.plan_revisor import plan_revisor
from kasen.teams.research.schemas.deep import ExecutionMode, Subtask
from kasen.teams.research.states.deep import Revising
from kasen.testing.deps import fake_deps
from kasen.testing.search import FakeSearch, document_hit
from teams.research.deep_scenes import ENGLISH, REVISION, THREE, Crew, plan_of, subtask, worked

SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha"])
UJI = Subtask(id="s2", question="When did tea growing begin in Uji?", rag_queries=["tea growing Uji"])
OTHER = document_hit("Steamed sencha was perfected by Nagatani Soen in 1740.", path="/docs/other.md")


async def revised(
    said: Any, *, mode: ExecutionMode = "hierarchical", count: int = 0, question: str = THREE, **request: Any
) -> tuple[Revising, Crew]:
    model = Crew(plan_revisor=lambda _: said)
    deps = fake_deps(model=model, documents=[*ENGLISH, OTHER])
    state: Any = await worked(deps, plan_of(SENCHA, UJI, mode=mode), question, **request)
    runtime: Runtime[Deps] = Runtime(context=deps)
    given: Any = {**state, "revision_count": count}
    return await plan_revisor(given, runtime), model


async def test_new_subtasks_join_and_the_revision_is_kept() -> None:
    found, _ = await revised(REVISION)
    (one,) = found["revised"]
    assert (one.question, one.origin, one.depth) == ("When did the first railway of the country open?", "revision", 0)
    assert found["revision_count"] == 1
    (kept,) = found["plan_revisions"]
    assert (kept.trigger_type, kept.by) == ("new_topic", "scripted:model")
    assert kept.questions == [one.question]


@pytest.mark.parametrize(
    "limit",
    [{"max_revisions": 0}, {"count": 3}, {"max_total_subtasks": 2}, {"mode": "simple"}],
    ids=["none", "used", "full", "simple"],
)
async def test_where_nothing_may_be_added_nobody_is_asked(limit: dict[str, Any]) -> None:
    found, model = await revised(REVISION, **limit)
    assert model.asked()["plan_revisor"] == 0
    assert found["revised"] == []
    assert found["revision_count"] == limit.get("count", 0)


@pytest.mark.parametrize(
    "said",
    [
        {**REVISION, "should_revise": False},
        {"should_revise": True, "new_subtasks": []},
        {"should_revise": True, "new_subtasks": [{"question": "who perfected steamed Sencha"}]},
    ],
    ids=["no", "empty", "known"],
)
async def test_a_revision_that_adds_nothing_is_none(said: dict[str, Any]) -> None:
    found, _ = await revised(said)
    assert (found["revised"], found["plan_revisions"], found["revision_count"]) == ([], [], 0)


async def test_there_are_three_at_once_at_most_and_no_more_than_there_is_room_for() -> None:
    many = {"should_revise": True, "new_subtasks": [subtask(f"What of railway {n} in {n}{n}?") for n in range(9)]}
    assert len((await revised(many))[0]["revised"]) == 3
    assert len((await revised(many, max_total_subtasks=3))[0]["revised"]) == 1


async def test_new_subtasks_may_wait_for_those_of_the_plan_only() -> None:
    said = {"should_revise": True, "new_subtasks": [subtask("When did the first railway open?", after=[2, 7, 0])]}
    assert (await revised(said))[0]["revised"][0].depends_on == ["s2"]


async def test_the_role_is_told_which_sources_differ_and_what_nobody_looks_up() -> None:
    _, model = await revised({})
    (prompt,) = model.prompts("plan_revisor")
    assert "in 1738. / Steamed sencha was perfected by Nagatani Soen in 1740." in prompt
    assert 'kind="not-looked-up" id="1"' in prompt
    assert "How much green tea is exported" in prompt


async def test_with_nothing_measured_it_is_told_so() -> None:
    _, model = await revised({}, question="When did tea growing begin in Uji?")
    assert "not-looked-up" not in model.prompts("plan_revisor")[0]


async def test_what_a_rule_looks_up_about_a_contradiction_belongs_to_the_subtask_that_found_it() -> None:
    hits = [*ENGLISH, OTHER]
    deps = fake_deps(documents=hits, search=FakeSearch())
    state: Any = await worked(
        deps, plan_of(UJI.model_copy(update={"id": "s1"}), SENCHA.model_copy(update={"id": "s2"}))
    )
    state |= {"request": state["request"].model_copy(update={"outline": ["A", "B"]})}
    runtime: Runtime[Deps] = Runtime(context=deps)
    (one,) = (await plan_revisor(state, runtime))["revised"]
    assert (one.parent, one.depth, one.origin) == ("s2", 1, "revision")
    assert one.web_queries == ["steamed sencha perfected nagatani soen"]
