"""Whole runs: the real orchestrator, shims, tmux, git, `claude` and `codex`, with a scripted model behind them."""

from __future__ import annotations

import asyncio
import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.teams.code.config.loading import default
from kasen.teams.code.opening import environment_of, specs_of, worker_of
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.orchestrator import Orchestrator
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.watchdog.crew import Crew
from kasen.testing.providers import Fake, serving
from teams.code.git.made import call
from teams.code.model import Model, sign_in, signed
from teams.code.orchestrator.begun import end_all, left_of
from teams.code.orchestrator.crews import Purse
from teams.code.orchestrator.desks import desk_of, limited, run_of

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
WRONG, RIGHT = "def tax(net): return net\n", "def tax(net): return net * 0.1\n"
LOST = {
    "file": "src/backend/tax.py",
    "line": 1,
    "severity": "major",
    "issue": "税率が足りない",
    "see": "tax(100) は 100 を返す",
    "suggestion": "0.1 を掛ける",
}


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as opened:
        yield opened


@pytest.fixture
async def folder(tmp_path: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Path]:
    sign_in(monkeypatch, fake, tmp_path / "home")
    run = f"run-{uuid.uuid4().hex[:12]}"
    (tmp_path / "run-id").write_text(run, encoding="utf-8")
    yield tmp_path
    await end_all(tmp_path, run)
    assert left_of(run) == {}


async def built(folder: Path, preset: str) -> tuple[Ended | Asked, Desk]:
    """The run, to its end; at most for five minutes."""
    desk = await desk_of(folder, limited(signed(default(preset)), heartbeat_seconds=1))
    place = desk.place
    tmux = Tmux(place.socket, environment_of(desk))
    crew = Crew(place, desk.config, tmux, spec_of=specs_of(desk), worker=worker_of(place), clock=desk.clock)
    try:
        async with asyncio.timeout(300):
            return await Orchestrator(desk, crew, Purse()).run(None), desk
    finally:
        desk.queue.close()


def shown(folder: Path, name: str) -> str:
    return call(folder / "repo", "show", f"kasen/{run_of(folder)}:{name}")


async def test_claude_writes_codex_refuses_claude_mends_codex_passes(fake: Fake, folder: Path) -> None:
    model = Model(fake)
    model.rule(agent="coder-1", times=1, edits={"src/backend/tax.py": WRONG}, commits="Add tax")
    model.rule(agent="coder-1", times=1, edits={"src/backend/tax.py": RIGHT})
    model.rule(agent="reviewer-1", times=1, looks=True, answer={"verdict": "FAIL", "blocking": [LOST]})
    model.rule(agent="reviewer-1", times=1, looks=True)
    ended, desk = await built(folder, "pair")
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", (ended, model.turns)
    assert [(turn.agent, turn.provider, turn.rule) for turn in model.turns] == [
        ("coder-1", "anthropic", 0),
        ("reviewer-1", "openai", 2),
        ("coder-1", "anthropic", 1),
        ("reviewer-1", "openai", 3),
    ]
    assert shown(folder, "src/backend/tax.py") == RIGHT
    assert "tax(100) は 100 を返す" in model.turns[2].prompt
    assert "+def tax(net): return net * 0.1" in model.turns[3].outputs[0]
    assert call(folder / "repo", "status", "--porcelain") == ""
    queue = Queue(desk.place.queue)
    assert {task.status for task in queue.tasks()} == {"done"}
    queue.close()


PLAN = [
    {"id": "api", "role": "impl-backend", "instruction": "税を足す", "files": ["src/backend/**"], "acceptance": ["x"]},
    {"id": "page", "role": "impl-frontend", "instruction": "値段を出す", "files": ["src/frontend/**"]},
    {"id": "guide", "role": "impl-document", "instruction": "案内を書く", "files": ["docs/**"]},
    {"id": "tests", "role": "impl-test", "instruction": "試す", "files": ["tests/**"]},
]
MADE = {
    "impl-backend-1": ("src/backend/tax.py", WRONG),
    "impl-frontend-1": ("src/frontend/price.js", "export const tax = 0.1\n"),
    "impl-document-1": ("docs/tax.md", "# 税込み\n"),
    "impl-test-1": ("tests/test_tax.py", "def test_tax() -> None: ...\n"),
}


@pytest.mark.slow
async def test_five_phases_with_both_a_gate_that_sends_back_and_a_second_one_that_passes(
    fake: Fake, folder: Path
) -> None:
    model = Model(fake)
    model.rule(asks="plan", answer={"tasks": PLAN})
    model.rule(agent="impl-backend-1", match="## Findings", edits={"src/backend/tax.py": RIGHT})
    for agent, (name, text) in MADE.items():
        model.rule(agent=agent, edits={name: text}, commits=f"{name} を作る")
    model.rule(agent="reviewer-security-1", times=1, answer={"verdict": "FAIL", "blocking": [LOST]})
    model.rule(asks="review", looks=True)
    ended, desk = await built(folder, "five-phase")
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed", (ended, model.turns)
    for name, text in {**dict(MADE.values()), "src/backend/tax.py": RIGHT}.items():
        assert shown(folder, name) == text
    agents = {turn.agent for turn in model.turns}
    assert agents == {one.id for one in desk.config.agents.agents} - {"codebase-guardian-1"}
    assert [turn.rule for turn in model.of("impl-backend-1")] == [2, 1]
    assert [turn.asks for turn in model.of("reviewer-security-1")] == ["review", "review"]
    assert "Look at nothing else" in model.of("reviewer-security-1")[1].prompt
    assert {turn.provider for turn in model.turns} == {"anthropic", "openai"}
    assert call(folder / "repo", "status", "--porcelain") == ""
