from __future__ import annotations

from typing import Any

from kasen.teams.slides.nodes.planner import planner
from kasen.teams.slides.schemas.envelope import Plan
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch
from kasen.testing.teams import FakeTeam, research_answer
from teams.slides.nodes.stating import TABLE, plan, runtime, state


def said(*roles: str, slides: int = 9) -> dict[str, Any]:
    steps = [{"id": f"S{n}", "role": role, "title": role, "instruction": "Do it."} for n, role in enumerate(roles)]
    return {"title": "Tea abroad", "goal": "Decide.", "slides": slides, "steps": steps}


async def laid(given: Any, model: ScriptedModel | None = None, **more: Any) -> tuple[Plan, FakeDeps]:
    deps = fake_deps(model=model, **more)
    return (await planner(given, runtime(deps)))["plan"], deps


def roles(made: Plan) -> list[str]:
    return [one.mode or one.role for one in made.steps]


async def test_the_plan_is_shown_as_it_will_be_worked_on() -> None:
    made, deps = await laid(state(tables=[TABLE]), ScriptedModel([said("storywriter")]))
    (event,) = deps.events.of("plan")
    assert [row["id"] for row in event.steps] == ["S1", "S2", "S3"]
    assert {row["status"] for row in event.steps} == {"pending"}
    assert roles(made) == ["data_analyst", "outline", "slides"], "the table is looked at although nobody thought of it"
    assert deps.notes == ["9 slides, 3 steps"]


async def test_the_web_is_searched_only_where_there_is_one_and_a_team_for_it() -> None:
    asks = said("researcher", "storywriter")
    search, team = {"search": FakeSearch()}, {"team": FakeTeam(research_answer())}
    cases: list[tuple[dict[str, Any], bool]] = [({}, False), (search, False), (team, False), ({**search, **team}, True)]
    for means, wanted in cases:
        made, _ = await laid(state(), ScriptedModel([asks]), **means)
        assert ("researcher" in roles(made)) is wanted, means


async def test_pictures_are_drawn_only_where_the_request_lets_them() -> None:
    asks = said("storywriter", "visualizer")
    made, _ = await laid(state(request={"images": "none"}), ScriptedModel([asks]))
    assert "visualizer" not in roles(made)
    made, _ = await laid(state(), ScriptedModel([asks]))
    assert "visualizer" in roles(made)


async def test_the_number_that_was_asked_for_goes_before_the_planners() -> None:
    made, _ = await laid(state(wanted=5), ScriptedModel([said("storywriter", slides=30)]))
    assert made.slides == 5
    made, _ = await laid(state(wanted=0), ScriptedModel([said("storywriter", slides=30)]))
    assert made.slides == 30


async def test_a_plan_that_was_sent_back_is_the_next_one_and_the_comment_was_read() -> None:
    model = ScriptedModel([said("storywriter")])
    made, _ = await laid(state(plan=plan(revision=2), comments=["図を増やして。"]), model)
    assert made.revision == 3
    assert "図を増やして。" in model.requests[0].prompt


async def test_what_the_person_answered_reaches_the_planner() -> None:
    model = ScriptedModel([said("storywriter")])
    await laid(state(answers=["Which tea? → Only sencha"], audience="the board"), model)
    assert "Only sencha" in model.requests[0].prompt
    assert "the board" in model.requests[0].prompt


async def test_without_a_model_the_rule_plans_in_the_language_of_the_run() -> None:
    made, deps = await laid(state("お茶の輸出", lang="ja", title="お茶"), lang="ja")
    assert (made.by, made.title, made.revision) == ("rule", "お茶", 1)
    assert [one.title for one in made.steps] == ["構成", "本文"]
    assert deps.notes == [f"{made.slides} 枚・2 工程"]
