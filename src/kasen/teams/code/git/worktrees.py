"""A work tree and a branch for each agent that writes. Nothing of them is ever deleted while it holds work."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

from kasen.teams.code.git.blame import TRAILER
from kasen.teams.code.git.names import shown
from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.git.standing import Tree, clear_locks, concluded, end_rebase, head_of, is_before, save


class Worktrees:
    """Those of one run: `kasen/RUN` is where work is brought together, `kasen-work/RUN/AGENT` where it is done."""

    def __init__(
        self,
        repository: Repository,
        run_id: str,
        folder: Path,
        *,
        passed: Passed | None = None,
        moved: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """`passed`: what the run noted of the branch where work comes together; without it the branch is believed.

        `moved` is told the commit to which somebody else had moved that branch, after it was put back.
        """
        self._repository = repository
        self._passed, self._moved = passed, moved
        self._run = run_id
        self._folder = folder
        self._is_unlocked = False
        self._lock = asyncio.Lock()
        """git locks its files for each of several adds at once, and those that wait fail."""

    @property
    def branch(self) -> str:
        """Where all work comes together."""
        return f"kasen/{self._run}"

    async def together(self) -> Tree:
        """A tree on no branch, for trying what would come together: the branch itself moves only by `accept`."""
        folder = self._folder / "together"
        async with self._lock:
            head = await self._begin()
            if not await self._stands(folder, ""):
                await self._add(folder, "--detach", start=head)
            elif not self._is_unlocked:  # the orchestrator alone works there: these are of one that was killed
                await clear_locks(Tree(folder, ""))
            self._is_unlocked = True
        return Tree(folder, "")

    async def of(self, agent: str) -> Tree:
        """The tree of an agent, which starts from what has come together so far."""
        folder, branch = self._folder / "agents" / agent, f"kasen-work/{self._run}/{agent}"
        async with self._lock:
            head = await self._begin()
            if not await self._stands(folder, branch):
                known = await self._has(branch)
                new = () if known else ("--no-track", "-b", branch)
                await self._add(folder, *new, start=branch if known else head)
        return Tree(folder, branch)

    async def taken_back(self, agent: str, title: str = "Work that was not committed") -> Tree:
        """The tree of an agent whose turn is over, on its branch with all that it holds committed and kept.

        Agents that read git leave branches of their own, heads that are on none, and rebases that are half done: the
        branch then goes where their last commit is. Locks that a killed git left are taken away.
        """
        folder, branch = self._folder / "agents" / agent, f"kasen-work/{self._run}/{agent}"
        if await self.is_ours(folder):
            tree = Tree(folder, branch)
            await clear_locks(tree)
            await self.keep(await concluded(tree, f"{title}\n\n{TRAILER}: {agent}"))
            await end_rebase(tree)
            if not await self._stands(folder, branch) and await self._has(branch):
                await self._bring_back(tree)
        return await self.of(agent)

    async def keep(self, commit: str) -> None:
        """Nothing takes that commit away any more, whatever becomes of the branches."""
        await git(self._repository.root, "update-ref", "--no-deref", f"refs/kasen/{self._run}/{commit}", commit)

    async def is_ours(self, folder: Path) -> bool:
        """Whether that is a work tree of the repository, on whatever branch: not one that only says so."""
        return await is_tree_of(self._repository.common, folder)

    async def _bring_back(self, tree: Tree) -> None:
        """Onto its branch: where the agent went on elsewhere the branch follows, where it only looked it stays."""
        tip, head = (await git(tree.folder, "rev-parse", tree.branch)).strip(), await head_of(tree)
        await self.keep(tip)
        if await is_before(tree, head, tip):
            await git(tree.folder, "checkout", "--quiet", "--force", tree.branch)
        else:
            await git(tree.folder, "checkout", "--quiet", "--force", "-B", tree.branch)

    async def accepted(self) -> str:
        """The commit of the branch where all work comes together."""
        async with self._lock:
            return await self._begin()

    async def accept(self, new: str, old: str) -> None:
        """Move that branch from a commit to a later one. Raises GitFailed when it is not there any more."""
        await self.keep(new)
        if self._passed is not None:
            self._passed.coming(new)
        await self._move(new, old)
        if self._passed is not None:
            self._passed.came(new)

    async def _begin(self) -> str:
        """Where the branch is, which is where the run noted it to be; whatever else it led to is kept."""
        stands, leads = await self._tip()
        if self._passed is None or not self._passed.head:
            head = stands or self._repository.head
        else:
            head = self._passed.next if stands and stands == self._passed.next else self._passed.head
        if stands != head or leads:
            if stands and stands != head:
                await self.keep(stands)
                if self._moved is not None:
                    await self._moved(stands)
            await self._move(head)
        if self._passed is not None and (self._passed.head, self._passed.next) != (head, ""):
            self._passed.came(head)
        return head

    async def _tip(self) -> tuple[str, str]:
        """The commit of that branch, and the other ref that it leads to, which it never should."""
        ref = f"refs/heads/{self.branch}"
        said = await git(self._repository.root, "for-each-ref", "--format=%(objectname) %(symref)", ref)
        commit, _, leads = said.strip().partition(" ")
        return commit, leads.strip()

    async def _move(self, new: str, *old: str) -> None:
        await git(self._repository.root, "update-ref", "--no-deref", f"refs/heads/{self.branch}", new, *old)

    async def _has(self, branch: str) -> bool:
        return bool((await git(self._repository.root, "branch", "--list", branch)).strip())

    async def _stands(self, folder: Path, branch: str) -> bool:
        """Whether the tree is there and on its branch; git looks upwards, so an empty folder would find another's."""
        return await self.is_ours(folder) and (await git(folder, "branch", "--show-current")).strip() == branch

    async def _add(self, folder: Path, *how: str, start: str) -> None:
        root = self._repository.root
        await git(root, "worktree", "prune")
        if folder.exists():  # left by something that broke; kept, for it may hold work
            shutil.move(folder, _aside(folder))
            await git(root, "worktree", "prune")
        folder.parent.mkdir(parents=True, exist_ok=True)
        await git(root, "worktree", "add", "--force", *how, str(folder), start)

    async def refreshed(self, tree: Tree) -> str:
        """Bring what has come together into an agent's tree, before it begins a task; its commit then.

        What the tree holds that is not committed is committed first: nothing that was written is lost.
        Raises GitFailed when both changed the same lines; the tree is then as it was.
        """
        await save(tree, "Work that was not committed")
        try:
            together = await self.accepted()
            await git(tree.folder, "merge", "--no-verify", "-m", f"Merge branch '{self.branch}'", together)
        except GitFailed:
            await _undo_merge(tree)
            raise
        return await head_of(tree)


async def is_tree_of(common: Path, folder: Path) -> bool:
    """Whether a folder is a work tree of the repository whose folder is `common`: agents can write its `.git` file.

    Of another repository nothing is read before that is known.
    """
    if not (folder / ".git").is_file() or (folder / ".git").is_symlink():
        return False
    try:
        said = await git(folder, "rev-parse", "--path-format=absolute", "--git-common-dir", "--git-dir")
        its, own = (Path(line).resolve() for line in said.splitlines())
        if its != common or own.parent != common / "worktrees":
            return False
        await git(folder, "rev-parse", "--verify", "HEAD^{commit}")
    except GitFailed:
        return False
    return True


async def files_between(tree: Tree, base: str, head: str) -> list[str]:
    """Files in which two commits differ, as they are `shown`; a renamed one counts under both names."""
    listed = await git(tree.folder, "diff", "--name-only", "-z", "--no-renames", base, head)
    return [shown(name) for name in listed.split("\0") if name]


async def _undo_merge(tree: Tree) -> None:
    try:
        await git(tree.folder, "merge", "--abort")
    except GitFailed:  # it stopped before it began
        await git(tree.folder, "reset", "--hard", "--quiet", "HEAD")


def _aside(folder: Path) -> Path:
    number = 1
    while (other := folder.with_name(f"{folder.name}.left-{number}")).exists():
        number += 1
    return other
