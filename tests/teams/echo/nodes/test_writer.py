from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.teams.echo.nodes.writer import Before, join, writer
from kasen.teams.echo.schemas import Said
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel

STATE: Before = {"said": [Said(place=1, text="world"), Said(place=0, text="hello ")], "comment": ""}


def test_the_rule_joins_the_echoes_as_they_are() -> None:
    assert join(["a ", "b"], "en", "").text == "a b"


async def test_echoes_are_written_in_their_places_and_a_rules_text_is_shown() -> None:
    deps = fake_deps()
    assert await writer(STATE, Runtime(context=deps)) == {"draft": "hello world", "rounds": 1}
    assert [(event.text, event.final) for event in deps.events.of("text")] == [("hello world", True)]


async def test_a_second_round_is_counted_and_a_models_text_is_not_shown_again() -> None:
    deps = fake_deps(model=ScriptedModel([{"text": "hello world"}]))
    state: Before = {**STATE, "rounds": 1}
    assert await writer(state, Runtime(context=deps)) == {"draft": "hello world", "rounds": 2}
    assert deps.events.of("text") == []
