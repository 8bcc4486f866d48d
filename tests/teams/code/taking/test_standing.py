from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.code.git.guarding import Changed
from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.git.running import git
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.taking.standing import passed, release, unwritten, watched
from teams.code.git.made import RUN, call, made, write


async def told(names: Sequence[str]) -> None:
    """Nobody listens."""


@pytest.fixture
async def place(tmp_path: Path) -> Place:
    place = Place(tmp_path / "run", RUN)
    queue = Queue(place.queue)
    await watched(queue, await look_at(made(tmp_path / "repo")), place, told)
    Passed(queue).came("a" * 40)
    queue.close()
    return place


async def test_how_it_stood_is_noted_once(place: Place, tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    call(repo, "config", "alias.st", "!true")
    queue = Queue(place.queue)
    heard: list[str] = []

    async def hear(names: Sequence[str]) -> None:
        heard.extend(names)

    await (await watched(queue, await look_at(repo), place, hear)).check()
    queue.close()
    assert heard == ["alias.st"]


async def test_for_a_person_nothing_is_put_back(place: Place, tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    async with passed(place) as head:
        assert head == "a" * 40
        await git(repo, "status")
    call(repo, "config", "alias.st", "!true")
    async with passed(place) as head:
        with pytest.raises(InputError, match=r"changed in what git runs: alias\.st") as raised:
            await git(repo, "status")
        assert raised.value.hint.endswith(f"git merge {head}")
    assert call(repo, "config", "alias.st").strip() == "!true"


def planted(repo: Path, ran: Path) -> str:
    """A hook and a filter, which any commit of that file would run; the configuration then."""
    write(repo, ".git/hooks/pre-commit", f"#!/bin/sh\ntouch {ran}\n")
    (repo / ".git/hooks/pre-commit").chmod(0o755)
    call(repo, "config", "filter.mine.clean", f"touch {ran}; cat")
    call(repo, "config", "filter.mine.required", "true")
    call(repo, "config", "core.compression", "9")
    call(repo, "remote", "add", "origin", "https://example.org/x.git")
    write(repo, ".git/info/attributes", "* filter=mine\n")
    write(repo, "README.md", "changed\n")
    return (repo / ".git/config").read_text()


async def test_after_a_kill_what_is_new_is_neither_run_nor_written_over(place: Place, tmp_path: Path) -> None:
    repo, ran = tmp_path / "repo", tmp_path / "ran"
    config = planted(repo, ran)
    async with unwritten(place):
        await git(repo, "add", "--all")
        await git(repo, "commit", "--message", "saved")
    assert not ran.exists()
    assert (repo / ".git/config").read_text() == config
    assert (repo / ".git/hooks/pre-commit").exists()
    assert not place.planted.exists()
    call(repo, "commit", "--allow-empty", "--quiet", "-m", "the hook is one that runs")
    assert ran.exists()


async def test_after_a_calm_end_what_is_new_is_the_person_s(place: Place, tmp_path: Path) -> None:
    repo, heard = tmp_path / "repo", list[str]()

    async def hear(names: Sequence[str]) -> None:
        heard.extend(names)

    queue = Queue(place.queue)
    call(repo, "config", "alias.planted", "!true")
    await release(queue, await watched(queue, await look_at(repo), place, hear))
    assert heard == ["alias.planted"], "the last look"
    assert "planted" not in (repo / ".git/config").read_text()
    config = planted(repo, tmp_path / "ran")
    async with unwritten(place):
        await git(repo, "status")
    names: list[str] = []

    def accept(said: str) -> bool:
        names.append(said)
        return True

    async with passed(place, accept):
        await git(repo, "log")
    assert "remote.origin.url" in names[0]
    assert "hooks/pre-commit" in names[0]
    await (await watched(queue, await look_at(repo), place, hear)).check()  # it is taken up again
    assert heard == ["alias.planted"]
    call(repo, "config", "alias.planted", "!true")
    await (await watched(queue, await look_at(repo), place, hear)).check()
    assert heard == ["alias.planted", "alias.planted"], "agents work again"
    assert (repo / ".git/config").read_text().split() == config.split()
    queue.close()


async def test_git_that_is_led_elsewhere_is_refused_whatever_the_person_says(place: Place, tmp_path: Path) -> None:
    repo, other = tmp_path / "repo", made(tmp_path / "other")
    write(repo, ".git/commondir", f"{other}/.git\n")
    async with unwritten(place):
        with pytest.raises(Changed, match="git takes"):
            await git(repo, "status")
    async with passed(place, lambda _: True):
        with pytest.raises(Changed, match="git takes"):
            await git(repo, "status")


async def test_a_run_that_never_began_has_nothing_that_passed(tmp_path: Path) -> None:
    async with passed(Place(tmp_path / "none", RUN)) as head:
        assert head == ""
    assert not (tmp_path / "none").exists()
