from __future__ import annotations

from pathlib import Path

import pytest

from kasen.settings import load_settings
from kasen.settings.trust import allow, sha256

KEY = "test-key-of-the-folder"


def folder(text: str) -> None:
    Path("kasen.toml").write_text(text, encoding="utf-8")


def users(place: Path, text: str) -> None:
    path = place / "config" / "kasen" / "kasen.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def trust_it() -> None:
    allow(Path(), {"kasen.toml": sha256(Path("kasen.toml").read_bytes())})


@pytest.mark.parametrize("theirs", ['preset = "hybrid"', 'model_provider = "openai"', '[models]\nplanner = "openai:x"'])
def test_models_that_a_folder_chooses_against_its_users_own_choice_are_told_of(
    theirs: str, clean_environment: Path
) -> None:
    folder(theirs)
    assert load_settings().warnings == ()
    users(clean_environment, 'preset = "ollama"\n')
    (warning,) = load_settings().warnings
    assert "(kasen.toml:1) decides here which models read what you give them" in warning
    trust_it()
    assert load_settings().warnings == ()


def test_a_provider_that_the_environment_names_is_such_a_choice_and_a_flag_ends_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder('preset = "hybrid"')
    monkeypatch.setenv("MODEL_PROVIDER", "ollama")
    assert len(load_settings().warnings) == 1
    assert load_settings(preset="local").warnings == ()


@pytest.mark.parametrize("setting", ["google_api_key", "openai_api_key", "anthropic_api_key", "tavily_api_key"])
def test_the_only_key_is_told_of_when_a_folder_brought_it(setting: str, clean_environment: Path) -> None:
    folder(f'{setting} = "{KEY}"')
    (warning,) = load_settings().warnings
    assert f"`{setting}` (kasen.toml:1) is used because you have none" in warning
    assert KEY not in warning
    trust_it()
    assert load_settings().warnings == ()
    folder(f'# changed\n{setting} = "{KEY}"')
    users(clean_environment, f'{setting} = "test-key-of-the-user"\n')
    assert load_settings().warnings == ()


@pytest.mark.parametrize(
    "line",
    [
        'preset = "local:./theirs.gguf"',
        'vl_model = "local:~/theirs"',
        '[models]\nplanner = ["openai:x", "local:/tmp/theirs.gguf"]',
        'models = "planner=openai:x>local:theirs/a.gguf"',
    ],
)
def test_a_model_file_of_the_folder_is_not_loaded_before_it_is_trusted(line: str) -> None:
    folder(line)
    settings = load_settings()
    assert (settings.preset, settings.vl_model, settings.models) == ("", "", {})
    assert "kasen trust" in settings.warnings[0]
    trust_it()
    assert "theirs" in str((load_settings().preset, load_settings().vl_model, load_settings().models))


@pytest.mark.parametrize("line", ['preset = "local"', 'models = "planner=local:qwen3-4b>openai:a/b"'])
def test_a_model_that_the_user_fetched_may_be_named(line: str) -> None:
    folder(line)
    assert load_settings().warnings == ()
