from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.teams.resume.nodes.ux_designer import ux_designer
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.tools.screenshot.model import PageFacts
from teams.resume.bench import critique
from teams.resume.test_critics import state
from teams.resume.test_pictures import PNG


async def test_without_a_picture_it_reads_the_source_and_is_told_so() -> None:
    model = ScriptedModel(critique(4))
    update = await ux_designer(state(), Runtime(context=fake_deps(model=model)))
    assert "You see the source text (Markdown)" in model.requests[0].prompt
    assert update["ux_designer_feedback"].verdict == "pass"


async def test_with_pictures_it_sees_them_and_what_was_measured() -> None:
    model = ScriptedModel(critique(4))
    deps = fake_deps(model=model)
    await deps.artifacts.write("page.png", PNG, "image/png")
    seen = state(screenshot_path="page.png", seen_iteration=1, page=PageFacts(height=3000, smallest_font=9.0))
    await ux_designer(seen, Runtime(context=deps))
    [request] = model.requests
    assert len(request.pictures) == 1
    assert "smallest font, px: 9" in request.prompt
