from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasen.errors import UnknownName, UsageError
from kasen.models.access import Access
from kasen.models.choice import choose, merged, parse_overrides, picture_model, stand_ins
from kasen.models.found import MODULES
from kasen.models.presets import resolve
from models.test_served import CLOSED, TAGS, answering

NOTHING = Access(ollama_base_url=CLOSED)
ROLES = ["planner", "searcher", "synthesizer"]


def held(*vendors: str) -> Access:
    keys = {f"{vendor}_api_key": "sk-test-never-shown" for vendor in vendors}
    return Access(ollama_base_url=CLOSED, **keys)  # type: ignore[arg-type]


def test_a_choice_says_where_it_came_from() -> None:
    assert choose("manual", NOTHING, source="--preset") == ("manual", "chosen by --preset")
    assert choose("none", held("openai")) == ("none", "chosen")
    with pytest.raises(UnknownName, match="no preset `nonsense`"):
        choose("nonsense", NOTHING)


def test_the_flag_comes_before_model_provider_and_that_before_the_keys() -> None:
    both = held("openai", "anthropic")
    assert choose("gemini", both, model_provider="ollama").preset == "gemini"
    assert choose("", both, model_provider="ollama") == ("ollama", "MODEL_PROVIDER is `ollama`")
    assert choose("", both).preset == "hybrid"


@pytest.mark.parametrize(
    ("vendors", "preset", "why"),
    [
        (["google", "openai"], "hybrid", "GOOGLE_API_KEY and OPENAI_API_KEY are set"),
        (["openai", "anthropic"], "hybrid", "OPENAI_API_KEY and ANTHROPIC_API_KEY are set"),
        (["google"], "gemini", "GOOGLE_API_KEY is set"),
        (["openai"], "openai", "OPENAI_API_KEY is set"),
        (["anthropic"], "anthropic", "ANTHROPIC_API_KEY is set"),
    ],
)
def test_with_no_choice_made_the_preset_follows_from_the_keys(vendors: list[str], preset: str, why: str) -> None:
    assert choose("", held(*vendors)) == (preset, why)


def test_a_key_is_never_part_of_the_reason() -> None:
    for vendors in (["google"], ["google", "openai", "anthropic"]):
        assert "never-shown" not in choose("", held(*vendors)).why


def test_a_vertex_project_counts_as_google() -> None:
    access = Access(vertex_project_id="my-project", ollama_base_url=CLOSED)
    assert choose("", access) == ("gemini", "VERTEX_PROJECT_ID is set")


def test_a_key_whose_client_library_is_missing_does_not_count_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "openai", "no_such_module")
    choice = choose("", held("openai", "anthropic"))
    assert choice.preset == "anthropic"
    assert choice.why == ('ANTHROPIC_API_KEY is set; not usable yet: OpenAI (`pip install "kasen[openai]"` is missing)')


def test_ollama_is_looked_for_only_when_no_key_was_found() -> None:
    with answering(TAGS) as (url, asked):
        choice = choose("", Access(ollama_base_url=url))
        assert (choice.preset, url in choice.why) == ("ollama", True)
        assert len(asked) == 1
        assert choose("", Access(ollama_base_url=url, openai_api_key="sk-test")).preset == "openai"
        assert len(asked) == 1


def test_an_ollama_server_without_models_does_not_count() -> None:
    with answering('{"models": []}') as (url, _):
        assert choose("", Access(ollama_base_url=url)).preset == "none"


def test_a_pulled_file_comes_after_ollama_and_before_the_rules(tmp_path: Path) -> None:
    (tmp_path / "small.gguf").write_bytes(b"")
    choice = choose("", Access(ollama_base_url=CLOSED, models_folder=tmp_path))
    assert choice.preset == "local"
    assert "`small.gguf` was pulled" in choice.why


def test_with_nothing_at_all_the_rules_answer_and_the_reason_is_given() -> None:
    choice = choose("", NOTHING)
    assert choice.preset == "none"
    assert choice.why.startswith("no usable key was found, no Ollama server answers")


def test_seed_takes_the_models_of_model_provider() -> None:
    assert choose("seed", NOTHING).preset == "seed"
    assert choose("seed", NOTHING, model_provider="gemini").preset == "seed@gemini"


def test_ollama_is_asked_for_what_it_has_when_it_has_none_of_the_names() -> None:
    with answering(TAGS) as (url, _):
        there = stand_ins("ollama", Access(ollama_base_url=url))
    assert there["basic"] == there["reasoning"] == ["ollama:llama3:8b", "ollama:gemma3:4b"]
    assert "image" not in there
    with answering(json.dumps({"models": [{"name": "qwen3:8b"}, {"name": "other"}]})) as (url, _):
        assert stand_ins("ollama", Access(ollama_base_url=url)) == {}
    assert stand_ins("ollama", NOTHING) == {}
    assert stand_ins("hybrid", NOTHING) == {}


def test_local_asks_the_file_that_was_pulled() -> None:
    assert resolve("local", "planner", "reasoning", "research") == ["local:default"]
    assert resolve("local", "visualizer", "image", "slides") == []


def test_flags_name_roles_tiers_or_everything() -> None:
    flags = ["planner=openai:a=b,google:c", "reasoning=ollama:llama3:8b", "research.searcher=openai:d", "openai:e=f"]
    whole, chosen = parse_overrides(flags, ROLES, "research")
    assert whole == "openai:e=f"
    assert chosen == {
        "planner": ["openai:a=b", "google:c"],
        "reasoning": ["ollama:llama3:8b"],
        "research.searcher": ["openai:d"],
    }


def test_a_name_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no role or tier `planer`") as caught:
        parse_overrides(["planer=openai:a"], ROLES, "research")
    assert caught.value.hint == "Did you mean `planner`?"
    with pytest.raises(UnknownName, match="no role or tier `xyz`") as caught:
        parse_overrides(["xyz=openai:a"], ROLES, "research")
    assert "roles: planner, searcher, synthesizer; tiers: basic, reasoning" in caught.value.hint
    with pytest.raises(UnknownName, match=r"no role or tier `slides\.planner`"):
        parse_overrides(["slides.planner=openai:a"], ROLES, "research")


@pytest.mark.parametrize("flag", ["planner=", "planner=gpt", "gpt", "planner=gogle:x"])
def test_a_flag_without_a_model_is_refused(flag: str) -> None:
    with pytest.raises(UsageError):
        parse_overrides([flag], ROLES)


def test_two_flags_cannot_both_want_every_role() -> None:
    with pytest.raises(UsageError, match="both want every role"):
        parse_overrides(["openai:a", "google:b"], ROLES)


def test_vl_model_makes_pictures_and_nothing_else() -> None:
    assert picture_model("") == {}
    assert picture_model("gemini-3-pro-image-preview") == {"image": ["google:gemini-3-pro-image-preview"]}
    assert picture_model("gemini:other") == {"image": ["gemini:other"]}


def test_the_later_place_wins() -> None:
    assert merged({"planner": ["a:b"], "image": ("c:d",)}, {"planner": ["e:f"]}) == {
        "planner": ["e:f"],
        "image": ["c:d"],
    }
