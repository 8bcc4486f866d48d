"""Where a work tree stands, and how it is made to stand elsewhere without losing what it holds."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kasen.teams.code.git.names import named, shown
from kasen.teams.code.git.repository import changed
from kasen.teams.code.git.running import GitFailed, git

BEGINS, ENDS = b"<<<<<<< ", b">>>>>>> "
"""Lines that git writes around the two sides of a conflict begin so (git-merge(1))."""


@dataclass(frozen=True)
class Tree:
    """Where an agent works."""

    folder: Path
    branch: str
    """Empty for a tree on no branch."""


async def head_of(tree: Tree) -> str:
    """The commit of a tree."""
    return (await git(tree.folder, "rev-parse", "HEAD")).strip()


async def save(tree: Tree, message: str) -> str:
    """Commit all that lies in a tree, deleted files too; its commit then. Says nothing where nothing changed."""
    if files := await changed(tree.folder):
        await _stage(tree, files)
        if await _is_staged(tree):
            await git(tree.folder, "commit", "--no-verify", "--quiet", "--message", message)
    return await head_of(tree)


async def concluded(tree: Tree, message: str) -> str:
    """As `save`; a merge that was begun is ended with what lies there, also where that is one side as it was."""
    if await _holds(tree, "MERGE_HEAD"):
        await _stage(tree, await changed(tree.folder))
        await git(tree.folder, "commit", "--no-verify", "--quiet", "--message", message)
    return await save(tree, message)


async def _stage(tree: Tree, files: Iterable[str]) -> None:
    """As `git add --all`, which would also ask other repositories within the tree whether they changed.

    Of a repository within the tree that has no commit nothing can be kept. Names below what is a link by now are taken
    out first: git would not look beyond it.
    """
    paths = [name.rstrip("/") for name in files]
    beyond = [name for name in paths if _is_beyond_a_link(tree.folder, name)]
    known = set(beyond)
    held = [name for name in paths if name not in known and not _is_empty_repository(tree.folder / name)]
    for names, how in ((beyond, ("--force-remove",)), (held, ("--add", "--remove", "--replace"))):
        if names:
            given = b"".join(os.fsencode(name) + b"\0" for name in names)
            await git(tree.folder, "update-index", *how, "-z", "--stdin", given=given)


async def _is_staged(tree: Tree) -> bool:
    """Whether a commit would hold anything new."""
    try:
        await git(tree.folder, "diff-index", "--cached", "--quiet", "--ignore-submodules=dirty", "HEAD")
    except GitFailed as error:
        if error.code == 1:
            return True
        raise
    return False


def _is_beyond_a_link(folder: Path, name: str) -> bool:
    return any((folder / parent).is_symlink() for parent in Path(name).parents[:-1])


def _is_empty_repository(folder: Path) -> bool:
    """Whether git would refuse to hold it."""
    return (folder / ".git").is_dir() and not any((folder / ".git/refs/heads").rglob("*"))


async def stand_at(tree: Tree, commit: str) -> None:
    """The tree and its branch at a commit. What it held is committed and kept before; what git ignores stays."""
    await git(tree.folder, "checkout", "--quiet", "--force", "--no-track", "-B", tree.branch, commit)


async def begin_merge(tree: Tree, other: str) -> list[str]:
    """Merge a commit into the tree; the files in conflict, which then hold both sides for somebody to end it.

    Raises GitFailed when it cannot begin.
    """
    try:
        await git(tree.folder, "merge", "--no-edit", "--no-verify", other)
    except GitFailed:
        if not await _holds(tree, "MERGE_HEAD"):
            raise
    files = await git(tree.folder, "diff", "--name-only", "-z", "--diff-filter=U", "--ignore-submodules=dirty")
    return [shown(name) for name in files.split("\0") if name]


async def meeting(tree: Tree, one: str, other: str) -> str:
    """The last commit that two have in common: what is own in one of them begins there."""
    return (await git(tree.folder, "merge-base", one, other)).strip()


async def is_before(tree: Tree, one: str, other: str) -> bool:
    """Whether a commit is contained in another."""
    try:
        await git(tree.folder, "merge-base", "--is-ancestor", one, other)
    except GitFailed as error:
        if error.code == 1:
            return False
        raise
    return True


def unresolved(tree: Tree, files: Iterable[str]) -> list[str]:
    """The files that still hold both sides of a conflict."""
    return [name for name in files if _both_sides(tree.folder / named(name))]


def _both_sides(file: Path) -> bool:
    if not file.is_file() or file.is_symlink():
        return False
    lines = file.read_bytes().splitlines()
    return any(line.startswith(BEGINS) for line in lines) and any(line.startswith(ENDS) for line in lines)


async def clear_locks(tree: Tree) -> None:
    """Take away the locks that a git left which was killed; nobody works in the tree now."""
    for name in ("index.lock", "HEAD.lock"):
        (await _own(tree, name)).unlink(missing_ok=True)


async def end_rebase(tree: Tree) -> None:
    """A rebase, cherry-pick or revert that is half done is undone; what lay there was committed before."""
    for state, verb in (("rebase-merge", "rebase"), ("rebase-apply", "rebase")):
        if await _holds(tree, state):
            await git(tree.folder, verb, "--abort")
    for state, verb in (("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert")):
        if await _holds(tree, state):
            await git(tree.folder, verb, "--quit")


async def _holds(tree: Tree, name: str) -> bool:
    return (await _own(tree, name)).exists()


async def _own(tree: Tree, name: str) -> Path:
    """A file that git keeps for this tree alone."""
    return tree.folder / (await git(tree.folder, "rev-parse", "--git-path", name)).strip()
