"""git as a program: never asks, never fetches, runs no hook of the repository when the orchestrator calls it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Protocol

from kasen.errors import ConfigurationError, KasenError
from kasen.settings.environment import plain_environment

_QUIET = (
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotePath=false"),
    *("-c", "gc.auto=0"),
    *("-c", "commit.gpgSign=false"),
    *("-c", "advice.detachedHead=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "merge.verifySignatures=false"),
    *("-c", "submodule.recurse=false"),
    *("-c", "diff.ignoreSubmodules=dirty"),
    *("-c", "safe.bareRepository=explicit"),
)
"""Whatever the configuration says. A folder that looks like a repository without being one is none, and what lies in
other repositories below this one is not looked at: git would run what their configuration names."""
_ENV = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_EDITOR": "true",
    "LC_ALL": "C.UTF-8",
}
_SECONDS = 300.0
_GRACE_S = 5.0
_LOOK_S = 0.02
_WHO = {
    f"GIT_{role}_{part}": value
    for role in ("AUTHOR", "COMMITTER")
    for part, value in (("NAME", "Kasen"), ("EMAIL", "kasen@localhost"))
}


class Guarding(Protocol):
    """What looks at a repository before git does: `guarding.Guard`."""

    async def check(self) -> None: ...
    async def over(self, folder: Path) -> Sequence[str]:
        """Options that go before the command, for a git that is called in that folder."""
        ...


GUARD: ContextVar[Guarding | None] = ContextVar("guard", default=None)
"""Of the repository of the run that is worked at."""


class GitFailed(KasenError):
    """git refused; `code` is its exit code."""

    def __init__(self, command: str, code: int, said: str) -> None:
        super().__init__(f"git {command}: {said.splitlines()[-1] if said else f'it ended with {code}'}")
        self.code = code
        self.said = said


async def git(folder: Path, *arguments: str, given: bytes = b"") -> str:
    """What git prints. Raises GitFailed, ConfigurationError where there is no git, what the guard raises."""
    if (guard := GUARD.get()) is not None:
        await guard.check()
        return await plain_git(folder, *arguments, given=given, over=await guard.over(folder))
    return await plain_git(folder, *arguments, given=given)


async def plain_git(folder: Path, *arguments: str, given: bytes = b"", over: Sequence[str] = ()) -> str:
    """As `git`, without a look before: for what only reads or mends the configuration. Raises as it does."""
    env = plain_environment() | _ENV | _WHO
    try:
        child = await asyncio.create_subprocess_exec(
            "git",
            *over,
            *_QUIET,
            *arguments,
            cwd=folder,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=env,
        )
    except FileNotFoundError:
        if not folder.is_dir():
            raise GitFailed(arguments[0], 128, f"`{folder}` does not exist") from None
        raise ConfigurationError("git is not installed", hint="On Debian: apt-get install git") from None
    try:
        async with asyncio.timeout(_SECONDS):
            out, err = await child.communicate(given)
    except TimeoutError:
        raise GitFailed(arguments[0], 124, f"it does not end within {_SECONDS:.0f} s") from None
    finally:
        if child.returncode is None:
            await _ended(child)
    if child.returncode != 0:
        raise GitFailed(arguments[0], child.returncode or 0, (err or out).decode("utf-8", "replace").strip())
    return out.decode("utf-8", "surrogateescape")


async def _ended(child: asyncio.subprocess.Process) -> None:
    """Asked first: git then takes its locks away, which would stop everything that comes after.

    What it has begun may hold its pipes, and `wait` waits for their last end: they are closed here.
    """
    child.terminate()
    for _ in range(round(_GRACE_S / _LOOK_S)):
        if child.returncode is not None:
            break
        await asyncio.sleep(_LOOK_S)
    child._transport.close()  # type: ignore[attr-defined]
    await child.wait()
