from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, InputError
from kasen.teams.code.taking.pushing import PushFailed, ask_to_merge, check_program, push
from teams.code.git.made import call, commit, made, write

GH = """#!/bin/sh
[ "$1" = --version ] && exit 0
printf '%s\\n' "$@" > asked; cat > body
[ "$GH_TOKEN" = refused ] && { echo "HTTP 401" >&2; exit 1; }
[ -z "$OPENAI_API_KEY" ] || exit 9
echo https://localhost/pull/1
"""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose `origin` is another folder."""
    call(made(tmp_path / "there"), "config", "core.bare", "true")
    folder = made(tmp_path / "repo")
    call(folder, "remote", "add", "origin", str(tmp_path / "there"))
    return folder


@pytest.fixture
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "gh"
    program.parent.mkdir()
    program.write_text(GH)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")


async def test_a_branch_is_pushed_under_its_own_name(repo: Path, tmp_path: Path) -> None:
    call(repo, "checkout", "--quiet", "-b", "kasen/1")
    write(repo, "a.py", "a = 1\n")
    head = commit(repo, "work")
    assert await push(repo, "kasen/1") == "origin"
    assert call(tmp_path / "there", "rev-parse", "kasen/1").strip() == head


async def test_the_remote_that_the_user_has_set_comes_first(repo: Path, tmp_path: Path) -> None:
    call(repo, "remote", "add", "fork", str(tmp_path / "there"))
    call(repo, "config", "remote.pushDefault", "fork")
    call(repo, "branch", "kasen/1")
    assert await push(repo, "kasen/1") == "fork"


async def test_a_side_that_refuses_is_told_and_is_not_forced(repo: Path, tmp_path: Path) -> None:
    call(tmp_path / "there", "config", "core.bare", "false")
    write(tmp_path / "there", "theirs.py", "x = 1\n")
    theirs = commit(tmp_path / "there", "theirs")
    call(tmp_path / "there", "config", "core.bare", "true")
    write(repo, "ours.py", "x = 1\n")
    commit(repo, "ours")
    with pytest.raises(PushFailed, match="git push: "):
        await push(repo, "main")
    assert call(tmp_path / "there", "rev-parse", "main").strip() == theirs


async def test_without_a_remote_the_next_step_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="knows no remote"):
        await push(made(tmp_path / "alone"), "main")


@pytest.mark.usefixtures("gh")
async def test_a_pull_request_is_opened_with_title_and_text_and_no_key_of_ours(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    told = await ask_to_merge(repo, "kasen/1", "main", title="ログイン", text="本文 $HOME `id`\n")
    assert told == "https://localhost/pull/1"
    assert (repo / "asked").read_text(encoding="utf-8").split("\n")[2:8] == [
        "--head",
        "kasen/1",
        "--base",
        "main",
        "--title",
        "ログイン",
    ]
    assert (repo / "body").read_text(encoding="utf-8") == "本文 $HOME `id`\n"


@pytest.mark.usefixtures("gh")
async def test_a_pull_request_that_is_refused_is_told(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GH_TOKEN", "refused")
    with pytest.raises(PushFailed, match="gh pr: HTTP 401"):
        await ask_to_merge(repo, "kasen/1", "main", title="t", text="")


async def test_without_gh_that_is_said_before_anything_is_pushed(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repo))
    with pytest.raises(ConfigurationError, match="gh is not installed"):
        await check_program(repo)
