"""The user's repository: looked at before anything is begun, and changed only by `approve`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from kasen.errors import InputError
from kasen.teams.code.git.names import shown
from kasen.teams.code.git.running import GitFailed, git


@dataclass(frozen=True, kw_only=True)
class Repository:
    """As it stood when the run began."""

    root: Path
    common: Path
    """Its `.git`, shared by all work trees."""
    head: str
    """Commit that the work starts from."""
    branch: str
    """Empty where none is checked out."""
    dirty: tuple[str, ...]
    """Files that differ from `head`; the agents do not see those differences."""


async def look_at(folder: Path) -> Repository:
    """The repository that holds a folder. Raises InputError with the next step."""
    if not await asyncio.to_thread(folder.is_dir):
        raise InputError(f"there is no folder `{folder}`", hint="Check its path.")
    try:
        root = Path((await git(folder, "rev-parse", "--show-toplevel")).strip())
    except GitFailed:
        raise InputError(f"`{folder}` is no git repository", hint=f"Run: git -C {folder} init") from None
    try:
        head = (await git(root, "rev-parse", "--verify", "HEAD^{commit}")).strip()
    except GitFailed:
        raise InputError(
            f"`{root}` has no commit yet", hint="Commit something first: agents start from a commit."
        ) from None
    common = (root / (await git(root, "rev-parse", "--git-common-dir")).strip()).resolve()
    branch = (await git(root, "branch", "--show-current")).strip()
    if under_way := next((name for name in UNDER_WAY if (common / name).exists()), None):
        raise InputError(f"`{root}` is in the middle of a {UNDER_WAY[under_way]}", hint="End or abort it first.")
    return Repository(root=root, common=common, head=head, branch=branch, dirty=tuple(map(shown, await changed(root))))


UNDER_WAY = {
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "BISECT_LOG": "bisect",
}
"""What git leaves in its folder while it waits for somebody."""


STATUS = ("status", "--porcelain=v1", "-z", "--ignore-submodules=dirty")
"""Said here, as `.gitmodules` may say otherwise: git would run programs that a repository within this one names."""


async def changed(folder: Path) -> list[str]:
    """Files of a work tree that differ from its commit, those that git does not know yet included."""
    listed = await git(folder, *STATUS, "--untracked-files=all", "--no-renames")
    return [entry[3:] for entry in listed.split("\0") if entry]
