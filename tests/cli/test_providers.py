from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kasen.models.found import MODULES
from kasen.testing.providers import Fake, Fault, serving_in_thread


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    """Every provider on loopback, named by the settings, with a key in the environment."""
    with serving_in_thread() as started:
        access = started.access()
        for name in ("google", "openai", "anthropic"):
            monkeypatch.setenv(f"{name.upper()}_API_KEY", "sk-test-never-shown")
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", access.google_base_url)
        monkeypatch.setenv("OPENAI_BASE_URL", access.openai_base_url)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", access.anthropic_base_url)
        monkeypatch.setenv("OLLAMA_BASE_URL", access.ollama_base_url)
        yield started


def told(kasen: Any, *flags: str) -> dict[str, Any]:
    shown = kasen("doctor", "--json", *flags)
    assert "never-shown" not in shown.stdout + shown.stderr
    content: dict[str, Any] = json.loads(shown.stdout)
    content["providers"] = {one["name"]: one for one in content["providers"]}
    return content


def test_keys_are_told_with_the_place_they_come_from_and_never_with_their_value(
    kasen: Any, monkeypatch: pytest.MonkeyPatch, clean_environment: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-never-shown")
    config = clean_environment / "config" / "kasen"
    config.mkdir(parents=True)
    (config / "kasen.toml").write_text('\nanthropic_api_key = "sk-test-never-shown"\n', encoding="utf-8")
    found = told(kasen)["providers"]
    assert found["openai"]["found"] == "OPENAI_API_KEY from the environment"
    assert found["anthropic"]["found"].startswith("ANTHROPIC_API_KEY from ")
    assert found["anthropic"]["found"].endswith("kasen.toml:2")
    assert found["google"]["found"] == "GOOGLE_API_KEY is not set"
    assert [name for name, one in found.items() if one["ready"]] == ["openai", "anthropic"]


def test_a_key_in_the_dotenv_of_the_folder_is_told_with_its_line(kasen: Any) -> None:
    Path(".env").write_text("# keys\nOPENAI_API_KEY=sk-test-never-shown\n", encoding="utf-8")
    assert told(kasen)["providers"]["openai"]["found"] == "OPENAI_API_KEY from .env:2"


def test_a_vertex_project_stands_for_googles_key(kasen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERTEX_PROJECT_ID", "my-project")
    google = told(kasen)["providers"]["google"]
    assert (google["ready"], google["found"]) == (True, "VERTEX_PROJECT_ID from the environment")


def test_a_missing_client_library_is_named_with_its_remedy(kasen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "anthropic", "no_such_module")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-never-shown")
    shown = kasen("doctor").stdout
    assert "– anthropic   ANTHROPIC_API_KEY from the environment; client not installed\n" in shown
    assert "pip install 'kasen[anthropic]'" in shown


def test_nothing_is_asked_without_online(kasen: Any, fake: Fake) -> None:
    content = told(kasen)
    assert {one["state"] for one in content["providers"].values()} == {"unchecked"}
    assert {call.operation for call in fake.calls} <= {"list"}
    assert {call.provider for call in fake.calls} <= {"ollama"}
    assert "kasen doctor --online" in kasen("doctor").stdout


def test_online_tells_who_answers_and_whose_key_was_refused(kasen: Any, fake: Fake) -> None:
    fake.fault(Fault(kind="status", status=401), "openai", times=None)
    fake.fault(Fault(kind="dropped"), "anthropic", times=None)
    found = told(kasen, "--online")["providers"]
    states = {name: one["state"] for name, one in found.items()}
    assert states == {
        "google": "answers",
        "openai": "refused",
        "anthropic": "unreachable",
        "ollama": "answers",
        "compatible": "unchecked",
        "local": "unchecked",
    }
    assert [name for name, one in found.items() if one["ready"]] == ["google", "ollama"]
    shown = kasen("doctor", "--online").stdout
    assert "✗ openai      OPENAI_API_KEY from the environment; the key was refused (401)\n" in shown
    assert "✓ google      GOOGLE_API_KEY from the environment; answers in " in shown
    assert "--online" not in shown


def test_the_presets_that_can_be_used_and_the_one_a_run_gets_are_named(
    kasen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = kasen("doctor").stdout
    assert "presets that can be used: none, manual\n" in shown
    assert "a run gets none: no usable key was found" in shown
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-never-shown")
    content = told(kasen)
    assert (content["chosen"], content["why"]) == ("anthropic", "ANTHROPIC_API_KEY is set")
    assert content["presets"]["openai"] == {"usable": False, "lacks": "OPENAI_API_KEY is not set"}


def test_looking_at_this_machine_imports_no_sdk(clean_environment: Path) -> None:
    import subprocess
    import sys

    program = (
        "import sys; from kasen.cli.app import app\n"
        "try: app(['doctor', '--json'])\n"
        "except SystemExit: pass\n"
        "print([n for n in ('google.genai', 'openai', 'anthropic', 'ollama', 'xllamacpp') if n in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"
