from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen import team
from kasen.cli.app import app
from kasen.models.access import Access
from kasen.models.presets import presets
from kasen.models.prices import per_million, table
from kasen.runtime.answering import Chosen
from kasen.runtime.who_answers import role_rows

RUNNER = CliRunner()


def told(*more: str) -> dict[str, Any]:
    shown = RUNNER.invoke(app, ["models", "--json", *more])
    assert shown.exit_code == 0, shown.stderr
    content: dict[str, Any] = json.loads(shown.stdout)
    return content


def painters(name: str) -> list[str]:
    return ["illustrator"] if team.load(name).draws else []


def test_every_role_of_every_advertised_team_is_listed() -> None:
    expected = [
        (name, role)
        for name in team.names()
        if not team.load(name).internal
        for role in [*(team.load_object(one).name for one in team.load(name).roles), *painters(name)]
    ]
    assert len(expected) >= 6
    assert [(row["team"], row["role"]) for row in told()["roles"]] == expected
    assert {row["team"] for row in told("--team", "echo")["roles"]} <= {"echo"}


def test_without_a_key_every_role_is_answered_by_its_rule_and_the_next_step_is_said() -> None:
    content = told()
    assert content["preset"] == "none"
    assert content["why"]
    assert all(row["chain"] == ["rule"] for row in content["roles"])
    shown = RUNNER.invoke(app, ["models"])
    assert "To have models answer, set GOOGLE_API_KEY" in shown.stdout
    assert "its chain" not in shown.stdout


def test_a_chosen_preset_comes_before_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("--preset", "manual")["roles"][0]["chain"] == ["manual:hand", "rule"]
    monkeypatch.setenv("KASEN_PRESET", "manual")
    content = told()
    assert content["preset"] == "manual"
    assert content["why"] == "chosen by the settings"


def test_with_two_keys_the_table_shows_model_reason_and_price_of_each_role(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "sk-test-never-shown")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-never-shown")
    shown = RUNNER.invoke(app, ["models"])
    assert shown.stdout.startswith("preset hybrid: GOOGLE_API_KEY and OPENAI_API_KEY are set\n")
    assert "never-shown" not in shown.stdout + shown.stderr
    line = next(line for line in shown.stdout.splitlines() if line.startswith("  evaluator "))
    first = told()["roles"][4]["models"][0]["model"]
    row = per_million(first)
    assert row is not None
    assert line.split() == ["evaluator", "reasoning", first, f"{row.input:.2f}", f"{row.output:.2f}"]
    assert "anthropic:claude-sonnet-5-5 ✗" in shown.stdout
    assert "  ✗ anthropic: ANTHROPIC_API_KEY is not set\n" in shown.stdout
    assert f"by {table()}" in shown.stdout


def test_the_table_fits_a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOOGLE_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "test-key")
    shown = RUNNER.invoke(app, ["models"])
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_model_of_a_missing_key_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")
    shown = RUNNER.invoke(app, ["models", "--preset", "hybrid", "--team", "research"])
    line = next(line for line in shown.stdout.splitlines() if line.startswith("  planner "))
    assert " openai:" in line


def test_what_is_unknown_and_what_is_free_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "test-key")
    flags = ["--model", "planner=google:gemini-3.0-flash", "--model", "searcher=ollama:llama3:8b"]
    shown = RUNNER.invoke(app, ["models", "--team", "research", *flags])
    lines = {line.split()[0]: line.split() for line in shown.stdout.splitlines() if line.startswith("  ")}
    assert lines["planner"][-3:] == ["google:gemini-3.0-flash", "unknown", "unknown"]
    assert lines["searcher"][-3:] == ["ollama:llama3:8b", "free", "free"]


def test_every_preset_says_whether_it_can_be_used_and_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")
    known = told()["presets"]
    assert list(known) == list(presets())
    assert {name for name, found in known.items() if found["usable"]} == {
        "none", "manual", "hybrid", "openai", "cheap", "seed"
    }  # fmt: skip
    assert known["gemini"]["lacks"] == "GOOGLE_API_KEY is not set"
    shown = RUNNER.invoke(app, ["models"])
    assert "  ✓ openai      OpenAI for every role (chosen)\n" in shown.stdout
    assert "  ✗ gemini      Google Gemini for every role - GOOGLE_API_KEY is not set\n" in shown.stdout


def test_what_does_not_exist_is_refused_with_a_suggestion() -> None:
    for args, said in (
        (["--preset", "nonsense"], "no preset"),
        (["--model", "planer=openai:x"], "Did you mean `planner`?"),
        (["--model", "gogle:x"], "no provider `gogle`"),
    ):
        shown = RUNNER.invoke(app, ["models", *args])
        assert (shown.exit_code, shown.stdout) == (2, "")
        assert said in shown.stderr


def test_what_settings_say_is_shown_without_escapes_and_with_its_warnings() -> None:
    Path("kasen.toml").write_text('preset = "manual:\\u001b[31mred"\neditor = "rm"\n', encoding="utf-8")
    shown = RUNNER.invoke(app, ["models"])
    assert shown.exit_code == 0, shown.stderr
    assert "preset manual:red: " in shown.stdout
    assert "\x1b" not in shown.stdout
    assert "`editor` (kasen.toml:2) is ignored" in shown.stderr


def test_a_team_that_has_pictures_made_shows_who_makes_them() -> None:
    access = Access(google_api_key="test-key")
    picked = Chosen("gemini", "chosen", {})
    *_, row = role_rows(replace(team.load("research"), draws=True), picked, access)
    assert (row.role, row.tier, row.why, row.chain[-1]) == ("illustrator", "image", "tier image", "rule")
    assert row.first is not None
    assert row.first.model.startswith("google:")
    words = per_million(row.first.model)
    assert words is not None
    assert row.first.usd_out is not None
    assert row.first.usd_out > 2 * words.output, "pictures have a rate of their own"
