from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.code.git.repository import changed, look_at
from teams.code.git.made import call, commit, made, write


async def test_a_repository_is_looked_at_from_any_of_its_folders(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo", **{"src/a.py": "x = 1\n"})
    write(repo, "src/a.py", "x = 2\n")
    write(repo, "新しい.md", "")
    found = await look_at(repo / "src")
    assert (found.root, found.branch, found.common) == (repo, "main", repo / ".git")
    assert found.head == call(repo, "rev-parse", "HEAD").strip()
    assert sorted(found.dirty) == ["src/a.py", "新しい.md"]


async def test_what_agents_cannot_start_from_is_said_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no git repository") as caught:
        await look_at(tmp_path)
    assert "init" in caught.value.hint
    call(tmp_path, "init", "--quiet")
    with pytest.raises(InputError, match="has no commit yet"):
        await look_at(tmp_path)


async def test_a_folder_that_is_not_there_is_not_told_to_become_a_repository(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder") as caught:
        await look_at(tmp_path / "nowhere")
    assert "init" not in caught.value.hint


async def test_one_in_the_middle_of_a_merge_is_not_touched(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    call(repo, "checkout", "-q", "-b", "other")
    write(repo, "README.md", "other")
    commit(repo, "other")
    call(repo, "checkout", "-q", "main")
    write(repo, "README.md", "main")
    commit(repo, "main")
    with pytest.raises(Exception, match="merge"):
        call(repo, "merge", "other")
    with pytest.raises(InputError, match="in the middle of a merge"):
        await look_at(repo)


async def test_moved_files_count_under_both_names(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo", a="x\n" * 50)
    call(repo, "mv", "a", "b")
    assert sorted(await changed(repo)) == ["a", "b"]
