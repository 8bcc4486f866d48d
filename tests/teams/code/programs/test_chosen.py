from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.programs.chosen import program_of
from kasen.teams.code.programs.turn import Turn


@pytest.mark.parametrize(
    ("kind", "command", "begins"),
    [
        ("claude-code", (), ["claude", "-p"]),
        ("codex", (), ["codex", "exec"]),
        ("command", ("/bin/agent", "-x"), ["/bin/agent", "-x"]),
        ("team:echo", (), ["-P", "-m", "kasen", "echo"]),
    ],
)
def test_each_type_is_its_program(tmp_path: Path, kind: str, command: tuple[str, ...], begins: list[str]) -> None:
    agent = Agent.model_validate({"id": "a", "type": kind, "role": "r", "phase": "p", "command": command})
    program = program_of(agent, tmp_path / "scratch")
    asked = program.command(Turn(prompt="x", folder=tmp_path, schema={}))
    asked = asked[1:] if kind.startswith("team:") else asked
    assert asked[: len(begins)] == begins
    assert (tmp_path / "scratch").is_dir()
    assert isinstance(program.VARIABLES, tuple)
