from __future__ import annotations

import pytest

from kasen.errors import UnknownName, UsageError
from kasen.models.presets import TIERS, Preset, chain_of, presets, resolve, resolved, usable
from kasen.models.prices import per_million
from kasen.models.registry import split

UNPRICED = {
    "google:gemini-3.0-flash": "an id that only the original design uses: Google has published no model of that name",
}
"""Ids of presets that no price table knows, and why they are there all the same."""


def named() -> set[str]:
    return {name for preset in presets().values() for chain in preset.chains() for name in chain if name[0] != "@"}


def test_the_presets_of_the_design_are_there() -> None:
    expected = "none manual hybrid gemini openai anthropic ollama local compatible cheap seed"
    assert list(presets()) == expected.split()


def test_every_model_of_every_preset_has_a_provider() -> None:
    assert len(named()) > 20
    for name in named():
        split(name)


def test_every_model_of_every_preset_has_a_price_or_a_reason() -> None:
    assert {name for name in named() if per_million(name) is None} == set(UNPRICED)


def test_every_reference_to_a_tier_leads_to_one() -> None:
    for name, preset in presets().items():
        references = {one for chain in preset.chains() for one in chain if one.startswith("@")}
        assert references <= {f"@{tier}" for tier in preset.tiers}, name
        assert set(preset.tiers) <= set(TIERS), name


@pytest.mark.parametrize("name", ["gemini", "openai", "anthropic", "ollama"])
def test_a_preset_named_after_a_vendor_sends_nothing_to_another(name: str) -> None:
    vendors = {split(one).provider for chain in presets()[name].chains() for one in chain if one[0] != "@"}
    assert len(vendors) == 1


def test_hybrid_is_the_table_of_the_design() -> None:
    def first(role: str, tier: str = "basic", team: str = "resume") -> str:
        return resolve("hybrid", role, tier, team)[0]

    for role in ("recruiter", "ux_designer", "visual_designer", "revisor"):
        assert first(role).startswith("google:gemini-")
        assert "flash" in first(role)
    assert first("tech_writer").startswith("openai:")
    assert first("copywriter").startswith("anthropic:claude-sonnet")
    reasoning = resolve("hybrid", "any", "reasoning", "slides")
    for role in ("planner", "researcher", "data_analyst"):
        assert resolve("hybrid", role, "basic", "slides") == reasoning
    for role in ("coordinator", "storywriter"):
        assert resolve("hybrid", role, "reasoning", "slides") == resolve("hybrid", "any", "basic", "slides")
    assert first("visualizer", "vision") != first("visualizer", "image")


def test_every_text_chain_of_hybrid_goes_on_at_all_three_vendors() -> None:
    preset = presets()["hybrid"]
    chains = [
        resolve("hybrid", role, tier, "any")
        for role, tier in [*((role, "basic") for role in preset.roles), *(("x", tier) for tier in TIERS)]
        if tier != "image"
    ]
    assert len(chains) > 10
    for chain in chains:
        assert {split(name).provider for name in chain} == {"google", "openai", "anthropic"}


def test_the_ids_of_the_designs_come_first_in_seed_and_current_ones_follow() -> None:
    def first(role: str, tier: str, team: str, preset: str = "seed") -> str:
        chain = resolve(preset, role, tier, team)
        assert len(chain) > 1
        return chain[0]

    assert first("recruiter", "basic", "resume") == "google:gemini-3.0-flash"
    assert first("tech_writer", "reasoning", "resume") == "openai:o3-mini"
    assert first("copywriter", "basic", "resume") == "anthropic:claude-sonnet-4-5-20250929"
    assert first("planner", "reasoning", "research") == "ollama:llama3"
    assert first("evaluator", "reasoning", "research") == "ollama:command-r"
    assert first("synthesizer", "reasoning", "research") == "ollama:command-r"
    assert first("synthesizer", "reasoning", "research", "seed@gemini") == "google:gemini-pro"
    assert first("analyzer", "basic", "research", "seed@gemini") == "google:gemini-pro"
    assert first("planner", "reasoning", "slides") == "google:gemini-2.0-flash-thinking-exp-1219"
    assert first("coordinator", "basic", "slides") == "google:gemini-1.5-flash-002"
    assert first("visualizer", "image", "slides") == "google:gemini-3-pro-image-preview"


def test_manual_asks_a_person_for_every_role() -> None:
    assert resolve("manual", "visualizer", "image", "slides") == ["manual:hand"]


def test_one_model_or_a_chain_for_every_role_is_a_preset_of_its_own() -> None:
    assert resolve("scripted:a:b.json", "planner", "basic", "echo") == ["scripted:a:b.json"]
    assert resolve("openai:ft:x:y, ollama:llama3:8b", "planner", "basic", "echo") == [
        "openai:ft:x:y",
        "ollama:llama3:8b",
    ]
    with pytest.raises(UnknownName, match="there is no provider `gogle`"):
        usable("openai:x,gogle:flash")
    with pytest.raises(UsageError, match="no model"):
        chain_of(" , ")


def test_an_unknown_preset_lists_the_known_and_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="there is no preset `hybird`; there is: none, manual, hybrid") as caught:
        resolve("hybird", "planner", "basic", "research")
    assert caught.value.hint == "Did you mean `hybrid`?"


def test_overrides_come_first_the_most_particular_before_the_others() -> None:
    chosen = {"reasoning": ["openai:tier"], "planner": ["openai:role"], "slides.planner": ["openai:team"]}
    assert resolve("hybrid", "planner", "reasoning", "slides", chosen) == ["openai:team"]
    assert resolved("hybrid", "planner", "reasoning", "research", chosen) == (["openai:role"], "set for planner")
    assert resolve("hybrid", "evaluator", "reasoning", "research", chosen) == ["openai:tier"]
    assert resolve("none", "evaluator", "basic", "research", chosen) == []


def test_team_comes_before_role_before_tier_before_default(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Preset(
        summary="test",
        default=("manual:default",),
        tiers={"reasoning": ("manual:tier",)},
        roles={"planner": ("manual:role", "manual:second"), "silent": (), "same": ("@reasoning", "manual:more")},
        teams={"slides": {"planner": ("manual:team",)}, "slides@gemini": {"planner": ("manual:gemini",)}},
    )
    monkeypatch.setitem(presets(), "test", table)
    assert resolve("test", "planner", "reasoning", "slides") == ["manual:team"]
    assert resolve("test@gemini", "planner", "reasoning", "slides") == ["manual:gemini"]
    assert resolve("test@ollama", "planner", "reasoning", "slides") == ["manual:team"]
    assert resolve("test", "planner", "reasoning", "research") == ["manual:role", "manual:second"]
    assert resolve("test", "writer", "reasoning", "slides") == ["manual:tier"]
    assert resolve("test", "writer", "basic", "slides") == ["manual:default"]
    assert resolve("test", "same", "basic", "slides") == ["manual:tier", "manual:more"]
    assert resolve("test", "silent", "reasoning", "slides") == []
