"""The coordinator by rules, and with answers that were written by hand through the manual provider, well and badly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.prompts.loader import render
from kasen.teams.desk.nodes.coordinator import COORDINATOR, coordinator
from kasen.teams.desk.schemas import Line, Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.desk.asked import request

CASES = json.loads((Path(__file__).parents[1] / "answers" / "cases.json").read_text(encoding="utf-8"))


async def decided(deps: FakeDeps, message: str, **more: Any) -> Result:
    found = await coordinator({"request": request(message, **more)}, Runtime(context=deps))
    return found["result"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
async def test_what_a_model_says_ends_in_a_sensible_reply(case: dict[str, str]) -> None:
    model = ScriptedModel(lambda _request: case["said"])
    deps = fake_deps(model=model, lang=case["lang"])
    result = await decided(deps, case["message"])
    assert result.reply.startswith(case["reply"])
    assert (result.team, result.mode) == (case["team"], case.get("mode", ""))
    assert case["request"] in result.request
    assert [(event.text, event.final) for event in deps.events.of("text")] == [(result.reply, True)]


async def test_without_a_model_the_rule_decides_and_says_it() -> None:
    deps = fake_deps(lang="ja")
    result = await decided(deps, "宇治茶の歴史を調べて")
    assert (result.team, result.request) == ("research", "宇治茶の歴史")
    assert deps.events.of("text")[0].text == "調べて報告書にまとめます。"
    assert deps.notes == ["research"]


def test_the_prompt_names_teams_files_and_what_was_said() -> None:
    asked = request(
        "shorter", files=["a.csv"], under="slides", under_title="Tea", earlier=[Line(who="person", text="hi")]
    )
    prompt = render(COORDINATOR.package, COORDINATOR.prompt_name, **{**dict(asked), "lang": "en"})
    for words in (
        "`resume`",
        "(.md, .pdf)",
        "- a.csv",
        "Team `slides` has finished: Tea",
        "Modes: quick, deep",
        "shorter",
    ):
        assert words in prompt
