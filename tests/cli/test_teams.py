from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen import team
from kasen.cli.app import app
from kasen.cli.teams import COMING, _width

RUNNER = CliRunner()


def listed(*more: str) -> list[dict[str, object]]:
    shown = RUNNER.invoke(app, ["teams", "--json", *more])
    assert shown.exit_code == 0, shown.stderr
    rows: list[dict[str, object]] = json.loads(shown.stdout)["teams"]
    return rows


def test_ready_teams_come_first_and_the_others_are_marked_as_coming() -> None:
    rows = listed()
    assert [row["name"] for row in rows if row["status"] == "coming"] == [n for n in COMING if n not in team.names()]
    ready = [row for row in rows if row["status"] == "ready"]
    assert rows[: len(ready)] == ready
    assert "research" in {row["name"] for row in ready}
    assert all(row["modes"] and row["default_mode"] in row["modes"] for row in ready)  # type: ignore[operator]


def test_teams_that_serve_as_template_are_shown_only_on_request() -> None:
    hidden = [name for name in team.names() if team.load(name).internal]
    assert {"desk", "echo"} <= set(hidden)
    assert "echo" not in {row["name"] for row in listed()}
    assert "echo" in {row["name"] for row in listed("--all")}


def test_the_table_has_one_line_per_team_and_aligned_columns() -> None:
    shown = RUNNER.invoke(app, ["teams"])
    lines = shown.stdout.splitlines()
    assert len(lines) == len(listed())
    coming = [line.index("(coming)") for line in lines if "(coming)" in line]
    assert len(coming) == len([name for name in COMING if name not in team.names()])
    assert len(set(coming)) <= 1
    ready = [line.index(row["summary"]) for line, row in zip(lines, listed(), strict=True)]  # type: ignore[arg-type]
    assert len(set(ready)) == 1


def test_summaries_are_in_the_language_of_the_person() -> None:
    assert "スライド" in RUNNER.invoke(app, ["teams"], env={"LANG": "ja_JP.UTF-8"}).stdout
    assert "スライド" in RUNNER.invoke(app, ["teams"], env={"KASEN_LANG": "ja"}).stdout
    assert "スライド" not in RUNNER.invoke(app, ["teams"], env={"LANG": "C.UTF-8"}).stdout


def test_on_a_narrow_terminal_nothing_is_wider_than_it_and_nothing_is_left_out(
    terminal: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"COLUMNS": "80", "LANG": "ja_JP.UTF-8", "LC_ALL": "ja_JP.UTF-8"}.items():
        monkeypatch.setenv(name, value)
    shown_on = terminal("teams")
    assert shown_on.exit_code() == 0
    lines = shown_on.text.splitlines()
    assert max(map(_width, lines)) <= 80
    shown = "".join(shown_on.text.split())
    for name in ("research", "slides"):
        for part in ("".join(team.load(name).summary_ja.split())[:15], *team.load(name).known_modes):
            assert part in shown
