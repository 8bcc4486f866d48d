from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.settings.environment import plain_environment
from kasen.teams.code.processes.tree import process
from kasen.teams.code.tmux import PANES, Pane, Tmux, TmuxFailed

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
ENV = plain_environment() | {"LANG": "C.UTF-8", "TERM": "xterm-256color"}


@pytest.fixture
async def tmux(tmp_path: Path) -> AsyncIterator[Tmux]:
    opened = Tmux(tmp_path / "tmux", ENV)
    yield opened
    await opened.close()


async def until(tmux: Tmux, agent: str, seen: Callable[[Pane], bool]) -> Pane:
    async with asyncio.timeout(20):
        while True:
            for pane in await tmux.panes():
                if pane.agent == agent and seen(pane):
                    return pane
            await asyncio.sleep(0.02)


async def test_an_agent_runs_in_a_pane_of_its_own_and_is_shown(tmux: Tmux, tmp_path: Path) -> None:
    assert await tmux.panes() == []
    pane = await tmux.open("coder-1", ["sh", "-c", "pwd; echo 宇治; exec sleep 60"], tmp_path)
    assert (pane.agent, pane.session, pane.dead) == ("coder-1", "agents-1", False)
    found = process(pane.pid)
    assert found is not None
    async with asyncio.timeout(20):
        while "宇治" not in (shown := await tmux.shown("coder-1")):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    assert str(tmp_path) in shown.replace("\n", "")
    with pytest.raises(TmuxFailed, match="`coder-2` has no pane"):
        await tmux.shown("coder-2")


async def test_a_pane_stays_when_its_process_is_killed_and_is_used_again(tmux: Tmux, tmp_path: Path) -> None:
    first = await tmux.open("coder-1", ["sleep", "60"], tmp_path)
    killed = process(first.pid)
    assert killed is not None
    killed.send(signal.SIGKILL)
    await until(tmux, "coder-1", lambda pane: pane.dead)
    assert not killed.lives
    second = await tmux.open("coder-1", ["sleep", "60"], tmp_path)
    assert second.id == first.id
    assert second.pid != first.pid
    assert not second.dead


async def test_nine_agents_need_two_sessions(tmux: Tmux, tmp_path: Path) -> None:
    agents = [f"impl-{n}" for n in range(PANES + 1)]
    await asyncio.gather(*(tmux.open(agent, ["sleep", "60"], tmp_path) for agent in agents))
    panes = await tmux.panes()
    assert sorted(pane.agent for pane in panes) == agents
    assert Counter(pane.session for pane in panes) == {"agents-1": PANES, "agents-2": 1}
    assert tmux.attach("agents-2")[-2:] == ["-t", "=agents-2"]


async def test_what_runs_there_sees_only_what_it_is_given(
    tmux: Tmux, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_SECRET", "test-key")
    await tmux.open("coder-1", ["sh", "-c", "env > seen; exec sleep 60"], tmp_path)
    async with asyncio.timeout(20):
        while not (tmp_path / "seen").exists() or "PATH=" not in (tmp_path / "seen").read_text():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    assert "OTHER_SECRET" not in (tmp_path / "seen").read_text()


async def test_a_server_that_is_killed_is_none_and_another_is_begun(tmux: Tmux, tmp_path: Path) -> None:
    pane = await tmux.open("coder-1", ["sleep", "60"], tmp_path)
    parent = int(Path(f"/proc/{pane.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    os.kill(parent, signal.SIGKILL)
    async with asyncio.timeout(20):
        while await tmux.panes():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)
    again = await tmux.open("coder-1", ["sleep", "60"], tmp_path)
    assert again.agent == "coder-1"
    for pid in (pane.pid,):
        if found := process(pid):
            found.send(signal.SIGKILL)
    await tmux.close()
    await tmux.close()
    assert await tmux.panes() == []


async def test_a_server_that_hangs_holds_nobody_up_and_is_told_once_each_time(tmp_path: Path) -> None:
    told: list[str] = []

    async def hangs() -> None:
        told.append("hangs")

    tmux = Tmux(tmp_path / "tmux", ENV, hangs=hangs, seconds=3.0)
    pane = await tmux.open("coder-1", ["sleep", "60"], tmp_path)
    stat = Path(f"/proc/{pane.pid}/stat").read_text(encoding="utf-8")
    server = process(int(stat.rpartition(")")[2].split()[1]))
    assert server is not None
    try:
        for times in (1, 2):
            server.send(signal.SIGSTOP)
            for _ in range(2 if times == 1 else 1):
                with pytest.raises(TmuxFailed, match="does not answer"):
                    await tmux.panes()
                assert len(told) == times
            server.send(signal.SIGCONT)
            assert [one.pid for one in await tmux.panes()] == [pane.pid]
    finally:
        server.send(signal.SIGCONT)
        await tmux.close()


async def test_where_there_is_no_tmux_one_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match="tmux is not installed"):
        await Tmux(tmp_path / "tmux", {"PATH": str(tmp_path)}).panes()
