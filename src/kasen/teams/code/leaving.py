"""Putting a run's work down: nobody works on it any more, and all that lies in its work trees is committed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from kasen.errors import KasenError
from kasen.teams.code.git.guarding import Changed
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.opening import FOLDER
from kasen.teams.code.place import Place
from kasen.teams.code.taking.ending import end_agents
from kasen.teams.code.taking.standing import unwritten


async def leave(folder: Path, *, gone: bool) -> None:
    """`Team.leaves`: end the agents of a run that nobody drives, and save their work; twice is as good as once.

    `gone`: the run's folder is about to be deleted. What was committed stays on the branches of the run, and git
    forgets the work trees. Raises KasenError when something could not be saved; then nothing is deleted.
    """
    place = Place(folder / FOLDER, folder.name)
    if not place.root.is_dir():
        return
    living = await end_agents(place)
    async with unwritten(place) as noted:
        repository = None if noted is None else noted.repository
        failed = await save_trees(place, repository)
    if living:
        failed.append(f"these processes do not end: {', '.join(str(one.pid) for one in living)}")
    if failed:
        raise KasenError("; ".join(failed), hint="Save what lies there by hand; nothing of it was deleted.")
    if gone:
        async with unwritten(place):
            await _forget(place, repository)


async def save_trees(place: Place, repository: Repository | None) -> list[str]:
    """Commit what lies in the trees of agents, where it was not; what could not be, one sentence each.

    `repository`: as the run noted it. What a tree itself says of where it belongs is not believed: agents write there.
    """
    failed = []
    for tree in trees(place):
        why = "the run noted no repository"
        try:
            if repository is not None:
                own = Worktrees(repository, place.run_id, place.trees)
                why = "" if await own.is_ours(tree) else f"it is no work tree of `{repository.root}` any more"
            if repository is not None and not why:
                await own.taken_back(tree.name)
        except (GitFailed, Changed) as error:
            why = str(error)
        if why:
            failed.append(f"what lies in `{tree}` could not be committed: {why}")
    return failed


def trees(place: Place) -> Iterator[Path]:
    """The work trees of agents that are there."""
    folder = place.trees / "agents"
    for tree in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (tree / ".git").is_file():
            yield tree


async def _forget(place: Place, repository: Repository | None) -> None:
    """The trees go, and git's notes of them; branches stay."""
    for tree in [*trees(place), place.trees / "together"]:
        if (tree / ".git").is_file():
            shutil.rmtree(tree, ignore_errors=True)
    if repository is not None:
        with suppress(GitFailed, Changed):  # the repository is gone too
            await git(repository.root, "worktree", "prune")
