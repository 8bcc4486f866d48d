from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.settings import load_settings
from kasen.settings.layers import CAPS, layers, merged


def users(place: Path, text: str) -> None:
    path = place / "config" / "kasen" / "kasen.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("cap", sorted(CAPS))
@pytest.mark.parametrize(("user", "folder", "holds"), [(5, 900, 5), (900, 5, 5), (None, 5, 5), (5, None, 5)])
def test_of_caps_in_files_the_lowest_holds(
    cap: str, user: int | None, folder: int | None, holds: int, clean_environment: Path
) -> None:
    if user is not None:
        users(clean_environment, f"{cap} = {user}\n")
    if folder is not None:
        Path("kasen.toml").write_text(f"{cap} = {folder}\n", encoding="utf-8")
    assert getattr(load_settings(), cap) == holds


def test_a_cap_of_zero_is_the_lowest_and_flags_and_environment_stand_above_files(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    users(clean_environment, "budget_usd = 1\n")
    Path(".env").write_text("KASEN_BUDGET_USD=0\n", encoding="utf-8")
    assert load_settings().budget_usd == 0
    monkeypatch.setenv("KASEN_BUDGET_USD", "7")
    assert load_settings().budget_usd == 7
    assert load_settings(budget_usd=9.0).budget_usd == 9


def test_a_cap_that_is_no_number_is_still_complained_about(clean_environment: Path) -> None:
    users(clean_environment, "budget_usd = 1\n")
    Path("kasen.toml").write_text('budget_usd = "much"\n', encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"kasen\.toml:1: `budget_usd` must be a valid number"):
        load_settings()


def test_tables_are_laid_over_each_other_entry_by_entry(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    users(clean_environment, '[models]\nplanner = "openai:a"\nwriter = "openai:b"\nbasic = "openai:c"\n')
    Path("kasen.toml").write_text('[models]\nwriter = ["google:d", "openai:e"]\n', encoding="utf-8")
    monkeypatch.setenv("KASEN_MODELS", "planner=anthropic:f>ollama:llama3:8b")
    assert load_settings().models == {
        "planner": ["anthropic:f", "ollama:llama3:8b"],
        "writer": ["google:d", "openai:e"],
        "basic": ["openai:c"],
    }
    assert load_settings(models={"basic": ["openai:g"]}).models["basic"] == ["openai:g"]


def test_a_mistake_in_a_table_is_told_though_a_better_place_has_a_good_one(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    users(clean_environment, '[models]\nplanner = "gpt"\n')
    monkeypatch.setenv("KASEN_MODELS", "writer=openai:x")
    with pytest.raises(ConfigurationError, match=r"kasen/kasen\.toml:1: `models` must .*`gpt` of `planner`"):
        load_settings()


def test_rates_are_read_from_every_place(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    users(clean_environment, "[requests_per_minute]\nopenai = 60\n")
    monkeypatch.setenv("KASEN_REQUESTS_PER_MINUTE", "google:vertex:my-project=10")
    assert load_settings().requests_per_minute == {"openai": 60, "google:vertex:my-project": 10}


def test_the_first_place_wins() -> None:
    Path("kasen.toml").write_text('preset = "folder"\nlang = "ja"\n', encoding="utf-8")
    values = merged(layers({"preset": "flag"}))
    assert (values["preset"], values["lang"]) == ("flag", "ja")


def test_a_folder_that_switches_tracing_on_for_the_users_own_key_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGSMITH_API_KEY", "test-key-of-the-user")
    Path(".env").write_text("LANGSMITH_TRACING=true\n", encoding="utf-8")
    (warning,) = load_settings().warnings
    assert warning.startswith(".env:1: what runs read and write here is sent to LangSmith")
