"""Taking a run's branch over into the user's own: the only place where that branch and the work tree change."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kasen.errors import InputError
from kasen.teams.code.git.repository import STATUS, Repository, look_at
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.taking.wording import in_words, refused


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
    lang: str = "en"


async def offered(folder: Path, branch: str, passed: str, lang: str = "en") -> Offer:
    """What taking that branch over would do; nothing is changed. Raises InputError with the next step.

    `passed`: the commit that the run wrote down (`taking.standing.passed`): the branch has to be there. Empty where it
    wrote none down, as runs of older versions did: then nobody knows what passed, and nothing is offered.
    """
    repository = await look_at(folder)
    root = repository.root
    try:
        head = (await git(root, "rev-parse", "--verify", f"refs/heads/{branch}^{{commit}}")).strip()
    except GitFailed:
        raise refused(lang, "gone", root=root, branch=branch) from None
    if not passed:
        raise await _unknown(repository, branch, head, lang)
    if head != passed:
        raise refused(lang, "moved", branch=branch, head=head[:12], passed=passed[:12], commit=passed)
    if not repository.branch:
        raise refused(lang, "detached", root=root)
    if repository.branch == branch:
        raise refused(lang, "itself", branch=branch)
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
        lang=lang,
    )


async def _unknown(repository: Repository, branch: str, head: str, lang: str) -> InputError:
    """Nothing was written down: either nothing passed, or it passed before Kasen wrote such things down."""
    into, run = repository.branch or "HEAD", branch.rpartition("/")[2]
    if await _leads_to(repository.root, head, repository.head):
        return refused(lang, "nothing_passed", branch=branch, into=into, run=run)
    return refused(lang, "unknown", branch=branch, head=head[:12], into=into)


async def take(offer: Offer, message: str) -> str:
    """Bring it in; the commit that the user's branch is at then. What cannot be brought in whole changes nothing.

    Raises:
        InputError: changes that are not committed, files that git would write over, or the same lines changed by both;
            the branch and the work tree are as they were.
    """
    before = await look_at(offer.root)
    if before.branch != offer.into:
        why = "other" if before.branch else "no_branch_now"
        raise refused(offer.lang, why, now=before.branch, into=offer.into)
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
        raise refused(offer.lang, "dirty", root=offer.root, names=in_words(offer.lang, dirty))
    there = [name for name in offer.files if (offer.root / name).exists() or (offer.root / name).is_symlink()]
    known = set((await git(offer.root, "ls-files", "-z")).split("\0"))
    lost = [name for name in there if name not in known]
    if lost:
        raise refused(offer.lang, "over", names=in_words(offer.lang, lost))


async def _undone(offer: Offer, error: GitFailed) -> InputError:
    """The work tree as it was, and what to do."""
    listed = await git(offer.root, "diff", "--name-only", "-z", "--diff-filter=U", "--ignore-submodules=dirty")
    files = [name for name in listed.split("\0") if name]
    with suppress(GitFailed):  # it stopped before it began
        await git(offer.root, "merge", "--abort")
    facts = {"branch": offer.branch, "into": offer.into}
    if files:
        return refused(offer.lang, "both", **facts, names=in_words(offer.lang, files))
    return refused(offer.lang, "unmerged", **facts, said=error)


async def _leads_to(root: Path, older: str, newer: str) -> bool:
    try:
        await git(root, "merge-base", "--is-ancestor", older, newer)
    except GitFailed as error:
        if error.code != 1:
            raise
        return False
    return True
