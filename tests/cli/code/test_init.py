from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Invoke
from teams.code.git.made import made


def test_the_files_are_written_and_how_to_trust_them_is_said(kasen: Invoke, tmp_path: Path) -> None:
    repo = made(tmp_path / "my repo")
    shown = kasen("code", "init", str(repo), "--preset", "pair")
    assert shown.exit_code == 0
    folder = repo / ".kasen/code"
    assert {Path(line) for line in shown.stdout.splitlines()} == {
        *(folder / name for name in ("agents.yaml", "gates.yaml", "workflow.yaml")),
        *(folder / "policies").iterdir(),
        repo / ".gitignore",
    }
    assert f"kasen trust '{folder}'" in shown.stderr
    files = json.loads(kasen("code", "init", str(repo), "--preset", "pair", "--json").stdout)
    assert (files["folder"], files["new"]) == (str(folder), [])
    assert str(folder / "workflow.yaml") in files["same"]
    again = kasen("code", "init", str(repo), "--preset", "pair")
    assert (again.exit_code, again.stdout) == (0, "")
    assert "workflow.yaml is there already" in again.stderr


def test_files_of_another_workflow_are_not_written_over(kasen: Invoke, tmp_path: Path) -> None:
    repo = made(tmp_path / "repo")
    kasen("code", "init", str(repo), "--preset", "pair")
    shown = kasen("code", "init", str(repo), "--preset", "five-phase")
    assert shown.exit_code == 2
    assert "is there already, with other contents than `five-phase` has" in shown.stderr


def test_outside_of_a_repository_the_next_step_is_said(kasen: Invoke, tmp_path: Path) -> None:
    shown = kasen("code", "init", str(tmp_path))
    assert shown.exit_code == 4
    assert "is no git repository" in shown.stderr
