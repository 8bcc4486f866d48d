from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen import team
from kasen.cli.app import app
from kasen.models.presets import presets

RUNNER = CliRunner()


def told(*more: str) -> dict[str, Any]:
    shown = RUNNER.invoke(app, ["models", "--json", *more])
    assert shown.exit_code == 0, shown.stderr
    content: dict[str, Any] = json.loads(shown.stdout)
    return content


def test_every_role_of_every_advertised_team_is_listed() -> None:
    expected = [
        (name, team.load_object(role).name)
        for name in team.names()
        for role in team.load(name).roles
        if not team.load(name).internal
    ]
    assert len(expected) >= 6
    assert [(row["team"], row["role"]) for row in told()["roles"]] == expected


def test_without_a_choice_every_role_is_answered_by_its_rule() -> None:
    content = told()
    assert content["preset"] == "none"
    assert content["why"]
    assert all(row["chain"] == ["rule"] for row in content["roles"])


def test_a_chosen_preset_comes_before_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("--preset", "manual")["roles"][0]["chain"] == ["manual:hand", "rule"]
    monkeypatch.setenv("KASEN_PRESET", "manual")
    content = told()
    assert content["preset"] == "manual"
    assert content["why"] == "chosen by the settings"


def test_the_table_shows_roles_and_presets_to_people() -> None:
    shown = RUNNER.invoke(app, ["models"])
    assert shown.stdout.startswith("preset none: ")
    assert "research  planner" in shown.stdout
    for name in presets():
        assert f"\n  {name} " in shown.stdout


@pytest.mark.parametrize(("preset", "code", "said"), [("nonsense", 2, "no preset"), ("gemini", 3, "still to come")])
def test_a_preset_that_cannot_be_used_is_named(preset: str, code: int, said: str) -> None:
    shown = RUNNER.invoke(app, ["models", "--preset", preset])
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert said in shown.stderr


def test_what_settings_say_is_shown_without_escapes_and_with_its_warnings() -> None:
    Path("kasen.toml").write_text('preset = "manual:\\u001b[31mred"\neditor = "rm"\n', encoding="utf-8")
    shown = RUNNER.invoke(app, ["models"])
    assert shown.exit_code == 0, shown.stderr
    assert "preset manual:red: " in shown.stdout
    assert "\x1b" not in shown.stdout
    assert "`editor` is ignored" in shown.stderr
