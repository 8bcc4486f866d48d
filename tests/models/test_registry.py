from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, UnknownName
from kasen.models.provider import ModelContext, ModelRequest
from kasen.models.registry import PROVIDERS, Models, split


@pytest.mark.parametrize(
    ("name", "model"), [("manual:hand", "hand"), ("manual:llama3:8b", "llama3:8b"), ("manual:ft:a/b:c", "ft:a/b:c")]
)
def test_a_name_splits_at_the_first_colon_only(name: str, model: str) -> None:
    assert split(name) == ("manual", model)


def test_local_alone_means_its_default_and_no_other_provider_has_one() -> None:
    assert split("local:") == ("local", "default")
    assert split("local:a:b") == ("local", "a:b")
    for name in ("local", "openai:"):
        with pytest.raises(UnknownName, match="does not name a model"):
            split(name)


@pytest.mark.parametrize("name", ["gpt", "", ":", "manual:", ":hand"])
def test_what_names_no_model_is_refused(name: str) -> None:
    with pytest.raises(UnknownName):
        split(name)


def test_an_unknown_provider_lists_the_known() -> None:
    with pytest.raises(
        UnknownName,
        match=r"there is no provider `goggle` .in `goggle:flash`.; there is: anthropic, .*, manual, .*scripted",
    ):
        Models(ModelContext())("goggle:flash")


def test_a_model_is_opened_once(tmp_path: Path) -> None:
    models = Models(ModelContext(manual_folder=tmp_path))
    assert models("manual:hand") is models("manual:hand")
    assert models("manual:hand") is not models("manual:other")
    assert models("manual:other").id == "manual:other"


@pytest.mark.parametrize("provider", sorted(PROVIDERS))
def test_every_provider_opens_or_says_what_it_lacks(provider: str, tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text("[]", encoding="utf-8")
    name = str(script) if provider in ("local", "manual", "scripted") else "some-model"
    hint = ""
    try:
        model = Models(ModelContext(manual_folder=tmp_path))(f"{provider}:{name}")
    except ConfigurationError as lacking:
        hint = lacking.hint
    else:
        assert model.id in (f"{provider}:{name}", f"{provider}:{script.name}")
        assert isinstance(model.by_hand, bool)
    assert bool(hint) == (provider in ("anthropic", "compatible", "google", "openai"))


async def test_a_script_in_a_file_answers(tmp_path: Path) -> None:
    script = tmp_path / "答え.json"
    script.write_text(json.dumps({"planner": [{"title": "茶"}]}, ensure_ascii=False), encoding="utf-8")
    model = Models(ModelContext())(f"scripted:{script}")
    request = ModelRequest(role="planner", prompt="p", schema={}, schema_name="Plan")
    assert json.loads((await model.complete(request)).text) == {"title": "茶"}


@pytest.mark.parametrize("content", [None, "not json", b"\xff\xfe"])
def test_a_script_that_cannot_be_read_is_named(tmp_path: Path, content: str | bytes | None) -> None:
    script = tmp_path / "script.json"
    if content is not None:
        script.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ConfigurationError, match=r"script\.json` cannot be read"):
        Models(ModelContext())(f"scripted:{script}")


def test_importing_models_loads_no_vendor_and_no_langgraph() -> None:
    code = (
        "import sys, kasen.models.asker, kasen.models.registry, kasen.models.presets;"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in"
        " {'openai','anthropic','google','ollama','langgraph','langchain_core','httpx','kasen'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout
    assert "kasen.models.asker" in loaded
    for name in (
        "openai",
        "anthropic",
        "google",
        "ollama",
        "langgraph",
        "langchain",
        "httpx",
        "kasen.testing",
        "manual'",
    ):
        assert name not in loaded


@pytest.mark.parametrize(
    ("name", "sdk"),
    [
        ("openai:m", "openai"),
        ("compatible:m", "openai"),
        ("anthropic:m", "anthropic"),
        ("google:m", "google.genai"),
        ("ollama:m", "ollama"),
    ],
)
def test_the_first_use_of_a_vendor_loads_its_client_library_and_no_other(name: str, sdk: str) -> None:
    code = (
        "import sys;"
        "from kasen.models.access import Access; from kasen.models.provider import ModelContext;"
        "from kasen.models.registry import Models;"
        "keys = dict.fromkeys(('openai_api_key', 'anthropic_api_key', 'google_api_key'), 'test-key');"
        "access = Access(compatible_base_url='http://127.0.0.1:1/v1', **keys);"
        f"Models(ModelContext(access=access))({name!r});"
        "print(*(m for m in ('openai', 'anthropic', 'google.genai', 'ollama', 'xllamacpp') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [sdk]
