from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.teams.resume.nodes.tech_writer import TECH_WRITER, tech_writer
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.resume.bench import critique
from teams.resume.test_critics import state


async def test_it_is_asked_once_under_its_own_name_and_writes_its_own_feedback() -> None:
    model = ScriptedModel({"tech_writer": [critique(4)]})
    deps = fake_deps(model=model)
    update = await tech_writer(state(), Runtime(context=deps))
    model.assert_done()
    assert list(update) == ["tech_writer_feedback"]
    assert update["tech_writer_feedback"].agent == TECH_WRITER.name == "tech_writer"
    assert [event.reviewer for event in deps.events.of("verdict")] == ["tech_writer"]


async def test_its_prompt_is_its_own_view_and_leaves_the_others_theirs() -> None:
    model = ScriptedModel(critique(4))
    await tech_writer(state(), Runtime(context=fake_deps(model=model)))
    [prompt] = [request.prompt for request in model.requests]
    assert "You do not look at" in prompt
    assert "Sample Person" not in prompt
