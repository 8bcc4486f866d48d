from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kasen.models.access import Access
from kasen.models.ready import lacking
from models.test_served import CLOSED, answering

NOTHING = Access(ollama_base_url=CLOSED)


def test_rules_and_people_lack_nothing() -> None:
    assert lacking("none", NOTHING) == lacking("manual", NOTHING) == ""


def test_a_preset_of_one_vendor_lacks_its_key() -> None:
    assert lacking("anthropic", NOTHING) == "ANTHROPIC_API_KEY is not set"
    assert lacking("anthropic", Access(anthropic_api_key="test-key")) == ""


def test_one_key_is_enough_for_a_preset_that_mixes() -> None:
    assert lacking("hybrid", NOTHING) == "none of GOOGLE_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY is set"
    assert lacking("hybrid", Access(ollama_base_url=CLOSED, anthropic_api_key="test-key")) == ""


def test_a_server_has_to_listen() -> None:
    assert lacking("ollama", NOTHING) == f"no server answers at {CLOSED}"
    with answering("{}") as (url, _):
        assert lacking("ollama", Access(ollama_base_url=url)) == ""
        assert lacking("compatible", Access(compatible_base_url=url)) == ""
    assert lacking("compatible", NOTHING) == "KASEN_COMPATIBLE_BASE_URL is not set"


def test_a_local_model_has_to_be_pulled(tmp_path: Path) -> None:
    assert "kasen models pull" in lacking("local", NOTHING)
    (tmp_path / "small.gguf").write_bytes(b"")
    assert lacking("local", Access(models_folder=tmp_path)) == ""


def test_of_a_server_behind_a_proxy_the_proxy_has_to_listen() -> None:
    far = Access(ollama_base_url=CLOSED, compatible_base_url="https://models.example/v1")
    with answering("{}") as (url, asked):
        assert lacking("compatible", replace(far, proxy=url)) == ""
        assert asked == []
    assert lacking("compatible", replace(far, proxy=CLOSED)) == "no server answers at https://models.example/v1"
