from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError, UnknownName
from kasen.models import presets as module
from kasen.models.presets import Preset, choose, presets, resolve, usable
from kasen.models.registry import split

COMING = ["hybrid", "gemini", "openai", "anthropic", "ollama", "local", "cheap", "seed"]


def test_the_presets_of_the_design_are_declared() -> None:
    assert list(presets()) == ["none", "manual", *COMING]
    assert [name for name, preset in presets().items() if preset.coming] == COMING


def test_every_model_of_every_preset_has_a_provider() -> None:
    chains = [
        chain
        for preset in presets().values()
        for chain in (preset.default, *preset.tiers.values(), *preset.roles.values())
    ]
    assert any(chains)
    for chain in chains:
        for name in chain:
            split(name)


def test_with_no_choice_made_the_rules_answer_and_the_reason_is_given() -> None:
    choice = choose("")
    assert choice.preset == "none"
    assert "no preset was chosen" in choice.why
    assert resolve(choice.preset, "planner", "reasoning", "research") == []


def test_a_choice_says_where_it_came_from() -> None:
    assert choose("manual", source="--preset") == ("manual", "chosen by --preset")
    assert choose("none") == ("none", "chosen")


def test_manual_asks_a_person_for_every_role() -> None:
    assert resolve("manual", "visualizer", "image", "slides") == ["manual:hand"]


def test_one_model_for_every_role_is_a_preset_of_its_own() -> None:
    assert resolve("scripted:a:b.json", "planner", "basic", "echo") == ["scripted:a:b.json"]
    with pytest.raises(UnknownName, match="there is no provider `gogle`"):
        choose("gogle:flash")


@pytest.mark.parametrize("name", COMING)
def test_a_preset_to_come_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(ConfigurationError, match=rf"preset `{name}` \(.+\) is still to come") as caught:
        resolve(name, "planner", "basic", "research")
    assert "`none`, `manual`" in caught.value.hint


def test_an_unknown_preset_lists_the_known() -> None:
    with pytest.raises(UnknownName, match="there is no preset `hybird`; there is: none, manual, hybrid"):
        choose("hybird")


def test_team_comes_before_role_before_tier_before_default(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Preset(
        summary="test",
        default=("manual:default",),
        tiers={"reasoning": ("manual:tier",)},
        roles={"planner": ("manual:role", "manual:second"), "silent": ()},
        teams={"slides": {"planner": ("manual:team",)}},
    )
    monkeypatch.setitem(presets(), "test", table)
    assert module.usable("test") is table is usable("test")
    assert resolve("test", "planner", "reasoning", "slides") == ["manual:team"]
    assert resolve("test", "planner", "reasoning", "research") == ["manual:role", "manual:second"]
    assert resolve("test", "writer", "reasoning", "slides") == ["manual:tier"]
    assert resolve("test", "writer", "basic", "slides") == ["manual:default"]
    assert resolve("test", "silent", "reasoning", "slides") == []
