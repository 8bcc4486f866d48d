"""What the team needs of this machine, and what it finds: for `kasen doctor`, and for tests that say why they skip."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kasen.settings.environment import named_environment, plain_environment

SECONDS = 20.0
"""That a program may take to say its version; Claude Code took 0.06 s, Codex 0.12 s."""
_NUMBER = re.compile(r"\d+(?:\.\d+)+\w*")


@dataclass(frozen=True, kw_only=True)
class Seen:
    """One thing that was looked at, in the words of `kasen doctor`."""

    name: str
    ok: bool
    found: str
    costs: str
    fix: str


def looked(install: Callable[[str], str]) -> list[Seen]:
    """All of it; `install` gives the words that install a package of this system."""
    return [
        program("git", install("git")),
        program("tmux", install("tmux")),
        program("claude"),
        program("codex"),
        codex_home(),
        user(),
    ]


@dataclass(frozen=True)
class _Program:
    arguments: tuple[str, ...]
    costs: str
    fix: str = ""


_PROGRAMS = {
    "git": _Program(("--version",), "building with agents (`kasen code`): their work lies in git work trees"),
    "tmux": _Program(("-V",), "building with agents (`kasen code`): they live in tmux, where they can be watched"),
    "claude": _Program(
        ("--version",),
        "agents of the type claude-code (`kasen code`)",
        "Run: npm install --global @anthropic-ai/claude-code, then start `claude` once and sign in.",
    ),
    "codex": _Program(
        ("--version",),
        "agents of the type codex (`kasen code`)",
        "Run: npm install --global @openai/codex, then start `codex` once and sign in.",
    ),
}


def program(name: str, fix: str = "") -> Seen:
    """git, tmux, claude or codex: where it is and its version. One that does not start is as good as none."""
    known = _PROGRAMS[name]
    path = shutil.which(name)
    version = _version((path, *known.arguments)) if path else ""
    return Seen(
        name=name,
        ok=bool(version),
        found=f"{version} at {path}" if version else f"{path} does not start" if path else "missing",
        costs=known.costs,
        fix=fix or known.fix,
    )


def codex_home() -> Seen:
    """Codex runs no command when its folder lies under the temporary one, and still ends well (0.169.0)."""
    given = named_environment(("CODEX_HOME",)).get("CODEX_HOME", "")
    home = Path(given).expanduser() if given else Path.home() / ".codex"
    scratch = Path(tempfile.gettempdir()).resolve()
    is_fit = not home.resolve().is_relative_to(scratch)
    return Seen(
        name="codex home",
        ok=is_fit,
        found=f"{home}"
        if is_fit
        else f"{home} lies under the temporary folder {scratch}: Codex runs no commands there",
        costs="commands run by agents of the type codex",
        fix="Set CODEX_HOME to a folder elsewhere, or TMPDIR to another one.",
    )


def user() -> Seen:
    """Whose rights agents work with."""
    is_root = os.geteuid() == 0
    return Seen(
        name="ordinary user",
        ok=not is_root,
        found="root: what agents run may change everything here" if is_root else "not root",
        costs="bound to what the commands of agents may change (`kasen code`)",
        fix="Run it as an ordinary user, or in a container or a virtual machine.",
    )


def _version(command: tuple[str, ...]) -> str:
    """Nothing when it does not start, or does not say."""
    try:
        ran = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env=plain_environment(),
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    said = _NUMBER.search(ran.stdout.decode("utf-8", "replace"))
    return said[0] if said and ran.returncode == 0 else ""
