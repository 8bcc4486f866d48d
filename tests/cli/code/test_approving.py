from __future__ import annotations

from pathlib import Path

from cli.code.stored import stored
from cli.conftest import Invoke
from kasen.cli.code.approving import SHOWN, lines
from kasen.teams.code.taking.branch import Offer
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
    assert "  ! the run is failed: this is what passed so far" in lines(offer(), stored(home, status="failed"))
    given_up = stored(home, result='{"outcome": "stopped"}')
    assert "  ! the run is done, stopped: this is what passed so far" in lines(offer(), given_up)


def test_with_push_the_users_branch_is_pushed_and_with_pr_it_stays_as_it_is(
    kasen: Invoke, clean_environment: Path, tmp_path: Path
) -> None:
    call(made(tmp_path / "there"), "config", "core.bare", "true")
    repo = tmp_path / "repo"
    call(tmp_path, "clone", "--quiet", str(tmp_path / "there"), str(repo))
    row = stored(clean_environment / "home", repo=repo)
    call(repo, "checkout", "--quiet", "-b", f"kasen/{row.id}")
    write(repo, "a.py", "a = 1\n")
    head = commit(repo, "work")
    call(repo, "checkout", "--quiet", "main")

    shown = kasen("code", "approve", "--pr", "--yes")
    if "gh is not installed" in shown.stderr:
        assert shown.exit_code == 3
    assert call(repo, "rev-parse", "main").strip() != head
    pushed = kasen("code", "approve", "--push", "--yes")
    assert pushed.exit_code == 0, pushed.stderr
    assert call(tmp_path / "there", "rev-parse", "main").strip() == head


def test_a_run_of_which_nothing_is_there_is_told(kasen: Invoke, clean_environment: Path, tmp_path: Path) -> None:
    row = stored(clean_environment / "home", repo=made(tmp_path / "repo"))
    shown = kasen("code", "approve", "--yes")
    assert shown.exit_code == 4
    assert f"has no branch `kasen/{row.id}`" in shown.stderr
    assert kasen("code", "approve", "--answer", "yes").exit_code == 2
