from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.standing import Tree, save, stand_at
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.taking.discarding import discard, left_of
from teams.code.git.made import RUN, call, made, opened, write


async def a_run(tmp_path: Path) -> tuple[Repository, Worktrees, Tree]:
    repository, trees = await opened(tmp_path)
    await trees.together()
    tree = await trees.of("impl-1")
    write(tree.folder, "app.py", "a = 1\n")
    await save(tree, "T1: count")
    return repository, trees, tree


async def test_what_is_nowhere_else_is_named(tmp_path: Path) -> None:
    repository, _, tree = await a_run(tmp_path)
    write(tree.folder, "half.py", "b = ")
    left = await left_of(repository, RUN, tmp_path / "trees")
    assert {(branch.name, branch.commits, branch.subject) for branch in left.branches} == {
        (f"kasen/{RUN}", 0, ""),
        (f"kasen-work/{RUN}/impl-1", 1, "T1: count"),
    }
    assert left.changed == ("impl-1: half.py",)
    assert left.only_here
    assert {path.name for path in left.trees} == {"together", "impl-1"}


@pytest.mark.parametrize("how", [("merge", "--quiet"), ("branch", "mine"), ("tag", "mine")])
async def test_what_the_user_has_taken_is_not_only_here(tmp_path: Path, how: tuple[str, ...]) -> None:
    repository, _, tree = await a_run(tmp_path)
    call(repository.root, *how, tree.branch)
    left = await left_of(repository, RUN, tmp_path / "trees")
    assert not left.only_here


async def test_it_is_all_gone_and_the_rest_stays(tmp_path: Path) -> None:
    repository, _, tree = await a_run(tmp_path)
    call(repository.root, "branch", "kasen/another")
    write(tree.folder, "half.py", "b = ")
    (tmp_path / "trees" / "agents" / "impl-1.left-1").mkdir()
    left = await left_of(repository, RUN, tmp_path / "trees")
    await discard(left)
    assert not (tmp_path / "trees").exists()
    assert call(repository.root, "branch", "--format=%(refname:short)").split() == ["kasen/another", "main"]
    assert call(repository.root, "worktree", "list").count("\n") == 1
    assert (repository.root / "README.md").exists()
    head = next(branch.head for branch in left.branches if branch.commits)
    call(repository.root, "branch", "again", head)  # what was named can be made again
    assert call(repository.root, "show", "again:app.py") == "a = 1\n"


async def test_work_that_was_given_up_is_named_and_goes_too(tmp_path: Path) -> None:
    repository, trees, tree = await a_run(tmp_path)
    await trees.taken_back("impl-1")
    left = await left_of(repository, RUN, tmp_path / "trees")
    assert len(left.branches) == 2
    assert len(left.kept) == 1
    await stand_at(tree, repository.head)  # it was given up: no branch has it any more
    left = await left_of(repository, RUN, tmp_path / "trees")
    assert [(branch.name, branch.subject) for branch in left.branches if branch.commits] == [
        (f"refs/kasen/{RUN}/{branch.head}", "T1: count") for branch in left.branches if branch.commits
    ]
    assert left.only_here
    await discard(left)
    assert call(repository.root, "for-each-ref", "refs/kasen/").strip() == ""
    await discard(await left_of(repository, RUN, tmp_path / "trees"))


async def test_discarding_again_after_it_was_broken_off_goes_on(tmp_path: Path) -> None:
    repository, _, tree = await a_run(tmp_path)
    (tree.folder / ".git").unlink()
    left = await left_of(repository, RUN, tmp_path / "trees")
    await discard(left)
    left = await left_of(repository, RUN, tmp_path / "trees")
    assert (left.branches, left.trees) == ((), ())
    await discard(left)


async def test_a_branch_that_the_user_works_on_is_not_taken_from_under_them(tmp_path: Path) -> None:
    repository, trees, _ = await a_run(tmp_path)
    call(repository.root, "checkout", "--quiet", trees.branch)
    with pytest.raises(InputError, match=f"`kasen/{RUN}` is checked out in"):
        await left_of(repository, RUN, tmp_path / "trees")


async def test_of_a_tree_that_leads_elsewhere_nothing_is_read(tmp_path: Path) -> None:
    repository, _, tree = await a_run(tmp_path)
    other = made(tmp_path / "other")
    call(other, "config", "filter.planted.clean", f"touch {tmp_path}/ran; cat")
    write(other, ".git/info/attributes", "* filter=planted\n")
    (tree.folder / ".git").write_text(f"gitdir: {other}/.git\n")
    write(tree.folder, "README.md", "# 水\n")
    left = await left_of(repository, RUN, tmp_path / "trees")
    assert left.changed == ("impl-1: ?",)
    assert not (tmp_path / "ran").exists()
    call(tree.folder, "status")
    assert (tmp_path / "ran").exists(), "it is one that git runs"
