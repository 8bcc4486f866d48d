from __future__ import annotations

import pytest

from kasen.models.access import Access, access_of
from kasen.settings import load_settings


def test_access_holds_keys_and_addresses_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOOGLE", "OPENAI", "ANTHROPIC", "KASEN_COMPATIBLE", "KASEN_EMBEDDINGS"):
        monkeypatch.setenv(f"{name}_API_KEY", f"test-key-{name.lower()}")
    monkeypatch.setenv("OLLAMA_BASE_URL", "models.example")
    monkeypatch.setenv("HTTPS_PROXY", "http://me:test-password@proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "models.example")
    monkeypatch.setenv("KASEN_COMPATIBLE_BASE_URL", "http://127.0.0.1:8000/v1/")
    monkeypatch.setenv("VERTEX_PROJECT_ID", "my-project")
    settings = load_settings()
    access = access_of(settings)
    assert access.google_api_key == "test-key-google"
    assert access.openai_api_key == "test-key-openai"
    assert access.anthropic_api_key == "test-key-anthropic"
    assert access.compatible_api_key == "test-key-kasen_compatible"
    assert access.embeddings_api_key == "test-key-kasen_embeddings"
    assert access.ollama_base_url == "http://models.example:11434"
    assert access.compatible_base_url == "http://127.0.0.1:8000/v1"
    assert (access.vertex_project_id, access.vertex_location) == ("my-project", "asia-northeast1")
    assert access.models_folder == settings.home / "models"
    assert (access.proxy, access.no_proxy) == ("http://me:test-password@proxy.example:3128", "models.example")
    assert "test-key" not in repr(access)
    assert "test-password" not in repr(access)


def test_without_settings_access_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_BASE_URL")
    settings = load_settings()
    assert access_of(settings) == Access(models_folder=settings.home / "models")
