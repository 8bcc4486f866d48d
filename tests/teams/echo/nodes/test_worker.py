from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.teams.echo.nodes.worker import repeat, worker
from kasen.teams.echo.schemas import Said
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel


def test_the_rule_says_the_part_unchanged() -> None:
    assert repeat(" 茶 \n").text == " 茶 \n"


async def test_an_echo_keeps_its_place() -> None:
    deps = fake_deps(model=ScriptedModel([{"text": "heard"}]))
    said = await worker({"place": 3, "part": "given"}, Runtime(context=deps))
    assert said == {"said": [Said(place=3, text="heard")]}
