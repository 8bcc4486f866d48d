"""Taking a run's branch over into the user's own: the only place where that branch and the work tree change."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kasen.errors import InputError
from kasen.teams.code.git.repository import STATUS, look_at
from kasen.teams.code.git.running import GitFailed, git

SHOWN = 8
"""Names of files that a sentence holds."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What would come, and where it would go."""

    root: Path
    branch: str
    """Of the run: `kasen/RUN`."""
    into: str
    """The user's, as it is checked out."""
    head: str
    """Commit that passed, where the run's branch is."""
    commits: tuple[str, ...]
    """Subjects of the commits that the user's branch lacks, newest first."""
    files: tuple[str, ...]
    """Those that would change."""
    how: Literal["nothing", "forward", "merge"]
    """`nothing` is left to take; the branch only moves on; or a merge commit is needed."""


async def offered(folder: Path, branch: str, passed: str) -> Offer:
    """What taking that branch over would do; nothing is changed. Raises InputError with the next step.

    `passed`: the commit that the run wrote down (`taking.standing.passed`): the branch has to be there.
    """
    repository = await look_at(folder)
    root = repository.root
    try:
        head = (await git(root, "rev-parse", "--verify", f"refs/heads/{branch}^{{commit}}")).strip()
    except GitFailed:
        raise InputError(
            f"`{root}` has no branch `{branch}`", hint="The run has made nothing, or it was discarded."
        ) from None
    if head != passed:
        raise InputError(
            f"`{branch}` is at {head[:12]}, and what passed is {passed[:12] or 'nothing'}: somebody else moved it",
            hint=f"Nothing was taken. To take what passed: git branch --force {branch} {passed}" if passed else "",
        )
    if not repository.branch:
        raise InputError(f"no branch is checked out in `{root}`", hint="Check the branch out that is to have the work.")
    if repository.branch == branch:
        raise InputError(f"`{branch}` itself is checked out", hint="Check the branch out that is to have the work.")
    listed = await git(root, "log", "--first-parent", "--format=%s", f"{repository.head}..{head}")
    names = await git(root, "diff", "--name-only", "-z", "--no-renames", f"{repository.head}...{head}")
    return Offer(
        root=root,
        branch=branch,
        into=repository.branch,
        head=head,
        commits=tuple(listed.splitlines()),
        files=tuple(name for name in names.split("\0") if name),
        how="nothing" if not listed else "forward" if await _leads_to(root, repository.head, head) else "merge",
    )


async def take(offer: Offer, message: str) -> str:
    """Bring it in; the commit that the user's branch is at then. What cannot be brought in whole changes nothing.

    Raises:
        InputError: changes that are not committed, files that git would write over, or the same lines changed by both;
            the branch and the work tree are as they were.
    """
    before = await look_at(offer.root)
    if before.branch != offer.into:
        raise InputError(f"`{before.branch or 'no branch'}` is checked out now, not `{offer.into}`: nothing was taken")
    await _check_clean(offer)
    if offer.how == "nothing":
        return before.head
    how = ("--ff-only",) if offer.how == "forward" else ("--no-ff", "-m", message)
    try:
        await git(offer.root, "merge", "--quiet", "--no-verify", *how, offer.head)
    except GitFailed as error:
        raise await _undone(offer, error) from error
    return (await git(offer.root, "rev-parse", "HEAD")).strip()


async def _check_clean(offer: Offer) -> None:
    """Git keeps what it does not know, but writes over what it was told to ignore: such files are looked for here."""
    listed = await git(offer.root, *STATUS, "--untracked-files=no", "--no-renames")
    dirty = [entry[3:] for entry in listed.split("\0") if entry]
    if dirty:
        raise InputError(
            f"`{offer.root}` has changes that are not committed: {in_words(dirty)}",
            hint="Commit or stash them, then say it again. Nothing was taken.",
        )
    there = [name for name in offer.files if (offer.root / name).exists() or (offer.root / name).is_symlink()]
    known = set((await git(offer.root, "ls-files", "-z")).split("\0"))
    lost = [name for name in there if name not in known]
    if lost:
        raise InputError(
            f"files of yours that git does not hold would be written over: {in_words(lost)}",
            hint="Move them away, then say it again. Nothing was taken.",
        )


async def _undone(offer: Offer, error: GitFailed) -> InputError:
    """The work tree as it was, and what to do."""
    listed = await git(offer.root, "diff", "--name-only", "-z", "--diff-filter=U", "--ignore-submodules=dirty")
    files = [name for name in listed.split("\0") if name]
    with suppress(GitFailed):  # it stopped before it began
        await git(offer.root, "merge", "--abort")
    said = f"both changed the same lines of {in_words(files)}" if files else str(error)
    return InputError(
        f"`{offer.branch}` cannot be merged into `{offer.into}` by itself: {said}",
        hint=f"Nothing was taken. By hand: git merge {offer.branch}",
    )


async def _leads_to(root: Path, older: str, newer: str) -> bool:
    try:
        await git(root, "merge-base", "--is-ancestor", older, newer)
    except GitFailed as error:
        if error.code != 1:
            raise
        return False
    return True


def in_words(files: list[str]) -> str:
    """Some names, and how many more there are."""
    more = f" and {len(files) - SHOWN} more" if len(files) > SHOWN else ""
    return ", ".join(f"`{name}`" for name in files[:SHOWN]) + more
