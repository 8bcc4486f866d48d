"""Which program an agent is."""

from __future__ import annotations

from pathlib import Path

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.programs.turn import Program


def program_of(agent: Agent, scratch: Path) -> Program:
    """The program of its type, for one turn; `scratch` is a folder that the turn may write to, made here."""
    scratch.mkdir(parents=True, exist_ok=True)
    kind, _, name = agent.type.partition(":")
    if kind == "claude-code":
        from kasen.teams.code.programs.claude_code import ClaudeCode

        return ClaudeCode()
    if kind == "codex":
        from kasen.teams.code.programs.codex import Codex

        return Codex(scratch)
    if kind == "team":
        from kasen.teams.code.programs.team import KasenTeam

        return KasenTeam(name, scratch)
    from kasen.teams.code.programs.command import Command

    return Command(agent.command)
