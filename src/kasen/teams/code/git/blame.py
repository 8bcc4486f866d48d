"""Whose change it was: blame of the commits that the run itself made."""

from __future__ import annotations

from pathlib import Path

from kasen.teams.code.git.names import named
from kasen.teams.code.git.running import GitFailed, git

TRAILER = "Kasen-Agent"
"""Trailer of the commits of a run, and of the merges that bring what agents committed themselves: their id."""


async def author_of(folder: Path, file: str, line: int | None, *, since: str, head: str) -> str:
    """The agent whose commit after `since` last changed that line, or the file; empty when none of the run did.

    Lines count from 1. A file or line that does not exist was changed by nobody.
    """
    file = named(file)
    try:
        commit = await _of_line(folder, file, line, since, head) if line else ""
        if not commit:
            commit = (
                await git(folder, "log", "-1", "--format=%H", f"{since}..{head}", "--", f":(literal){file}")
            ).strip()
        if not commit:
            return ""
        return await _named(folder, "-1", commit) or await _named(
            folder, "--first-parent", "--ancestry-path", "--reverse", f"{commit}..{head}"
        )
    except GitFailed:
        return ""


async def _named(folder: Path, *commits: str) -> str:
    """The agent that the first of those commits names; of merges that is the one that brought the change."""
    told = await git(folder, "log", f"--format=%(trailers:key={TRAILER},valueonly,separator=%x2C)%x00", *commits)
    return told.split("\0", 1)[0].strip().rpartition(",")[2]


async def _of_line(folder: Path, file: str, line: int, since: str, head: str) -> str:
    try:
        told = await git(folder, "blame", "--porcelain", f"-L{line},{line}", f"{since}..{head}", "--", file)
    except GitFailed:  # no such line, or no such file
        return ""
    first, boundary = told.split(" ", 1)[0], "\nboundary\n" in told
    return "" if boundary else first
