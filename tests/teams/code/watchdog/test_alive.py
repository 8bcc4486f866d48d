from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.watchdog.alive import Alive


@pytest.fixture
def child() -> Iterator[Process]:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"]) as opened:
        found = process(opened.pid)
        assert found is not None
        yield found
        opened.kill()


def wait_for(child: Process) -> None:
    """Until it has ended; it stays in the table."""
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_the_end_is_told_once_also_while_nobody_waits_for_the_process(child: Process) -> None:
    before = descriptors()
    ended, told = asyncio.Event(), []

    def tell() -> None:
        told.append(1)
        ended.set()

    watch = Alive(child, tell)
    await asyncio.sleep(0)
    assert not told
    child.send(signal.SIGKILL)
    async with asyncio.timeout(20):
        await ended.wait()
    os.kill(child.pid, 0)  # its number is still there
    assert not child.lives
    watch.close()
    for _ in range(3):
        await asyncio.sleep(0)
    assert told == [1]
    assert descriptors() == before


async def test_one_that_is_over_already_is_told_of(child: Process) -> None:
    me = process(os.getpid())
    assert me is not None
    child.send(signal.SIGKILL)
    wait_for(child)
    for gone in (child, Process(2**22 + 1, 1), Process(me.pid, me.started - 1)):
        ended = asyncio.Event()
        Alive(gone, ended.set)
        assert not ended.is_set()  # not while it is being made
        async with asyncio.timeout(20):
            await ended.wait()


async def test_who_watches_no_more_hears_nothing(child: Process) -> None:
    before, told = descriptors(), []
    watch = Alive(child, lambda: told.append(1))
    watch.close()
    gone = Alive(Process(2**22 + 1, 1), lambda: told.append(2))
    gone.close()
    child.send(signal.SIGKILL)
    wait_for(child)
    for _ in range(5):
        await asyncio.sleep(0)
    assert not told
    assert descriptors() == before
