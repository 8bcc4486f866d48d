"""Throwing a run's work trees and branches away, after it was said what of them is nowhere else."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path

from kasen.errors import StoreFailed
from kasen.teams.code.git.repository import Repository, changed
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.git.worktrees import is_tree_of
from kasen.teams.code.taking.wording import refused


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A branch of the run."""

    name: str
    head: str
    """Its commit: as long as git keeps it, the branch can be made again from it."""
    commits: int
    """Those that no branch, remote or tag outside of the run has."""
    subject: str
    """Of the newest of them."""


@dataclass(frozen=True, kw_only=True)
class Left:
    """What a run has left in a repository."""

    root: Path
    folder: Path
    """Where its work trees are."""
    branches: tuple[Branch, ...]
    trees: tuple[Path, ...]
    """Those that git knows of."""
    changed: tuple[str, ...]
    """Files in them that were never committed: `TREE: FILE`."""
    kept: tuple[str, ...] = ()
    """Names by which the run kept commits; those that no branch has are among `branches`."""

    @property
    def only_here(self) -> bool:
        """Whether anything would be gone."""
        return bool(self.changed) or any(branch.commits for branch in self.branches)


async def left_of(repository: Repository, run_id: str, folder: Path, lang: str = "en") -> Left:
    """What is there of a run whose work trees lie in that folder. Its agents have to be ended before.

    Raises InputError while the user has one of its branches checked out.
    """
    root = repository.root
    own = (f"kasen/{run_id}", f"kasen-work/{run_id}/")
    listed = await git(
        root, "for-each-ref", "--format=%(refname:short)%09%(objectname)", *(f"refs/heads/{o}" for o in own)
    )
    rows = [line.split("\t") for line in listed.splitlines()]
    trees, others = await _trees(root, folder.resolve())
    if held := next((name for name, _ in rows if name in others), None):
        raise refused(lang, "held", branch=held, root=others[held])
    listed = await git(root, "for-each-ref", "--format=%(refname)%09%(objectname)", f"refs/kasen/{run_id}/")
    kept = [line.split("\t") for line in listed.splitlines()]
    rows += [row for row in kept if await _on_no_branch(root, row[1])]
    branches = [await _branch(root, run_id, name, head) for name, head in rows]
    files = [f"{tree.name}: {name}" for tree in trees if tree.is_dir() for name in await _changed(tree, repository)]
    names = tuple(name for name, _ in kept)
    return Left(
        root=root, folder=folder, branches=tuple(branches), trees=tuple(trees), changed=tuple(files), kept=names
    )


async def discard(left: Left) -> None:
    """Throw it away. Done again after it was broken off, it goes on. Raises GitFailed, StoreFailed."""
    for tree in left.trees:
        try:
            await git(left.root, "worktree", "remove", "--force", "--force", str(tree))
        except GitFailed:  # it is broken, or gone: its folder goes below, and git forgets what has none
            continue
    try:
        if left.folder.exists():
            await asyncio.to_thread(shutil.rmtree, left.folder)
    except OSError as error:
        raise StoreFailed(f"`{left.folder}` cannot be deleted: {error.strerror or error}") from error
    await git(left.root, "worktree", "prune")
    for branch in left.branches:
        if branch.name not in left.kept:
            await git(left.root, "branch", "--quiet", "-D", branch.name)
    for name in left.kept:
        await git(left.root, "update-ref", "-d", name)


async def _on_no_branch(root: Path, commit: str) -> bool:
    """Whether only the run's own name for it keeps it: work that was given up, or begun anew."""
    return bool((await git(root, "rev-list", "--max-count=1", commit, "--not", "--branches", "--tags", "HEAD")).strip())


async def _branch(root: Path, run_id: str, name: str, head: str) -> Branch:
    others = (
        f"--exclude=kasen/{run_id}",
        f"--exclude=kasen-work/{run_id}/*",
        "--branches",
        "--remotes",
        "--tags",
        "HEAD",
    )
    listed = (await git(root, "log", "--format=%s", head, "--not", *others)).splitlines()
    return Branch(name=name, head=head, commits=len(listed), subject=listed[0] if listed else "")


async def _trees(root: Path, folder: Path) -> tuple[list[Path], dict[str, Path]]:
    """The work trees in that folder, and the branches that are checked out elsewhere."""
    listed = await git(root, "worktree", "list", "--porcelain", "-z")
    inside, elsewhere = [], {}
    for entry in listed.split("\0\0"):
        facts = dict(line.partition(" ")[::2] for line in entry.split("\0") if line)
        if "worktree" in facts and (place := Path(facts["worktree"])).is_relative_to(folder):
            inside.append(place)
        elif "branch" in facts:
            elsewhere[facts["branch"].removeprefix("refs/heads/")] = Path(facts["worktree"])
    return inside, elsewhere


async def _changed(tree: Path, repository: Repository) -> list[str]:
    """What was not committed; in a tree that git cannot read any more, or that leads elsewhere, nobody knows."""
    try:
        return await changed(tree) if await is_tree_of(repository.common, tree) else ["?"]
    except GitFailed:
        return ["?"]
