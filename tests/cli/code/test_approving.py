from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.code.stored import stored
from cli.conftest import Invoke
from kasen.cli.code.approving import SHOWN, lines
from kasen.runtime.rows import RunRow
from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.taking.branch import Offer
from kasen.teams.code.taking.standing import release, watched
from teams.code.git.made import call, commit, made, write


def offer(**values: object) -> Offer:
    known = {"root": Path("/r"), "branch": "kasen/1", "into": "main", "head": "a" * 40, "how": "forward"}
    return Offer(**{**known, "commits": ("T1: x",), "files": ("a.py",), **values})  # type: ignore[arg-type]


def test_what_would_come_is_shown_and_long_lists_are_counted(clean_environment: Path) -> None:
    row = stored(clean_environment / "home", title="Add a tax")
    said = lines(offer(files=tuple(f"f{n}.py" for n in range(SHOWN + 3))), row)
    assert said[:3] == ["Add a tax", "  kasen/1 → main in /r", "    T1: x"]
    assert said[-1] == "    and 3 files more"


def test_work_that_is_not_whole_is_said_to_be_so(clean_environment: Path) -> None:
    home = clean_environment / "home"
    assert "  ! run: failed; this is what passed so far" in lines(offer(), stored(home, status="failed"))
    given_up = stored(home, status="not passed", result='{"outcome": "failed"}')
    assert "  ! run: did not pass; this is what passed so far" in lines(offer(), given_up)
    assert "  ! この実行は「不合格」です。ここまでに合格した分だけです" in lines(offer(), given_up, "ja")


def noted(home: Path, row: RunRow, repo: Path, head: str) -> None:
    """As a run leaves it: what passed, and how the repository stood."""
    asyncio.run(_noted(home, row, repo, head))


async def _noted(home: Path, row: RunRow, repo: Path, head: str) -> None:
    place = Place(home / "runs" / row.id / "code", row.id)
    queue = Queue(place.queue)

    async def told(_: object) -> None:
        """Nobody listens."""

    await release(queue, await watched(queue, await look_at(repo), place, told))
    Passed(queue).came(head)
    queue.close()


def test_what_was_moved_or_planted_since_is_not_taken(kasen: Invoke, clean_environment: Path, tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    row = stored(clean_environment / "home", repo=repo)
    call(repo, "branch", f"kasen/{row.id}")
    passed = call(repo, "rev-parse", "HEAD").strip()
    noted(clean_environment / "home", row, repo, passed)
    call(repo, "checkout", "--quiet", f"kasen/{row.id}")
    write(repo, "a.py", "import evil\n")
    commit(repo, "evil")
    call(repo, "checkout", "--quiet", "main")
    shown = kasen("code", "approve", "--yes")
    assert shown.exit_code == 4
    assert "somebody else moved it" in shown.stderr
    call(repo, "config", "filter.planted.smudge", f"touch {tmp_path}/ran")
    shown = kasen("code", "approve", "--yes")
    assert shown.exit_code == 4
    assert "filter.planted.smudge" in shown.stderr
    assert f"git merge {passed}" in shown.stderr
    assert not (tmp_path / "ran").exists()
    assert call(repo, "rev-parse", "main").strip() == passed


def test_a_remote_that_was_added_since_is_the_person_s_once_they_say_so(
    kasen: Invoke, clean_environment: Path, tmp_path: Path
) -> None:
    call(made(tmp_path / "there"), "config", "core.bare", "true")
    repo = tmp_path / "repo"
    call(tmp_path, "clone", "--quiet", str(tmp_path / "there"), str(repo))
    call(repo, "remote", "remove", "origin")
    row = stored(clean_environment / "home", repo=repo)
    call(repo, "checkout", "--quiet", "-b", f"kasen/{row.id}")
    write(repo, "a.py", "a = 1\n")
    head = commit(repo, "work")
    call(repo, "checkout", "--quiet", "main")
    noted(clean_environment / "home", row, repo, head)
    call(repo, "remote", "add", "origin", str(tmp_path / "there"))
    refused = kasen("code", "approve", "--push", "--yes")
    assert refused.exit_code == 4
    assert "since the run ended" in refused.stderr
    assert "remote.origin.url" in refused.stderr
    assert "--own" in refused.stderr
    assert call(repo, "rev-parse", "main").strip() != head
    taken = kasen("code", "approve", "--push", "--yes", "--own")
    assert taken.exit_code == 0, taken.stderr
    assert call(tmp_path / "there", "rev-parse", "main").strip() == head


def test_at_a_terminal_the_person_is_asked_whether_it_was_they(
    terminal: Callable[..., Any], clean_environment: Path, tmp_path: Path
) -> None:
    repo = made(tmp_path / "repo")
    row = stored(clean_environment / "home", repo=repo)
    call(repo, "checkout", "--quiet", "-b", f"kasen/{row.id}")
    write(repo, "a.py", "a = 1\n")
    head = commit(repo, "work")
    call(repo, "checkout", "--quiet", "main")
    noted(clean_environment / "home", row, repo, head)
    call(repo, "remote", "add", "origin", str(tmp_path))
    for answer, code, at in (("n", 4, "main"), ("y", 0, head)):
        screen = terminal("code", "approve", "--yes")
        screen.until("remote.origin.url")
        screen.type(f"{answer}\n")
        assert screen.exit_code() == code
        assert call(repo, "rev-parse", "main") == call(repo, "rev-parse", at)


GH = """#!/bin/sh
[ "$1" = --version ] && { echo "gh version 2.0"; exit; }
echo "$@" > "$(dirname "$0")/asked"
echo https://code.example/tea/pull/7
"""


def test_with_pr_the_branch_is_pushed_a_merge_is_asked_for_and_the_users_branch_stays(
    kasen: Invoke, clean_environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo, row, head = cloned(clean_environment / "home", tmp_path)
    program = tmp_path / "bin" / "gh"
    program.parent.mkdir()
    program.write_text(GH, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    before = call(repo, "rev-parse", "main")
    done = kasen("code", "approve", "--pr", "--yes")
    assert done.exit_code == 0, done.stderr
    assert "https://code.example/tea/pull/7" in done.stdout
    assert call(tmp_path / "there", "rev-parse", f"kasen/{row.id}").strip() == head
    asked = (program.parent / "asked").read_text(encoding="utf-8")
    assert asked.startswith(f"pr create --head kasen/{row.id} --base main --title ")
    assert call(repo, "rev-parse", "main") == before


def test_without_gh_nothing_is_pushed_and_with_push_the_users_branch_is(
    kasen: Invoke, clean_environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _repo, row, head = cloned(clean_environment / "home", tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").symlink_to(str(shutil.which("git")))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    shown = kasen("code", "approve", "--pr", "--yes")
    assert shown.exit_code == 3
    assert "gh is not installed" in shown.stderr
    assert f"kasen/{row.id}" not in call(tmp_path / "there", "branch")
    pushed = kasen("code", "approve", "--push", "--yes")
    assert pushed.exit_code == 0, pushed.stderr
    assert call(tmp_path / "there", "rev-parse", "main").strip() == head


def cloned(home: Path, tmp_path: Path) -> tuple[Path, RunRow, str]:
    """A clone with a run whose branch has one commit; the repository, the run, the commit."""
    call(made(tmp_path / "there"), "config", "core.bare", "true")
    repo = tmp_path / "repo"
    call(tmp_path, "clone", "--quiet", str(tmp_path / "there"), str(repo))
    row = stored(home, repo=repo)
    call(repo, "checkout", "--quiet", "-b", f"kasen/{row.id}")
    write(repo, "a.py", "a = 1\n")
    head = commit(repo, "work")
    call(repo, "checkout", "--quiet", "main")
    noted(home, row, repo, head)

    return repo, row, head


def test_a_run_of_which_nothing_is_there_is_told(kasen: Invoke, clean_environment: Path, tmp_path: Path) -> None:
    row = stored(clean_environment / "home", repo=made(tmp_path / "repo"))
    shown = kasen("code", "approve", "--yes")
    assert shown.exit_code == 4
    assert f"has no branch `kasen/{row.id}`" in shown.stderr
    assert kasen("code", "approve", "--answer", "yes").exit_code == 2
