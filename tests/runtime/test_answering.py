from __future__ import annotations

from dataclasses import replace

import pytest

from kasen.errors import ConfigurationError, UnknownName, UsageError
from kasen.models.access import Access, access_of
from kasen.runtime.answering import Answering, chosen, image_models, models_of_roles, roles_of
from kasen.settings import load_settings
from kasen.team import load

RESEARCH = load("research")
DRAWING = replace(RESEARCH, draws=True)
OPENAI = Access(openai_api_key="test-key", ollama_base_url="http://127.0.0.1:9")


def test_the_roles_of_a_team_come_in_its_order() -> None:
    assert [role.name for role in roles_of(RESEARCH)][:2] == ["planner", "searcher"]


def test_flags_come_before_settings_and_those_before_vl_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VL_MODEL", "gemini-3-pro-image-preview")
    settings = load_settings(models={"planner": ["openai:a"], "analyzer": ["openai:b"], "recruiter": ["openai:c"]})
    picked = chosen(settings, OPENAI, team=RESEARCH, flags=["planner=google:x"])
    assert picked.preset == "openai"
    assert picked.models == {
        "image": ["google:gemini-3-pro-image-preview"],
        "planner": ["google:x"],
        "analyzer": ["openai:b"],
        "recruiter": ["openai:c"],
    }


def test_a_model_for_every_role_stands_for_the_preset() -> None:
    picked = chosen(load_settings(), OPENAI, team=RESEARCH, flags=["ollama:llama3:8b,openai:x"])
    assert picked[:2] == ("ollama:llama3:8b,openai:x", "chosen by --model")
    with pytest.raises(UsageError, match=r"`--model openai:x` and `--preset` both want every role"):
        chosen(load_settings(preset="gemini"), OPENAI, team=RESEARCH, flags=["openai:x"], source="--preset")


def test_where_the_preset_was_named_is_said() -> None:
    assert chosen(load_settings(preset="none"), OPENAI).why == "chosen by the settings"
    assert chosen(load_settings(preset="none"), OPENAI, source="--preset").why == "chosen by --preset"
    assert chosen(load_settings(model_provider="gemini"), OPENAI).preset == "gemini"
    assert chosen(load_settings(preset="seed", model_provider="gemini"), OPENAI).preset == "seed@gemini"


def test_a_role_of_another_team_is_no_role_of_a_flag() -> None:
    with pytest.raises(UnknownName, match="no role or tier `recruiter`"):
        chosen(load_settings(), OPENAI, team=RESEARCH, flags=["recruiter=openai:x"])


def test_an_unknown_provider_in_the_settings_is_named_with_its_role() -> None:
    with pytest.raises(ConfigurationError, match="setting `models` for `planner`: there is no provider `gogle`"):
        chosen(load_settings(models={"planner": ["gogle:x"]}), OPENAI)


def test_each_role_shows_its_chain_what_can_be_asked_and_why() -> None:
    rows = {row.role.name: row for row in models_of_roles(RESEARCH, "hybrid", {"analyzer": ["openai:b"]}, OPENAI)}
    planner = rows["planner"]
    assert len(planner.chain) == 3
    assert planner.askable == [name for name in planner.chain if name.startswith("openai:")]
    assert planner.why == "role"
    assert rows["evaluator"].why == "tier reasoning"
    assert rows["analyzer"][1:] == (["openai:b"], ["openai:b"], "set for analyzer")


def test_the_first_model_that_cannot_be_asked_is_told_of_with_the_one_that_is() -> None:
    planner = roles_of(RESEARCH)[0]
    answering = Answering(OPENAI)
    told = answering.left_out(planner, "research", "hybrid", {})
    assert told is not None
    left, instead = told
    assert left.name.startswith("google:")
    assert str(left.error) == "GOOGLE_API_KEY is not set"
    assert answering.chain(planner, "research", "hybrid", {}) == [instead]
    assert instead.startswith("openai:")


def test_nothing_is_told_of_models_further_down_the_chain() -> None:
    answering = Answering(Access(google_api_key="test-key"))
    planner = roles_of(RESEARCH)[0]
    assert answering.left_out(planner, "research", "hybrid", {}) is None
    assert len(answering.chain(planner, "research", "hybrid", {})) == 1


def test_where_no_model_can_be_asked_all_are_named_so_that_the_reason_is_recorded() -> None:
    answering = Answering(Access())
    planner = roles_of(RESEARCH)[0]
    assert len(answering.chain(planner, "research", "gemini", {})) == 2
    assert answering.left_out(planner, "research", "gemini", {}) is None
    assert answering.chain(planner, "research", "none", {}) == []


def test_a_key_from_the_environment_reaches_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-not-real")
    settings = load_settings()
    assert chosen(settings, access_of(settings)).preset == "anthropic"


def test_pictures_are_made_by_models_of_their_tier_that_can_be_asked() -> None:
    keyed = Answering(Access(google_api_key="test-key"))
    gemini = keyed.painters("slides", "gemini", {})
    assert gemini == image_models("slides", "gemini", {}).chain
    assert all(name.startswith("google:") for name in gemini)
    assert len(gemini) == 2
    assert Answering(OPENAI).painters("slides", "gemini", {}) == []
    assert keyed.painters("slides", "openai", {}) == keyed.painters("slides", "none", {}) == []
    assert keyed.painters("slides", "google:gemini-3.8-flash", {}) == [], "a model for every role need not draw"


@pytest.mark.parametrize("name", ["image", "illustrator", "slides.illustrator"])
def test_who_makes_pictures_is_set_by_tier_and_name(name: str) -> None:
    keyed = Answering(Access(google_api_key="test-key"))
    assert keyed.painters("slides", "openai", {name: ["google:x"]}) == ["google:x"]


def test_a_flag_names_who_makes_pictures_only_for_a_team_that_has_them_made() -> None:
    picked = chosen(load_settings(), OPENAI, team=DRAWING, flags=["illustrator=google:x"])
    assert picked.models == {"illustrator": ["google:x"]}
    with pytest.raises(UnknownName, match="illustrator"):
        chosen(load_settings(), OPENAI, team=RESEARCH, flags=["illustrator=google:x"])
