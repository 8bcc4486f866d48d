from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.code.git.running import GitFailed, git
from teams.code.git.made import call, made, write


async def test_what_git_says_is_given_and_what_it_refuses_is_raised(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo", **{"資料.md": "x"})
    assert "資料.md" in await git(repo, "ls-files")
    with pytest.raises(GitFailed, match=r"git checkout: .*nowhere") as caught:
        await git(repo, "checkout", "nowhere")
    assert caught.value.code == 1
    with pytest.raises(GitFailed, match="does not exist"):
        await git(tmp_path / "gone", "status")


async def test_no_hook_of_the_repository_is_run_and_no_variable_leads_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = made(tmp_path / "repo")
    hook = repo / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    await git(repo, "commit", "--allow-empty", "--quiet", "-m", "x")
    monkeypatch.delenv("GIT_DIR")
    assert not (tmp_path / "ran").exists()
    assert call(repo, "log", "-1", "--format=%an").strip() == "Kasen"


async def test_where_there_is_no_git_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match="git is not installed"):
        await git(tmp_path, "status")


async def test_git_that_is_given_up_takes_its_locks_away(tmp_path: Path) -> None:
    """An `add` holds the lock of the index while a filter works."""
    repo = made(tmp_path / "repo", **{"a.txt": "a\n", ".gitattributes": "*.txt filter=slow\n"})
    write(repo, "a.txt", "b\n")
    task = asyncio.create_task(git(repo, "-c", f"filter.slow.clean=touch {tmp_path}/begun; sleep 30", "add", "a.txt"))
    lock = repo / ".git/index.lock"
    async with asyncio.timeout(30):
        while not (tmp_path / "begun").exists() and not task.done():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert lock.exists()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not lock.exists()
