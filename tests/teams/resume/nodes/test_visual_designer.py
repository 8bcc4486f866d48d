from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.teams.resume.nodes.visual_designer import visual_designer
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.tools.screenshot.model import PageFacts
from teams.resume.bench import critique
from teams.resume.test_critics import state
from teams.resume.test_pictures import PNG


async def test_without_a_picture_it_is_not_asked_and_has_no_score() -> None:
    deps = fake_deps(model=ScriptedModel([]))
    update = await visual_designer(state(), Runtime(context=deps))
    assert update["visual_designer_feedback"].score is None
    assert deps.notes == ["not judged"]


async def test_a_page_that_has_not_changed_is_not_judged_again() -> None:
    model = ScriptedModel({"visual_designer": [critique(4)]})
    deps = fake_deps(model=model)
    await deps.artifacts.write("page.png", PNG, "image/png")
    seen = state(screenshot_path="page.png", seen_iteration=1, page=PageFacts(height=3000))
    first = await visual_designer(seen, Runtime(context=deps))
    later: list[Any] = [{**seen, "iteration": 2, **first}]
    second = await visual_designer(later[0], Runtime(context=deps))
    later.append({**seen, "iteration": 3, **second})
    third = await visual_designer(later[1], Runtime(context=deps))
    model.assert_done()
    said = [update["visual_designer_feedback"] for update in (first, second, third)]
    assert [one.iteration for one in said] == [1, 2, 3]
    assert len({one.score for one in said}) == 1
    assert [one.note for one in said] == ["", "the same page as in round 1", "the same page as in round 1"]
    assert said[1].findings == ()
