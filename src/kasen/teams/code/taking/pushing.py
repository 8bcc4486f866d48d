"""Sending a branch where the user's others are, and asking there that it be merged: with the user's own programs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from kasen.errors import ConfigurationError, InputError
from kasen.settings.environment import named_environment
from kasen.teams.code.git.running import GitFailed, git

SEEN = (
    *("GH_TOKEN", "GITHUB_TOKEN", "GH_HOST", "GH_CONFIG_DIR", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"),
    *("SSH_AUTH_SOCK", "SSH_AGENT_PID", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "SSH_ASKPASS"),
    *("XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "GNUPGHOME"),
    *("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy"),
)
"""What git and gh need to prove who the user is; nothing else of the environment."""
SECONDS = 300.0


class PushFailed(InputError):
    """The other side, or the program, refused; what is here is as it was."""


async def push(root: Path, branch: str, commit: str = "") -> str:
    """Push a branch to where the repository sends, as that commit where one is given; the name of the remote.

    Raises InputError where there is none, PushFailed when it refuses.
    """
    remote = await _remote(root, branch)
    await _run(root, "git", "push", "--porcelain", remote, f"{commit or f'refs/heads/{branch}'}:refs/heads/{branch}")
    return remote


async def ask_to_merge(root: Path, branch: str, into: str, *, title: str, text: str) -> str:
    """Open a pull request by `gh`; what it prints, which is its address.

    Raises ConfigurationError where there is no gh, PushFailed when it refuses.
    """
    about = ("--title", title, "--body-file", "-")
    return await _run(root, "gh", "pr", "create", "--head", branch, "--base", into, *about, given=text.encode())


async def check_program(root: Path) -> None:
    """Raises ConfigurationError where there is no gh: asked before anything is pushed."""
    await _run(root, "gh", "--version")


async def _remote(root: Path, branch: str) -> str:
    for key in (f"branch.{branch}.pushRemote", "remote.pushDefault", f"branch.{branch}.remote"):
        try:
            return (await git(root, "config", "--get", key)).strip()
        except GitFailed:
            continue
    known = (await git(root, "remote")).split()
    if not known:
        raise InputError(f"`{root}` knows no remote to push to", hint="Add one: git remote add origin ADDRESS")
    return "origin" if "origin" in known else known[0]


async def _run(root: Path, *command: str, given: bytes = b"") -> str:
    """What a program prints. It cannot ask: nobody is there to answer it."""
    env = named_environment(SEEN) | {"GIT_TERMINAL_PROMPT": "0", "GH_PROMPT_DISABLED": "1"}
    try:
        child = await asyncio.create_subprocess_exec(
            *command,
            cwd=root,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=env,
        )
    except FileNotFoundError:
        raise ConfigurationError(f"{command[0]} is not installed", hint=_HOW.get(command[0], "")) from None
    try:
        async with asyncio.timeout(SECONDS):
            out, err = await child.communicate(given)
    except TimeoutError:
        raise PushFailed(f"{_named(command)} does not end within {SECONDS:.0f} s") from None
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode != 0:
        said = (err or out).decode("utf-8", "replace").strip().splitlines()
        raise PushFailed(f"{_named(command)}: {said[-1] if said else f'it ended with {child.returncode}'}")
    return out.decode("utf-8", "replace").strip()


_HOW = {
    "gh": "Install GitHub's command line (https://cli.github.com), or open the pull request by hand.",
    "git": "On Debian: apt-get install git",
}


def _named(command: Sequence[str]) -> str:
    return " ".join(command[:2])
