from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, InputError
from kasen.settings import trust
from kasen.teams.code.asked import requirement_of, workflow_in
from kasen.teams.code.config.loading import named_in
from kasen.teams.code.config.writing import write
from teams.code.git.made import made


def test_words_are_words_and_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "wish.md"
    path.write_text("﻿# 税\n計算する\n", encoding="utf-8")
    assert requirement_of(str(path)) == "# 税\n計算する\n"
    for words in (
        "Add a tax.",
        "x" * 5000,
        "Add a tax, and round down. " * 15,
        "税込みの値段を出す。" * 30,
        "two\nlines",
        "nul\0",
        "see notes.md for it",
        "v1.2",
    ):
        assert requirement_of(words) == words


def test_a_name_of_a_file_that_is_not_there_is_not_taken_for_a_requirement() -> None:
    with pytest.raises(InputError, match=r"there is no file `wishes/tax\.md`"):
        requirement_of("wishes/tax.md")


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wish.png"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(InputError, match="is no text in UTF-8"):
        requirement_of(str(path))
    path.write_bytes(b"x" * 2_000_000)
    with pytest.raises(InputError, match="cannot be read"):
        requirement_of(str(path))


def test_a_folder_and_an_empty_file_are_no_requirement(tmp_path: Path) -> None:
    for empty in ("", " \n"):
        with pytest.raises(InputError, match="the requirement is empty"):
            requirement_of(empty)
    with pytest.raises(InputError, match="is a folder") as error:
        requirement_of(str(tmp_path))
    assert "name a file" in error.value.hint
    (tmp_path / "wish.md").write_text(" \n", encoding="utf-8")
    with pytest.raises(InputError, match=r"wish\.md` is empty"):
        requirement_of(str(tmp_path / "wish.md"))


def trusted(repo: Path) -> Path:
    folder = write(repo, "pair").folder
    trust.allow(folder, {name: trust.sha256((folder / name).read_bytes()) for name in named_in(folder)})
    return folder


async def test_the_workflow_that_is_named_comes_first_then_a_preset_then_that_of_the_repository(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    assert await workflow_in(repo, None, None) is None
    own = trusted(repo) / "workflow.yaml"
    (repo / "inner").mkdir()
    assert await workflow_in(repo / "inner", None, None) == own
    assert await workflow_in(repo, None, "pair") is None
    other = trusted(made(tmp_path / "other"))
    assert await workflow_in(repo, other, None) == other / "workflow.yaml"
    assert await workflow_in(repo, other / "workflow.yaml", "pair") == other / "workflow.yaml"


async def test_what_is_not_there_or_not_trusted_is_told(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    with pytest.raises(InputError, match="there is no workflow"):
        await workflow_in(repo, tmp_path / "flow.yaml", None)
    with pytest.raises(InputError, match="is no git repository"):
        await workflow_in(tmp_path, None, None)
    write(repo, "pair")
    with pytest.raises(ConfigurationError, match="is not trusted"):
        await workflow_in(repo, None, None)
