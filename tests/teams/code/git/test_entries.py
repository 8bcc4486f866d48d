from __future__ import annotations

from pathlib import Path

from kasen.teams.code.git.entries import differing, listed, put_back
from teams.code.git.made import call, made


async def test_names_that_differ_are_put_back_and_harmless_ones_are_let_be(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    file = repo / ".git/config"
    call(repo, "config", "--add", "remote.origin.url", "https://a.example/x")
    call(repo, "config", "--add", "filter.mine.clean", 'sed "s/a/b/"')
    call(repo, "config", "--add", "filter.mine.clean", "cat #")
    stood = (await listed(repo))[file]
    call(repo, "config", "--unset-all", "filter.mine.clean")
    call(repo, "config", "remote.origin.url", "ext::sh -c x")
    call(repo, "config", "user.email", "new@localhost")
    call(repo, "config", "branch.main.remote", "ext::sh -c x")
    call(repo, "config", "branch.other.remote", "origin")
    assert sorted(await differing(file, stood)) == ["branch.main.remote", "filter.mine.clean", "remote.origin.url"]
    await put_back(file, stood)
    assert await differing(file, stood) == []
    assert call(repo, "config", "--get-all", "filter.mine.clean").splitlines() == ['sed "s/a/b/"', "cat #"]
    assert call(repo, "config", "remote.origin.url").strip() == "https://a.example/x"
    assert call(repo, "config", "branch.other.remote").strip() == "origin"
    assert call(repo, "config", "--local", "user.email").strip() == "new@localhost"


async def test_a_file_that_git_cannot_read_is_written_anew(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    file = repo / ".git/config"
    stood = (await listed(repo))[file]
    file.write_text("[core\n")
    assert await differing(file, stood) == ["config"]
    await put_back(file, stood)
    assert (await listed(repo))[file] == stood
    call(repo, "status")
