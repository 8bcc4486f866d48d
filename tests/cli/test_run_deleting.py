from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def run(kasen: Any) -> str:
    """Id of a run that is over."""
    assert kasen("echo", "one two").exit_code == 0
    return str(json.loads(kasen("runs", "list", "--json").stdout)["id"])


def test_a_run_whose_team_is_gone_can_be_listed_shown_exported_and_deleted(
    kasen: Any, run: str, clean_environment: Path
) -> None:
    with closing(sqlite3.connect(clean_environment / "home" / "kasen.db")) as database, database:
        assert database.execute("UPDATE runs SET team = 'removed'").rowcount == 1
    assert " removed " in kasen("runs", "list").stdout
    assert kasen("runs", "show", run).exit_code == 0
    exported = kasen("runs", "export", run)
    assert (exported.exit_code, exported.stdout != "") == (0, True), exported.stderr
    refused = kasen("runs", "replay", run)
    assert (refused.exit_code, "removed" in refused.stderr) == (2, True)
    gone = kasen("runs", "delete", run, "--yes")
    assert gone.exit_code == 0, gone.stderr
    assert kasen("runs", "list").stdout == ""
    assert not (clean_environment / "home" / "runs" / run).exists()


def test_prune_says_in_json_what_it_deleted(kasen: Any, run: str) -> None:
    shown = kasen("runs", "prune", "--days", "0", "--yes", "--json")
    assert (json.loads(shown.stdout), shown.stderr) == ({"deleted": [run]}, "")


def test_ctrl_c_at_the_question_deletes_nothing(terminal: Any, kasen: Any, run: str) -> None:
    screen = terminal(command=["setsid", "--ctty", sys.executable, "-m", "kasen", "runs", "delete", run])
    screen.until("[y/N]")
    screen.settle()
    screen.type("\x03")
    assert screen.exit_code(within=30) == 130, screen.text
    assert "kasen: stopped" in screen.text
    assert run in kasen("runs", "list").stdout
