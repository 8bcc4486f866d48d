"""Putting a run's work down: nobody works on it any more, and all that lies in its work trees is committed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from kasen.errors import KasenError
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.opening import FOLDER
from kasen.teams.code.place import Place
from kasen.teams.code.taking.ending import end_agents


async def leave(folder: Path, *, gone: bool) -> None:
    """`Team.leaves`: end the agents of a run that nobody drives, and save their work; twice is as good as once.

    `gone`: the run's folder is about to be deleted. What was committed stays on the branches of the run, and git
    forgets the work trees. Raises KasenError when something could not be saved; then nothing is deleted.
    """
    place = Place(folder / FOLDER, folder.name)
    if not place.root.is_dir():
        return
    living = await end_agents(place)
    failed = await save_trees(place)
    if living:
        failed.append(f"these processes do not end: {', '.join(str(one.pid) for one in living)}")
    if failed:
        raise KasenError("; ".join(failed), hint="Save what lies there by hand; nothing of it was deleted.")
    if gone:
        await _forget(place)


async def save_trees(place: Place) -> list[str]:
    """Commit what lies in the trees of agents, where it was not; what could not be, one sentence each."""
    failed = []
    for tree in trees(place):
        try:
            common = Path((await git(tree, "rev-parse", "--path-format=absolute", "--git-common-dir")).strip())
            repository = Repository(root=common, common=common.resolve(), head="HEAD", branch="", dirty=())
            await Worktrees(repository, place.run_id, place.trees).taken_back(tree.name)
        except GitFailed as error:
            failed.append(f"what lies in `{tree}` could not be committed: {error}")
    return failed


def trees(place: Place) -> Iterator[Path]:
    """The work trees of agents that are there."""
    folder = place.trees / "agents"
    for tree in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (tree / ".git").is_file():
            yield tree


async def _forget(place: Place) -> None:
    """The trees go, and git's notes of them; branches stay."""
    for tree in [*trees(place), place.trees / "together"]:
        if not (tree / ".git").is_file():
            continue
        try:
            root = Path((await git(tree, "rev-parse", "--path-format=absolute", "--git-common-dir")).strip())
            shutil.rmtree(tree, ignore_errors=True)
            await git(root, "worktree", "prune")
        except GitFailed:  # the repository is gone too
            continue
