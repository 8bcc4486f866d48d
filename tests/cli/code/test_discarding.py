from __future__ import annotations

import json
from pathlib import Path

from cli.code.boards import BOARD
from cli.code.stored import place, show, stored
from cli.code.test_approving import noted
from cli.conftest import Invoke
from teams.code.git.made import call, commit, made, write


def test_work_that_is_nowhere_else_is_named_before_anything_goes(
    kasen: Invoke, clean_environment: Path, tmp_path: Path
) -> None:
    repo = made(tmp_path / "repo")
    row = stored(clean_environment / "home", repo=repo)
    call(repo, "checkout", "--quiet", "-b", f"kasen/{row.id}")
    write(repo, "a.py", "a = 1\n")
    head = commit(repo, "T1: count")
    busy = kasen("code", "discard", "--yes")
    assert busy.exit_code == 4
    assert "is checked out in" in busy.stderr
    call(repo, "checkout", "--quiet", "main")
    asked = kasen("code", "discard")
    assert asked.exit_code == 2
    assert f"! kasen/{row.id}  {head[:12]}  1 commit only here: T1: count" in asked.stderr
    assert call(repo, "branch", "--list", f"kasen/{row.id}")
    gone = json.loads(kasen("code", "discard", "--yes", "--json").stdout)
    assert gone == {"run": row.id, "branches": [f"kasen/{row.id}"], "trees": []}
    assert not call(repo, "branch", "--list", f"kasen/{row.id}")


def test_what_the_person_changed_in_the_repository_stays(
    kasen: Invoke, clean_environment: Path, tmp_path: Path
) -> None:
    home, repo = clean_environment / "home", made(tmp_path / "repo")
    row = stored(home, repo=repo)
    call(repo, "branch", f"kasen/{row.id}")
    noted(home, row, repo, call(repo, "rev-parse", "HEAD").strip())
    call(repo, "remote", "add", "origin", str(tmp_path))
    write(repo, ".git/hooks/pre-push", "#!/bin/sh\n")
    config = (repo / ".git/config").read_text()
    assert kasen("code", "discard").exit_code == 2
    assert kasen("code", "discard", "--yes").exit_code == 0
    assert (repo / ".git/config").read_text() == config
    assert (repo / ".git/hooks/pre-push").exists()
    assert not call(repo, "branch", "--list", f"kasen/{row.id}")


def test_a_run_that_was_discarded_is_not_said_to_lie_on_a_branch(
    kasen: Invoke, clean_environment: Path, tmp_path: Path
) -> None:
    home, repo = clean_environment / "home", made(tmp_path / "repo")
    row = stored(home, repo=repo)
    call(repo, "branch", f"kasen/{row.id}")
    where = place(home, row)
    show(where, BOARD.model_copy(update={"branch": f"kasen/{row.id}"}))
    assert "kasen code approve" in " ".join(kasen("code", "status").stdout.split())
    assert kasen("code", "discard", "--yes").exit_code == 0
    shown = " ".join(kasen("code", "status").stdout.split())
    assert "kasen code approve" not in shown
    assert f"discarded → what it said and did: kasen runs show {row.id}" in shown
    where.trees.mkdir()  # as a later attempt does
    assert "discarded" not in kasen("code", "status").stdout
