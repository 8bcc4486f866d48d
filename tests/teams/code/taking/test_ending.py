from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

from kasen.settings.environment import plain_environment
from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import process
from kasen.teams.code.taking.ending import end_agents
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.worker.spec import MARK, Beat

SHIM = """
import subprocess, sys, time, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
print(child.pid, file=open(sys.argv[1], "w"), flush=True)
time.sleep(600)
"""


def made(root: Path) -> Place:
    place = Place(root, "01KB3V8Q5T0M8W6S1E7Z4R2N9C")
    place.mailbox.make(["impl-1", "orchestrator"])
    return place


async def told(path: Path) -> int:
    end = time.monotonic() + 60
    while not path.exists() or not path.read_text(encoding="utf-8").strip():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    return int(path.read_text(encoding="utf-8"))


def sleeping(mark: str = "") -> subprocess.Popen[bytes]:
    env = plain_environment() | ({MARK: mark} if mark else {})
    return subprocess.Popen(["sleep", "600"], start_new_session=True, env=env)


async def test_agents_in_panes_end_with_their_families_however_deaf_they_are(tmp_path: Path) -> None:
    place = made(tmp_path)
    tmux = Tmux(place.socket, plain_environment())
    pane = await tmux.open("impl-1", [sys.executable, "-c", SHIM, str(tmp_path / "pid")], tmp_path)
    try:
        family = [process(pane.pid), process(await told(tmp_path / "pid"))]
        assert all(one and one.lives for one in family)
        assert await end_agents(place) == []
        assert not any(one and one.lives for one in family)
        assert await tmux.panes() == []
    finally:
        await tmux.close()


async def test_a_shim_that_has_lost_its_tmux_and_what_carries_its_mark_end_as_well(tmp_path: Path) -> None:
    place = made(tmp_path)
    shim, lost, other = sleeping(), sleeping(f"{place.run_id}/impl-1"), sleeping("another/impl-1")
    try:
        one = process(shim.pid)
        assert one
        beat = Beat(agent="impl-1", pid=one.pid, started=one.started)
        place.mailbox.heartbeat("impl-1").write_text(beat.model_dump_json())
        place.mailbox.heartbeat("orchestrator").write_text("alive")
        assert await end_agents(place) == []
        assert (shim.wait(20), lost.wait(20)) != (0, 0)
        assert other.poll() is None
    finally:
        for child in (shim, lost, other):
            child.kill()
            child.wait()


async def test_where_nothing_was_begun_there_is_nothing_to_end(tmp_path: Path) -> None:
    assert await end_agents(Place(tmp_path / "nowhere", "01KB3V8Q5T0M8W6S1E7Z4R2N9C")) == []
