"""The real `claude` and `codex`, where they are installed, in a home of their own, asking the fake providers."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from kasen.settings.environment import named_environment, plain_environment
from kasen.teams.code import machine
from kasen.teams.code.programs.turn import Ended, Program, Told, Turn
from kasen.testing.providers import Fake

CACHE = Path(named_environment(["XDG_CACHE_HOME"]).get("XDG_CACHE_HOME") or Path.home() / ".cache")
CLIS = CACHE / "kasen-clis" / "node_modules" / ".bin"


def program(name: str) -> str:
    """Where it is; skips the test when it is not installed, in the words of `kasen doctor`."""
    found = shutil.which(name, path=f"{CLIS}:{plain_environment().get('PATH', '')}")
    if found is None:
        seen = machine.program(name)
        pytest.skip(f"{name} is {seen.found}; without it: no {seen.costs}. For tests, scripts/clis.sh installs it")
    return found


def environment(fake: Fake, home: Path) -> dict[str, str]:
    """All that they see: a home without anything, the fake's addresses, keys that are none."""
    codex = home / "codex"
    codex.mkdir(parents=True, exist_ok=True)
    (codex / "config.toml").write_text(
        'model_provider = "fake"\n[model_providers.fake]\nname = "fake"\n'
        f'base_url = "{fake.addresses["openai"]}"\nenv_key = "FAKE_KEY"\nwire_api = "responses"\n'
        "request_max_retries = 1\nstream_max_retries = 1\nstream_idle_timeout_ms = 5000\n",
        encoding="utf-8",
    )
    return {
        **{name: value for name, value in plain_environment().items() if name in ("PATH", "LANG")},
        "HOME": str(home),
        "ANTHROPIC_BASE_URL": fake.addresses["anthropic"],
        "ANTHROPIC_API_KEY": "sk-ant-test-dummy",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CODEX_HOME": str(codex),
        "FAKE_KEY": "test-key",
    }


async def took(asked: Program, turn: Turn, env: Mapping[str, str]) -> tuple[list[Told], Ended]:
    """One turn; a program that says that no answer will come is ended."""
    child = await asyncio.create_subprocess_exec(
        *asked.command(turn),
        cwd=turn.folder,
        env=dict(env),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=1 << 24,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    errors = asyncio.create_task(child.stderr.read())
    told: list[Told] = []
    try:
        async with asyncio.timeout(90):
            child.stdin.write(asked.given(turn))
            child.stdin.close()
            async for line in child.stdout:
                told += asked.read(line)
                if any(one.kind == "lost" for one in told) and child.returncode is None:
                    child.terminate()
            await child.wait()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
        said = await errors
    ended = asked.ended(child.returncode or 0)
    assert told or ended.problem, said
    return told, ended
