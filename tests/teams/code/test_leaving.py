from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kasen.errors import KasenError
from kasen.settings.environment import plain_environment
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.leaving import leave, save_trees, trees
from kasen.teams.code.opening import FOLDER
from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import process
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.taking.standing import watched
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.worker.spec import MARK
from teams.code.git.made import RUN, call, made, write


async def told(names: Sequence[str]) -> None:
    """Nobody listens."""


async def place_with_work(tmp_path: Path, repo: Path) -> Place:
    place = Place(tmp_path / RUN / FOLDER, RUN)
    queue = Queue(place.queue)
    await watched(queue, await look_at(repo), place, told)
    queue.close()
    made = Worktrees(await look_at(repo), RUN, place.trees)
    await made.together()
    for agent in ("coder-1", "reviewer-1"):
        await made.of(agent)
    write(place.trees / "agents/coder-1", "src/half.py", "1\n")
    return place


async def test_what_was_not_committed_is(tmp_path: Path, repo: Path) -> None:
    place = await place_with_work(tmp_path, repo)
    before = call(repo, "rev-parse", "main", f"kasen/{RUN}")
    assert [tree.name for tree in trees(place)] == ["coder-1", "reviewer-1"]
    assert await save_trees(place, await look_at(repo)) == []
    assert call(repo, "show", f"kasen-work/{RUN}/coder-1:src/half.py") == "1\n"
    assert call(repo, "rev-parse", "main", f"kasen/{RUN}") == before
    tip = call(repo, "rev-parse", f"kasen-work/{RUN}/coder-1")
    assert await save_trees(place, await look_at(repo)) == []
    assert call(repo, "rev-parse", f"kasen-work/{RUN}/coder-1") == tip, "twice is as good as once"


async def test_a_tree_that_is_broken_is_said_and_the_others_are_saved(tmp_path: Path, repo: Path) -> None:
    place = await place_with_work(tmp_path, repo)
    write(place.trees / "agents/reviewer-1", "notes.md", "x\n")
    (place.trees / "agents/coder-1/.git").write_text("gitdir: /nowhere\n")
    (failed,) = await save_trees(place, await look_at(repo))
    assert "coder-1" in failed
    assert call(repo, "show", f"kasen-work/{RUN}/reviewer-1:notes.md") == "x\n"
    with pytest.raises(KasenError, match="could not be committed"):
        await leave(tmp_path / RUN, gone=False)


async def test_a_folder_whose_work_cannot_be_saved_is_not_deleted(tmp_path: Path, repo: Path) -> None:
    place = await place_with_work(tmp_path, repo)
    (place.trees / "agents/coder-1/.git").write_text("gitdir: /nowhere\n")
    before = sorted(path for path in place.trees.rglob("*") if ".git" not in path.parts)
    with pytest.raises(KasenError, match="could not be committed") as failed:
        await leave(tmp_path / RUN, gone=True)
    assert "nothing of it was deleted" in failed.value.hint
    assert sorted(path for path in place.trees.rglob("*") if ".git" not in path.parts) == before


async def test_agents_that_nobody_drives_are_ended(tmp_path: Path, repo: Path) -> None:
    place = await place_with_work(tmp_path, repo)
    env = plain_environment() | {MARK: f"{RUN}/coder-1"}
    stray = await asyncio.create_subprocess_exec("sleep", "600", env=env, start_new_session=True)
    tmux = Tmux(place.socket, plain_environment())
    pane = await tmux.open("coder-1", [sys.executable, "-c", "import time; time.sleep(600)"], tmp_path)
    try:
        await leave(tmp_path / RUN, gone=False)
        assert await asyncio.wait_for(stray.wait(), 20) < 0
        left = process(pane.pid)
        assert left is None or not left.lives
        assert await tmux.panes() == []
    finally:
        if stray.returncode is None:
            os.kill(stray.pid, 9)
        await tmux.close()


async def test_before_the_folder_is_deleted_git_forgets_the_trees_and_keeps_the_branches(
    tmp_path: Path, repo: Path
) -> None:
    await place_with_work(tmp_path, repo)
    await leave(tmp_path / RUN, gone=True)
    assert len(call(repo, "worktree", "list").splitlines()) == 1
    assert call(repo, "show", f"kasen-work/{RUN}/coder-1:src/half.py") == "1\n"
    await leave(tmp_path / RUN, gone=True)


async def test_a_tree_that_leads_to_another_repository_is_said_and_that_one_stays_as_it_is(
    tmp_path: Path, repo: Path
) -> None:
    place = await place_with_work(tmp_path, repo)
    other = made(tmp_path / "other")
    before = call(other, "for-each-ref")
    (place.trees / "agents/coder-1/.git").write_text(f"gitdir: {other}/.git\n")
    with pytest.raises(KasenError, match=r"coder-1. could not be committed: it is no work tree of"):
        await leave(tmp_path / RUN, gone=True)
    assert call(other, "for-each-ref") == before
    assert (place.trees / "agents/coder-1/src/half.py").exists()


async def test_what_the_person_added_to_the_repository_stays_when_the_run_is_deleted(
    tmp_path: Path, repo: Path
) -> None:
    await place_with_work(tmp_path, repo)
    call(repo, "remote", "add", "origin", "https://example.org/x.git")
    write(repo, ".git/hooks/pre-push", "#!/bin/sh\n")
    config = (repo / ".git/config").read_text()
    await leave(tmp_path / RUN, gone=True)
    assert (repo / ".git/config").read_text() == config
    assert (repo / ".git/hooks/pre-push").exists()
    assert call(repo, "show", f"kasen-work/{RUN}/coder-1:src/half.py") == "1\n"


async def test_a_run_that_began_in_a_work_tree_that_is_gone_is_put_down_all_the_same(
    tmp_path: Path, repo: Path
) -> None:
    own = tmp_path / "own"
    call(repo, "worktree", "add", "--quiet", str(own))
    await place_with_work(tmp_path, own)
    shutil.rmtree(own)
    await leave(tmp_path / RUN, gone=True)
    assert call(repo, "show", f"kasen-work/{RUN}/coder-1:src/half.py") == "1\n"


async def test_a_run_that_never_began_leaves_nothing(tmp_path: Path) -> None:
    await leave(tmp_path / RUN, gone=True)
    assert list(tmp_path.iterdir()) == []
