from __future__ import annotations

import os
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.models.local.files import find_model, model_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "models"
    place.mkdir()
    return place


def put(folder: Path, name: str, *, age: int = 0) -> Path:
    path = folder / name
    path.write_bytes(b"GGUF")
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def test_models_are_listed_newest_first_without_projectors_and_later_parts(folder: Path) -> None:
    put(folder, "old.gguf", age=50)
    put(folder, "new.gguf")
    put(folder, "mmproj-new.gguf")
    put(folder, "big-00001-of-00002.gguf", age=9)
    put(folder, "big-00002-of-00002.gguf")
    put(folder, "notes.txt")
    (folder / "dir.gguf").mkdir()
    assert [path.name for path in model_files(folder)] == ["new.gguf", "big-00001-of-00002.gguf", "old.gguf"]
    assert model_files(folder / "none") == model_files(None) == []


@pytest.mark.parametrize("name", ["茶.gguf", "茶"])
def test_a_file_of_the_folder_is_found_with_and_without_its_ending(folder: Path, name: str) -> None:
    path = put(folder, "茶.gguf")
    assert find_model(name, folder) == path


def test_a_recommended_name_finds_its_file(folder: Path) -> None:
    put(folder, "other.gguf")
    path = put(folder, "Qwen3-4B-Q4_K_M.gguf", age=9)
    assert find_model("qwen3-4b", folder) == path


@pytest.mark.parametrize("name", ["", "default"])
def test_without_a_name_the_only_file_counts_then_the_newest_recommended_then_the_newest(
    folder: Path, name: str
) -> None:
    only = put(folder, "a.gguf", age=9)
    assert find_model(name, folder) == only
    newest = put(folder, "b.gguf")
    assert find_model(name, folder) == newest
    put(folder, "Qwen3-4B-Q4_K_M.gguf", age=99)
    known = put(folder, "Qwen3-8B-Q4_K_M.gguf", age=50)
    assert find_model(name, folder) == known


def test_paths_are_taken_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "mine.gguf")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert find_model(str(path), None) == find_model("~/mine.gguf", None) == find_model("./mine.gguf", None) == path


def test_what_is_missing_is_named_with_the_command_that_fetches_it(folder: Path) -> None:
    put(folder, "there.gguf")
    with pytest.raises(ConfigurationError, match=r"no model file `qwen3-8b`.*there is: `there\.gguf`") as known:
        find_model("qwen3-8b", folder)
    assert known.value.hint == "Run `kasen models pull qwen3-8b`."
    with pytest.raises(ConfigurationError, match="no model file `mystery`") as unknown:
        find_model("mystery", folder)
    assert "kasen models pull --list" in unknown.value.hint
    with pytest.raises(ConfigurationError, match="does not exist"):
        find_model("/nowhere/at/all.gguf", folder)
    with pytest.raises(ConfigurationError, match="is a folder"):
        find_model(f"{folder}/", folder)


@pytest.mark.parametrize("place", ["models", "none"])
def test_an_empty_or_missing_folder_says_what_to_pull(folder: Path, place: str) -> None:
    with pytest.raises(ConfigurationError, match="there is no model file in") as failure:
        find_model("default", folder.parent / place)
    assert "kasen models pull qwen3-4b" in failure.value.hint
