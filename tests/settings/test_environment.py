from __future__ import annotations

import os

import pytest

from kasen.errors import ConfigurationError
from kasen.settings import export_environment, load_settings
from kasen.settings.environment import from_environment


def test_variables_come_under_the_names_of_their_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "test-key")
    monkeypatch.setenv("OPENAI_API_BASE", "https://proxy.example/v1")
    monkeypatch.setenv("KASEN_LANG", "")
    monkeypatch.setenv("KASEN_WARNINGS", "no setting")
    found = from_environment()
    assert (found["google_api_key"], found["openai_base_url"]) == ("test-key", "https://proxy.example/v1")
    assert found.keys().isdisjoint({"lang", "warnings"})


@pytest.mark.parametrize("name", ["KASEN_CONCURENCY", "KASEN_HUBURL"])
def test_a_misspelt_variable_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "1")
    with pytest.raises(ConfigurationError, match=f"{name} is not a setting of Kasen; did you mean KASEN_"):
        from_environment()


def test_a_key_that_was_not_asked_for_is_not_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGCHAIN_API_KEY", "test-key")
    monkeypatch.delenv("LANGSMITH_API_KEY", raising=False)
    for name in ("LANGGRAPH_STRICT_MSGPACK", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING"):
        monkeypatch.setenv(name, "before")
    export_environment(load_settings(langchain_tracing_v2=False))
    assert os.environ["LANGSMITH_TRACING"] == "false"  # noqa: TID251
    assert "LANGSMITH_API_KEY" not in os.environ  # noqa: TID251
