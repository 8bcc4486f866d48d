from __future__ import annotations

import re

from kasen.models.local.recommended import recommended


def test_the_table_is_short_and_says_what_is_needed_to_choose() -> None:
    table = recommended()
    assert 5 <= len(table) <= 7
    for name, model in table.items():
        assert re.fullmatch(r"[a-z0-9.-]+", name)
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", model.repo)
        assert model.file.endswith(".gguf")
        assert model.gigabytes < model.memory_gigabytes < 2 * model.gigabytes + 1
        assert model.license
        assert model.summary


def test_one_is_made_for_japanese_and_one_runs_on_a_small_machine() -> None:
    table = recommended().values()
    assert any(model.japanese == "made for" for model in table)
    assert next(iter(table)).memory_gigabytes <= 4


def test_a_file_is_recognised_whatever_its_case() -> None:
    model = recommended()["qwen3-4b"]
    assert model.matches("qwen3-4b-q4_k_m.GGUF")
    assert not model.matches("Qwen3-8B-Q4_K_M.gguf")


def test_no_model_takes_the_file_of_another_for_its_own() -> None:
    names = [model.file.replace("*", "-") for model in recommended().values()]
    for model in recommended().values():
        assert [name for name in names if model.matches(name)] == [model.file.replace("*", "-")]
