from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.git.running import GitFailed
from kasen.teams.code.git.standing import (
    Tree,
    begin_merge,
    concluded,
    end_rebase,
    head_of,
    is_before,
    meeting,
    save,
    stand_at,
    unresolved,
)
from teams.code.git.made import call, opened, write


async def apart(tmp_path: Path) -> tuple[Tree, str, str]:
    """A tree with its commit, and another one that changed the same line."""
    _, trees = await opened(tmp_path)
    tree, other = await trees.of("t1"), await trees.of("t2")
    write(tree.folder, "README.md", "ours\n")
    write(other.folder, "README.md", "theirs\n")
    return tree, await save(tree, "ours"), await save(other, "theirs")


async def test_a_tree_stands_where_it_is_told_to_and_keeps_what_git_ignores(tmp_path: Path) -> None:
    tree, ours, theirs = await apart(tmp_path)
    write(tree.folder, ".gitignore", "node_modules\n")
    write(tree.folder, "node_modules/x.js", "x")
    await save(tree, "ignored")
    await stand_at(tree, theirs)
    assert (tree.folder / "README.md").read_text() == "theirs\n"
    assert (tree.folder / "node_modules/x.js").exists()
    assert call(tree.folder, "branch", "--show-current").strip() == tree.branch
    assert await meeting(tree, ours, theirs) == call(tree.folder, "rev-parse", "main").strip()
    assert await is_before(tree, "main", ours)
    assert not await is_before(tree, ours, theirs)
    with pytest.raises(GitFailed):
        await is_before(tree, "nothing", ours)


async def test_a_conflict_lies_in_the_tree_until_somebody_ended_it(tmp_path: Path) -> None:
    tree, ours, theirs = await apart(tmp_path)
    assert await begin_merge(tree, theirs) == ["README.md"]
    assert unresolved(tree, ["README.md", "gone.md"]) == ["README.md"]
    write(
        tree.folder, "README.md", "ours\n"
    )  # one side as it was: nothing differs, and the merge is ended all the same
    assert unresolved(tree, ["README.md"]) == []
    head = await concluded(tree, "both")
    assert call(tree.folder, "rev-parse", f"{head}^1", f"{head}^2").split() == [ours, theirs]
    assert await begin_merge(tree, theirs) == []
    assert await concluded(tree, "nothing") == head
    with pytest.raises(GitFailed):
        await begin_merge(tree, "nothing")


async def test_a_rebase_that_is_half_done_is_undone_and_what_lay_there_is_in_a_commit(tmp_path: Path) -> None:
    tree, ours, theirs = await apart(tmp_path)
    with pytest.raises(Exception, match="rebase"):
        call(tree.folder, "rebase", theirs)
    write(tree.folder, "new.py", "x")
    saved = await concluded(tree, "half")
    assert call(tree.folder, "show", f"{saved}:new.py") == "x"
    await end_rebase(tree)
    assert await head_of(tree) == ours
    assert call(tree.folder, "branch", "--show-current").strip() == tree.branch


async def test_a_cherry_pick_that_is_half_done_is_forgotten(tmp_path: Path) -> None:
    tree, _, theirs = await apart(tmp_path)
    with pytest.raises(Exception, match="cherry-pick"):
        call(tree.folder, "cherry-pick", theirs)
    await concluded(tree, "half")
    await end_rebase(tree)
    assert "cherry-pick" not in call(tree.folder, "status")


async def test_a_folder_that_became_a_link_is_saved(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("t1")
    write(tree.folder, "lib/a.py", "1\n")
    write(tree.folder, "lib/deep/b.py", "2\n")
    await save(tree, "a folder")
    (tree.folder / "lib").rename(tree.folder / "new")
    (tree.folder / "lib").symlink_to("new")
    head = await save(tree, "a link")
    listed = call(tree.folder, "ls-tree", "-r", "--format=%(objectmode) %(path)", head).splitlines()
    assert listed == ["100644 README.md", "120000 lib", "100644 new/a.py", "100644 new/deep/b.py"]
    assert call(tree.folder, "status", "--porcelain") == ""


async def test_names_below_a_link_that_git_does_not_hold_are_taken_out(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("t1")
    write(tree.folder, "lib/a.py", "1\n")
    write(tree.folder, ".gitignore", "lib\n")
    call(tree.folder, "add", "--force", "lib/a.py")
    await save(tree, "a folder")
    (tree.folder / "lib").rename(tmp_path / "gone")
    (tree.folder / "lib").symlink_to(tmp_path / "gone")
    head = await save(tree, "a link that is ignored")
    assert "lib/a.py" not in call(tree.folder, "ls-tree", "-r", "--name-only", head)


async def test_where_only_an_empty_repository_was_added_there_is_nothing_to_commit(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    tree = await trees.of("t1")
    before = await head_of(tree)
    call(tree.folder, "init", "--quiet", "inner")
    assert await save(tree, "nothing") == before
    write(tree.folder, "a.py", "1\n")
    assert await save(tree, "more") != before
