from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from uuid import uuid4

import pytest

from kasen.settings.environment import plain_environment
from kasen.teams.code.processes.marked import end_marked, marked
from kasen.teams.code.processes.tree import Process, process

NAME = "KASEN_TEST_MARK"
LEAVES = """
import subprocess, sys
child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(120)"
child = subprocess.Popen([sys.executable, "-c", child], start_new_session=True, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def family() -> Iterator[tuple[str, subprocess.Popen[str], Process]]:
    """A mark, a program that carries it, and a child that it leaves behind in a session of its own."""
    value = f"run/{uuid4().hex}"
    with subprocess.Popen(
        [sys.executable, "-c", LEAVES],
        env=plain_environment() | {NAME: value},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        child = process(int(parent.stdout.readline()))
        assert child is not None
        try:
            yield value, parent, child
        finally:
            child.send(9)
            parent.kill()


def test_all_that_descend_carry_the_mark_also_when_their_parent_is_gone(
    family: tuple[str, subprocess.Popen[str], Process],
) -> None:
    value, parent, child = family
    assert {one.pid for one in marked(NAME)[value]} == {parent.pid, child.pid}
    parent.kill()
    parent.wait()
    assert marked(NAME)[value] == [child]
    assert value not in marked("KASEN_TEST")  # a name that begins alike is another


async def test_what_carries_the_mark_is_ended_and_nothing_else(
    family: tuple[str, subprocess.Popen[str], Process],
) -> None:
    value, parent, child = family
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", env={NAME: f"{value}-2"}, stdin=asyncio.subprocess.PIPE
    )
    try:
        parent.kill()
        parent.wait()
        assert await end_marked(NAME, value) == []
        assert not child.lives
        assert value not in marked(NAME)
        assert other.returncode is None
        assert [one.pid for one in marked(NAME)[f"{value}-2"]] == [other.pid]
    finally:
        other.kill()
        await other.wait()


async def test_a_root_without_the_mark_is_ended_too(family: tuple[str, subprocess.Popen[str], Process]) -> None:
    value, parent, child = family
    root = process(parent.pid)
    assert root is not None
    assert await end_marked(NAME, "nobody", roots=[root], grace_s=0.1) == []
    assert not root.lives
    assert not child.lives
    assert value not in marked(NAME)
