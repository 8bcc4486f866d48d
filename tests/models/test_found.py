from __future__ import annotations

import json
import subprocess
import sys

import pytest

from kasen.models import found
from kasen.models.access import Access
from kasen.models.found import KEYS, MODULES, askable, is_installed, standings
from kasen.models.registry import PROVIDERS
from kasen.settings import Settings, variable

KEYED = Access(google_api_key="test-key", openai_api_key="test-key", anthropic_api_key="test-key")


def test_every_provider_has_a_standing() -> None:
    assert list(standings(Access())) == list(PROVIDERS)


def test_without_a_key_a_vendor_cannot_be_asked_and_the_variable_is_named() -> None:
    for vendor in ("google", "openai", "anthropic"):
        standing = standings(Access())[vendor]
        assert not standing.ready
        assert standing.lacks == f"{vendor.upper()}_API_KEY is not set"
        assert standings(KEYED)[vendor].ready


def test_the_variables_named_are_those_of_the_settings() -> None:
    known = {variable(field) for field in Settings.model_fields}
    assert set(KEYS.values()) <= known


def test_a_vertex_project_is_as_good_as_a_key_of_google() -> None:
    assert standings(Access(vertex_project_id="my-project"))["google"].ready


def test_a_missing_client_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "openai", "no_such_module.inside")
    standing = standings(Access())["openai"]
    assert (standing.has_key, standing.has_extra) == (False, False)
    assert standing.lacks == 'OPENAI_API_KEY is not set and `pip install "kasen[openai]"` is missing'
    assert standings(KEYED)["openai"].lacks == '`pip install "kasen[openai]"` is missing'


def test_a_chain_keeps_the_order_of_those_that_can_be_asked() -> None:
    there = standings(Access(openai_api_key="test-key"))
    chain = ["google:a", "openai:b", "anthropic:c", "ollama:d:8b", "manual:hand"]
    assert askable(chain, there) == ["openai:b", "ollama:d:8b", "manual:hand"]


def test_looking_imports_no_sdk() -> None:
    program = (
        "import json, sys; from kasen.models import found, choice, presets; from kasen.models.access import Access;"
        "found.standings(Access()); presets.presets(); choice.choose('hybrid', Access());"
        "print(json.dumps([name for name in ('google.genai', 'openai', 'anthropic', 'ollama', 'xllamacpp', 'httpx')"
        " if name in sys.modules]))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(shown.stdout) == []
    assert is_installed("json")
    assert found.is_installed("no_such_module") is False
