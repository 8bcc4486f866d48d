from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.running import GitFailed
from kasen.teams.code.git.standing import head_of, save
from kasen.teams.code.git.worktrees import Worktrees, files_between
from kasen.teams.code.queue.queue import Queue
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


async def noting(tmp_path: Path) -> tuple[Worktrees, Queue, list[str]]:
    repository, _ = await opened(tmp_path)
    queue = Queue(tmp_path / "queue.sqlite")
    moved: list[str] = []

    async def tell(commit: str) -> None:
        moved.append(commit)

    return Worktrees(repository, RUN, tmp_path / "trees", passed=Passed(queue), moved=tell), queue, moved


async def test_a_branch_that_somebody_moved_is_where_the_run_noted_it_and_nothing_is_lost(tmp_path: Path) -> None:
    trees, queue, moved = await noting(tmp_path)
    tree, start = await trees.of("coder-1"), await trees.accepted()
    write(tree.folder, "a.py", "1\n")
    good = await save(tree, "work")
    await trees.accept(good, start)
    write(tree.folder, "a.py", "evil\n")
    evil = await save(tree, "evil")
    call(tmp_path / "repo", "branch", "--force", trees.branch, evil)
    assert await trees.accepted() == good
    assert moved == [evil]
    assert call(tmp_path / "repo", "rev-parse", trees.branch).strip() == good
    call(tmp_path / "repo", "branch", "-D", trees.branch)
    assert await trees.accepted() == good
    assert evil in call(tmp_path / "repo", "for-each-ref", f"refs/kasen/{RUN}/")
    assert call((await trees.together()).folder, "rev-parse", "HEAD").strip() in (start, good)
    queue.close()


async def test_a_branch_that_leads_to_another_does_not_move_that_one(tmp_path: Path) -> None:
    trees, queue, _ = await noting(tmp_path)
    tree, start = await trees.of("coder-1"), await trees.accepted()
    call(tmp_path / "repo", "symbolic-ref", f"refs/heads/{trees.branch}", "refs/heads/main")
    write(tree.folder, "a.py", "1\n")
    good = await save(tree, "work")
    await trees.accept(good, await trees.accepted())
    assert call(tmp_path / "repo", "rev-parse", "main").strip() == start
    assert call(tmp_path / "repo", "rev-parse", trees.branch).strip() == good
    queue.close()


async def test_a_kill_while_work_is_accepted_is_no_move_by_others(tmp_path: Path) -> None:
    trees, queue, moved = await noting(tmp_path)
    tree, start = await trees.of("coder-1"), await trees.accepted()
    write(tree.folder, "a.py", "1\n")
    good = await save(tree, "work")
    Passed(queue).coming(good)
    assert await trees.accepted() == start, "before the branch moved"
    Passed(queue).coming(good)
    call(tmp_path / "repo", "branch", "--force", trees.branch, good)
    assert await trees.accepted() == good, "after it"
    assert moved == []
    assert (Passed(queue).head, Passed(queue).next) == (good, "")
    queue.close()


async def test_a_tree_that_leads_to_another_repository_is_none_of_ours(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    evil = tmp_path / "evil"
    shutil.copytree(tmp_path / "repo" / ".git/worktrees/coder-1", evil)
    (evil / "commondir").write_text(f"{tmp_path}/repo/.git\n")
    (tree.folder / ".git").write_text(f"gitdir: {evil}\n")
    write(tree.folder, "a.py", "1\n")
    again = await trees.taken_back("coder-1")
    assert (again.folder / ".git").read_text().strip().endswith(".git/worktrees/coder-1")
    assert (tree.folder.with_name("coder-1.left-1") / "a.py").exists()
