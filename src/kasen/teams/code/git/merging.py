"""The merge queue: work is tried together; what breaks the others is found by halving, and only that is sent back."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from kasen.settings.environment import named_environment
from kasen.settings.redact import NO_SECRETS, Redactor
from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.git.blame import TRAILER
from kasen.teams.code.git.names import shown
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.git.standing import Tree, head_of
from kasen.teams.code.git.worktrees import Worktrees, files_between
from kasen.teams.code.processes.marked import end_marked
from kasen.teams.code.processes.tree import process
from kasen.teams.code.reservations import strays
from kasen.tools.ulid import new_ulid

MARK = "KASEN_GATE"
"""Variable that all processes of a gate's command carry; each run of one has a value of its own."""
_LOOK_S = 0.02
LONGEST = 20_000
"""Characters of a command's output that are kept, the last ones."""
_RULER = re.compile(r"^[ \t]*([=_*~-])\1{3,}[ \t]*(?:\n|\Z)", re.MULTILINE)
"""A line that only parts others: a finding runs on, and there it would part words."""


@dataclass(frozen=True, kw_only=True)
class Work:
    """What a task has made."""

    task_id: str
    title: str
    base: str
    head: str
    files: tuple[str, ...]
    """Globs that it may change."""
    agent: str = ""
    """Who did it: commits without a name of their own are known by the merge that brought them."""


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What became of it."""

    task_id: str
    outcome: Literal["merged", "strayed", "conflict", "failed", "red"]
    """`strayed`: it changed files that are not its own; `conflict`: others changed the same lines; `failed`: a command
    ends badly with it and well without it; `red`: that command ends badly without it too."""
    files: tuple[str, ...] = ()
    """Those that it strayed to, or that are in conflict."""
    said: str = ""
    """The end of what the command printed."""
    command: str = ""
    """Which one it was."""


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    name: str
    ok: bool
    said: str


@dataclass
class Merging:
    """One run's queue; one batch at a time."""

    trees: Worktrees
    commands: Sequence[GateCommand]
    redact: Redactor = NO_SECRETS
    """Takes secrets out of what commands print, before anything is done with it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def merge(
        self, batch: Sequence[Work], *, without: Collection[str] = (), mended: Collection[str] = ()
    ) -> list[Sent]:
        """Merge what can be merged, in the order given, and move the branch; what became of each.

        `without`: names of commands that are not run. `mended`: those that may end badly without the work, as it is
        the work that has to change that; of the others nothing is told to be the fault of the work then.
        """
        async with self.lock:
            commands = [one for one in self.commands if one.name not in without]
            tree = await self.trees.together()
            strayed = {work.task_id: await self._strayed(tree, work) for work in batch}
            sent = [Sent(task_id=name, outcome="strayed", files=files) for name, files in strayed.items() if files]
            sound = [work for work in batch if not strayed[work.task_id]]
            return [*sent, *await self._halves(tree, sound, commands, mended)]

    async def check(self, commands: Sequence[GateCommand]) -> tuple[str, list[Ran]]:
        """Run commands on what has come together, all of them; the commit and how they ended."""
        async with self.lock:
            tree, head = await self.trees.together(), await self.trees.accepted()
            await _clean(tree, head)
            return head, [await run_command(command, tree.folder, self.redact) for command in commands]

    async def _strayed(self, tree: Tree, work: Work) -> tuple[str, ...]:
        return tuple(strays(work.files, await files_between(tree, work.base, work.head)))

    async def _halves(
        self, tree: Tree, batch: Sequence[Work], commands: Sequence[GateCommand], mended: Collection[str] | None
    ) -> list[Sent]:
        """All at once; when that fails each half by itself, the second upon what was taken of the first.

        `mended`: None where it is known that the commands end well without the work.
        """
        start = await self.trees.accepted()
        await _clean(tree, start)
        merged, sent = [], []
        for work in batch:
            conflict = await _merge_one(tree, work)
            if conflict is None:
                merged.append(work)
            else:
                sent.append(Sent(task_id=work.task_id, outcome="conflict", files=conflict))
        if not merged:
            return sent
        together = await head_of(tree)  # before the commands: what one of them commits was reviewed by nobody
        broken = await self._broken(tree, commands)
        if broken is None:
            await self.trees.accept(together, start)
            return [*sent, *(Sent(task_id=work.task_id, outcome="merged") for work in merged)]
        if mended is not None and broken.name not in mended:
            await _clean(tree, start)
            bare = await self._broken(tree, [one for one in commands if one.name == broken.name])
            if bare is not None:
                return [*sent, *(_failed(work, bare, "red") for work in merged)]
            mended = None
        if len(merged) == 1:
            return [*sent, _failed(merged[0], broken, "failed")]
        middle = len(merged) // 2
        for half in (merged[:middle], merged[middle:]):
            sent += await self._halves(tree, half, commands, mended)
        return sent

    async def _broken(self, tree: Tree, commands: Sequence[GateCommand]) -> Ran | None:
        for command in commands:
            ran = await run_command(command, tree.folder, self.redact)
            if not ran.ok:
                return ran
        return None


def _failed(work: Work, ran: Ran, outcome: Literal["failed", "red"]) -> Sent:
    return Sent(task_id=work.task_id, outcome=outcome, said=f"{ran.name}: {ran.said}", command=ran.name)


async def run_command(command: GateCommand, folder: Path, redact: Redactor = NO_SECRETS) -> Ran:
    """Run a gate's command in a folder; all that it began is ended with it, and after its time."""
    mark = new_ulid()
    child = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", command.run),
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
        env=named_environment(command.env) | {MARK: mark},
    )
    root = process(child.pid)
    tail = asyncio.create_task(_tail(child, redact))  # what it leaves in the background may hold its output open
    try:
        async with asyncio.timeout(command.seconds):
            code = await _code_of(child)
    except TimeoutError:
        return Ran(command.name, False, f"it does not end within {command.seconds:g} s")
    finally:
        await asyncio.shield(end_marked(MARK, mark, roots=[root] if root is not None else [], grace_s=0.2))
        await child.wait()
        said = await tail
    return Ran(command.name, code == 0, said if code >= 0 else f"{said}\nended by {signal.Signals(-code).name}")


async def _code_of(child: asyncio.subprocess.Process) -> int:
    """Its exit code as soon as it has one: `wait` comes back only when its output is closed as well."""
    while child.returncode is None:  # noqa: ASYNC110 - nobody sets an event for it
        await asyncio.sleep(_LOOK_S)
    return child.returncode


async def _tail(child: asyncio.subprocess.Process, redact: Redactor) -> str:
    """The end of what it prints, without secrets; the rest is read and forgotten, however much it is.

    More is read than is kept: a secret that is cut in two at the beginning of it would not be found.
    """
    assert child.stdout is not None
    kept = b""
    while data := await child.stdout.read(1 << 16):
        kept = (kept + data)[-4 * LONGEST :]
    told = _RULER.sub("", redact(kept.decode("utf-8", "replace")))
    return told[-LONGEST:].strip()


async def _clean(tree: Tree, start: str) -> None:
    """The tree as that commit; what git ignores stays, such as installed packages."""
    await git(tree.folder, "checkout", "--quiet", "--force", "--detach", start)
    await git(tree.folder, "clean", "--quiet", "-fd")


async def _merge_one(tree: Tree, work: Work) -> tuple[str, ...] | None:
    """None when it is merged, else the files in conflict; the tree is then as before. Raises GitFailed."""
    message = f"{work.task_id}: {work.title}" + (f"\n\n{TRAILER}: {work.agent}" if work.agent else "")
    try:
        await git(tree.folder, "merge", "--no-ff", "--no-verify", "-m", message, work.head)
    except GitFailed:
        listed = await git(tree.folder, "diff", "--name-only", "-z", "--diff-filter=U", "--ignore-submodules=dirty")
        await _clean(tree, await head_of(tree))
        if files := tuple(shown(name) for name in listed.split("\0") if name):
            return files
        raise  # git itself failed; to have somebody resolve it would change nothing
    return None
