"""Repositories for tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

from kasen.teams.code.git.repository import Repository, look_at
from kasen.teams.code.git.worktrees import Worktrees

RUN = "01KB3V8Q5T0M8W6S1E7Z4R2N9C"


def call(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=t", "-c", "user.email=t@localhost")
    return subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def made(folder: Path, **files: str) -> Path:
    """A repository with one commit."""
    folder.mkdir(parents=True)
    call(folder, "init", "--quiet", "--initial-branch=main")
    for name, text in {"README.md": "# 茶\n", **files}.items():
        write(folder, name, text)
    commit(folder, "first")
    return folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def commit(folder: Path, message: str) -> str:
    call(folder, "add", "--all")
    call(folder, "commit", "--quiet", "-m", message)
    return call(folder, "rev-parse", "HEAD").strip()


async def opened(tmp_path: Path) -> tuple[Repository, Worktrees]:
    repository = await look_at(made(tmp_path / "repo"))
    return repository, Worktrees(repository, RUN, tmp_path / "trees")
