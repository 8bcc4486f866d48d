from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from kasen.teams.code.git.running import GitFailed
from kasen.teams.code.git.standing import head_of, save
from kasen.teams.code.git.worktrees import files_between
from teams.code.git.made import RUN, call, opened, write


async def test_each_agent_has_a_tree_and_a_branch_and_the_user_s_stays_as_it_is(tmp_path: Path) -> None:
    repository, trees = await opened(tmp_path)
    agents = [f"impl-{n}" for n in range(6)]
    made = await asyncio.gather(*(trees.of(agent) for agent in agents))
    assert [tree.branch for tree in made] == [f"kasen-work/{RUN}/{agent}" for agent in agents]
    for tree in made:
        write(tree.folder, "README.md", tree.branch)
        await save(tree, "work")
    assert (repository.root / "README.md").read_text(encoding="utf-8") == "# 茶\n"
    assert call(repository.root, "branch", "--show-current").strip() == "main"
    assert call(repository.root, "status", "--porcelain") == ""


async def test_the_same_tree_is_given_again_also_after_a_restart(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    first = await trees.of("coder-1")
    write(first.folder, "new.py", "x")
    assert await trees.of("coder-1") == first
    assert (first.folder / "new.py").exists()


async def test_a_tree_whose_folder_was_deleted_comes_back_with_all_that_was_committed(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    write(tree.folder, "new.py", "x")
    head = await save(tree, "work")
    shutil.rmtree(tree.folder)
    assert await head_of(await trees.of("coder-1")) == head
    assert (tree.folder / "new.py").read_text() == "x"


async def test_what_lies_in_the_way_is_put_aside_and_kept(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    (tree.folder / ".git").unlink()
    write(tree.folder, "unsaved.py", "work")
    again = await trees.of("coder-1")
    assert again == tree
    assert (tree.folder.with_name("coder-1.left-1") / "unsaved.py").read_text() == "work"
    assert (again.folder / "README.md").exists()


async def test_all_that_an_agent_did_is_saved_deleted_and_strange_files_too(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    base = await head_of(tree)
    (tree.folder / "README.md").unlink()
    write(tree.folder, "a b/日本語 \"'.md", "x")
    head = await save(tree, "all of it")
    assert sorted(await files_between(tree, base, head)) == ["README.md", "a b/日本語 \"'.md"]
    assert await save(tree, "nothing") == head
    assert await trees.accepted() == base


async def test_a_tree_gets_what_has_come_together_or_stays_as_it_was(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    together, tree = await trees.together(), await trees.of("coder-1")
    write(together.folder, "other.py", "theirs")
    await trees.accept(await save(together, "theirs"), await trees.accepted())
    write(tree.folder, "mine.py", "not committed yet")
    await trees.refreshed(tree)
    assert (tree.folder / "other.py").read_text() == "theirs"
    assert (tree.folder / "mine.py").read_text() == "not committed yet"
    write(together.folder, "README.md", "theirs")
    await trees.accept(await save(together, "theirs"), await trees.accepted())
    write(tree.folder, "README.md", "mine")
    mine = await save(tree, "mine")
    with pytest.raises(GitFailed):
        await trees.refreshed(tree)
    assert await head_of(tree) == mine
    assert call(tree.folder, "status", "--porcelain") == ""


async def test_what_an_agent_leaves_elsewhere_is_brought_back_to_its_branch(tmp_path: Path) -> None:
    repository, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    call(tree.folder, "checkout", "--quiet", "-b", "own/branch")
    write(tree.folder, "new.py", "x")
    assert await trees.taken_back("coder-1", "作業") == tree
    told = call(tree.folder, "log", "-1", "--format=%s|%(trailers:key=Kasen-Agent,valueonly)").strip()
    assert told == "作業|coder-1"
    assert call(tree.folder, "branch", "--show-current").strip() == tree.branch
    head = await head_of(tree)
    call(tree.folder, "checkout", "--quiet", "--detach", repository.head)  # it only looked at something
    await trees.taken_back("coder-1")
    assert await head_of(tree) == head
    kept = call(repository.root, "for-each-ref", "--format=%(objectname)", f"refs/kasen/{RUN}").split()
    assert head in kept
    assert call(repository.root, "branch", "--show-current").strip() == "main"


async def test_a_folder_that_is_no_tree_of_this_repository_is_not_taken_for_one(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    (tree.folder / ".git").write_text("gitdir: /nowhere\n", encoding="utf-8")
    write(tree.folder, "unsaved.py", "x")
    await trees.taken_back("coder-1")
    assert (tree.folder.with_name("coder-1.left-1") / "unsaved.py").exists()
    assert (tree.folder / "README.md").exists()
