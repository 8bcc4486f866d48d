"""What a repository brings for the real programs is read as words and never run: hooks, servers, settings."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.teams.code.programs.claude_code import ClaudeCode
from kasen.teams.code.programs.codex import Codex
from kasen.teams.code.programs.turn import Turn
from kasen.testing.providers import Fake, Reply, serving
from teams.code.git.made import call, commit, made, write
from teams.code.programs.real import environment, program, took

SCHEMA = {"type": "object", "properties": {"summary": {"type": "string"}}, "required": ["summary"]}
ANSWER = {"summary": "良い"}
EVENTS = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd")
RULE = "税は必ず切り捨てる"


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as opened:
        yield opened


def touches(tmp_path: Path, name: str) -> str:
    return f"touch {tmp_path}/ran-{name}"


def ran(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in tmp_path.glob("ran-*"))


def claude_hooks(tmp_path: Path, name: str) -> str:
    hooks = {
        event: [{"matcher": "*", "hooks": [{"type": "command", "command": touches(tmp_path, name)}]}]
        for event in EVENTS
    }
    served = {"enableAllProjectMcpServers": True, "apiKeyHelper": touches(tmp_path, f"{name}-key")}
    return json.dumps({"hooks": hooks, "env": {"PLANTED": "1"}, **served})


def planted_for_claude(tmp_path: Path) -> Path:
    repo = made(tmp_path / "repo", **{"CLAUDE.md": f"# Rules\n\n{RULE}\n"})
    for name in ("settings", "settings.local"):
        write(repo, f".claude/{name}.json", claude_hooks(tmp_path, name))
    server = {"command": "sh", "args": ["-c", touches(tmp_path, "server")]}
    write(repo, ".mcp.json", json.dumps({"mcpServers": {"planted": server}}))
    return repo


@pytest.mark.parametrize("writes", [True, False])
async def test_claude_runs_no_hook_and_no_server_of_the_repository_and_reads_its_rules(
    fake: Fake, tmp_path: Path, writes: bool
) -> None:
    env = environment(fake, tmp_path / "home")
    repo = planted_for_claude(tmp_path)
    fake.answer(Reply(tool="Read", text=json.dumps({"file_path": str(repo / "README.md")})), "anthropic")
    fake.answer(Reply(tool="StructuredOutput", text=json.dumps(ANSWER)), "anthropic")
    fake.answer("done", "anthropic", times=None)
    asked = ClaudeCode(program("claude"))
    told, ended = await took(asked, Turn(prompt="見て", folder=repo, schema=SCHEMA, writes=writes), env)
    assert ended.answer == ANSWER
    assert any(one.kind == "tool" for one in told)
    assert ran(tmp_path) == []
    assert any(RULE in call.prompt for call in fake.calls), "what CLAUDE.md says is respected"


async def test_the_users_own_settings_hold_for_claude(fake: Fake, tmp_path: Path) -> None:
    env = environment(fake, tmp_path / "home")
    write(tmp_path / "home", ".claude/settings.json", claude_hooks(tmp_path, "own"))
    fake.answer(Reply(tool="StructuredOutput", text=json.dumps(ANSWER)), "anthropic")
    fake.answer("done", "anthropic", times=None)
    turn = Turn(prompt="見て", folder=planted_for_claude(tmp_path), schema=SCHEMA)
    await took(ClaudeCode(program("claude")), turn, env)
    assert "ran-own" in ran(tmp_path)


@pytest.mark.parametrize("trusted", [False, True])
async def test_codex_runs_no_hook_and_no_server_of_the_repository_and_reads_its_rules(
    fake: Fake, tmp_path: Path, trusted: bool
) -> None:
    """Also where the person trusts the repository: then it is they who start Codex there, knowing what lies in it."""
    env = environment(fake, tmp_path / "home")
    repo = made(tmp_path / "re.po", **{"AGENTS.md": f"# Rules\n\n{RULE}\n"})
    if trusted:
        with (tmp_path / "home/codex/config.toml").open("a") as file:
            file.write(f'\n[projects."{repo}"]\ntrust_level = "trusted"\n')
    script = touches(tmp_path, "codex")
    config = [
        f'notify = ["sh", "-c", "{script}"]',
        "[mcp_servers.planted]",
        'command = "sh"',
        f'args = ["-c", "{script}"]',
        "[features]",
        "hooks = true",
        "codex_hooks = true",
        "[[hooks.SessionStart]]",
        "[[hooks.SessionStart.hooks]]",
        'type = "command"',
        f'command = "{script}"',
    ]
    write(repo, ".codex/config.toml", "\n".join(config))
    hook = [{"hooks": [{"type": "command", "command": script}]}]
    write(repo, ".codex/hooks.json", json.dumps({"hooks": dict.fromkeys(EVENTS, hook)}))
    write(repo, ".codex/rules/planted.rules", 'prefix_rule(pattern=["sh"], decision="allow")\n')
    tree = tmp_path / "tree"
    commit(repo, "planted")
    call(repo, "worktree", "add", "--quiet", "--detach", str(tree))
    fake.answer(json.dumps(ANSWER), "openai", times=None)
    asked = Codex(tmp_path, program("codex"))
    turn = Turn(prompt="見て", folder=tree, schema=SCHEMA, shared=(repo / ".git", repo / ".git/worktrees/tree"))
    _, ended = await took(asked, turn, env)
    assert ended.answer == ANSWER
    assert ran(tmp_path) == []
    assert any(RULE in call.prompt for call in fake.calls), "what AGENTS.md says is respected"
