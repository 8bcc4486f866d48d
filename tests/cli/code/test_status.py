from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.code.boards import BOARD
from cli.code.stored import place, show, stored
from cli.conftest import Invoke


def test_the_board_of_the_newest_run_is_shown(kasen: Invoke, clean_environment: Path) -> None:
    home = clean_environment / "home"
    row = stored(home, status="paused", title="ログインを安全にする")
    show(place(home, row), BOARD.model_copy(update={"waits_for": "Is the plan good?"}))
    shown = kasen("code", "status")
    assert shown.exit_code == 0
    assert "waits for you   ログインを安全にする" in shown.stdout
    assert f"kasen code approve\n        {row.id}" in shown.stdout or f"kasen code approve {row.id}" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 100


def test_the_language_of_the_settings_counts(
    kasen: Invoke, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = clean_environment / "home"
    show(place(home, stored(home)), BOARD)
    monkeypatch.setenv("KASEN_LANG", "ja")
    assert "完了" in kasen("code", "status").stdout


def test_programs_get_one_object(kasen: Invoke, clean_environment: Path) -> None:
    home = clean_environment / "home"
    row = stored(home)
    assert json.loads(kasen("code", "status", "--json").stdout)["board"] is None
    show(place(home, row), BOARD)
    data = json.loads(kasen("code", "status", row.id, "--json").stdout)
    assert data["board"]["phase"] == "implementation"
    assert data["status"] == "done"
    watched = kasen("code", "status", "--watch", "--json").stdout.splitlines()  # it is over: one line
    assert [json.loads(line)["run"] for line in watched] == [row.id]


def test_why_a_run_failed_and_what_to_do_is_said_though_nothing_had_begun(
    kasen: Invoke, clean_environment: Path
) -> None:
    error = {
        "type": "run_failed",
        "error": "InputError",
        "message": "`shop` is no git repository",
        "hint": "Run git init.",
    }
    row = stored(clean_environment / "home", status="failed", error=json.dumps(error))
    shown = kasen("code", "status")
    assert shown.exit_code == 0
    assert "why    `shop` is no git repository" in shown.stdout
    assert f"Run git init → then go on: kasen code continue {row.id}" in " ".join(shown.stdout.split())
    data = json.loads(kasen("code", "status", "--json").stdout)
    assert (data["why"], data["hint"]) == ("`shop` is no git repository", "Run git init.")


def test_without_a_run_the_first_step_is_said(kasen: Invoke) -> None:
    shown = kasen("code", "status")
    assert shown.exit_code == 2
    assert "kasen code run --requirement" in shown.stderr
