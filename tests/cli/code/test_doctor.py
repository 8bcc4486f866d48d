from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Invoke
from kasen.cli.code.doctor import usable
from kasen.teams.code.machine import Seen


def seen(*there: str) -> list[Seen]:
    names = ("git", "tmux", "claude", "codex")
    return [Seen(name=name, ok=name in there, found="", costs="", fix="") for name in names]


def test_git_tmux_and_one_of_the_programs_are_needed() -> None:
    assert usable(seen("git", "tmux", "codex"))
    assert not usable(seen("git", "tmux"))
    assert not usable(seen("git", "claude", "codex"))


def test_a_machine_that_lacks_all_is_told_what_to_do(
    kasen: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = kasen("code", "doctor")
    assert shown.exit_code == 3
    assert "✗ git" in shown.stdout
    assert "npm install --global @anthropic-ai/claude-code" in shown.stdout
    assert "no run of team `code` can work here" in shown.stderr
    data = json.loads(kasen("code", "doctor", "--json").stdout)
    assert data["ok"] is False
    assert {"git", "tmux", "claude", "codex"} <= {check["name"] for check in data["checks"]}
