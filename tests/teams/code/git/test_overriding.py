from __future__ import annotations

from pathlib import Path

from kasen.teams.code.git.guarding import stood_in
from kasen.teams.code.git.overriding import Override
from teams.code.git.made import call, made


async def test_what_is_new_gives_way_to_what_stood_and_numbers_are_let_be(tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    call(repo, "config", "filter.mine.clean", "sed s/a/b/")
    stood = await stood_in(repo, repo / ".git")
    override = Override(repo, repo / ".git", stood)
    assert await override.over(repo) == []
    call(repo, "config", "filter.mine.clean", "evil")
    call(repo, "config", "filter.new.smudge", "evil")
    call(repo, "config", "filter.new.required", "true")
    call(repo, "config", "core.compression", "9")
    given = list(await override.over(repo))
    assert set(given[0::2]) == {"-c"}
    assert set(given[1::2]) == {"filter.mine.clean=sed s/a/b/", "filter.new.smudge=", "filter.new.required=false"}
    assert await Override(repo, repo / ".git", None).over(repo) == (), "after a calm end all of it is the person's"
