from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from kasen.teams.code.processes.killing import end
from kasen.teams.code.processes.tree import descendants, process

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(120)"
begin = lambda: subprocess.Popen([sys.executable, "-c", child], start_new_session=True, stdout=subprocess.PIPE)
several = [begin() for _ in range(3)]
for one in several:
    one.stdout.readline()
print("up", flush=True)
time.sleep(120)
"""
POLITE = """
import pathlib, signal, sys, time
def leave(*_):
    pathlib.Path(sys.argv[1]).write_text("tidy")
    sys.exit()
signal.signal(signal.SIGTERM, leave)
print("up", flush=True)
time.sleep(120)
"""


async def begun(code: str, *arguments: str) -> asyncio.subprocess.Process:
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", code, *arguments, stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    await child.stdout.readline()
    return child


async def test_a_family_that_does_not_want_to_end_is_ended_whole() -> None:
    child = await begun(STUBBORN)
    root = process(child.pid)
    assert root is not None
    family = descendants([child.pid])
    assert len(family) == 3
    assert await end(root, grace_s=0.1) == []
    assert not any(one.lives for one in (root, *family))
    assert await child.wait() < 0


async def test_who_ends_by_itself_gets_the_time_to_tidy_up(tmp_path: Path) -> None:
    child = await begun(POLITE, str(tmp_path / "said"))
    root = process(child.pid)
    assert root is not None
    assert await end(root, grace_s=20) == []
    assert (tmp_path / "said").read_text() == "tidy"
    assert await child.wait() == 0
