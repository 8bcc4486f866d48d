from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from kasen.teams.code.processes.tree import Process, descendants, process

FAMILY = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"], start_new_session=True)
print(child.pid, flush=True)
sys.stdin.read()
"""
ADOPTS = f"""
import os, signal, subprocess, sys
from kasen.teams.code.processes.tree import adopt, descendants
adopt()
parent = subprocess.Popen([sys.executable, "-c", {FAMILY!r}], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
grandchild = int(parent.stdout.readline())
parent.kill()
parent.wait()
found = descendants([os.getpid()])
print([one.pid for one in found] == [grandchild])
for one in found:
    one.send(signal.SIGKILL)
"""


@pytest.fixture
def family() -> Iterator[tuple[int, int]]:
    with subprocess.Popen(
        [sys.executable, "-c", FAMILY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        yield parent.pid, child
        for pid in (child, parent.pid):
            if found := process(pid):
                found.send(signal.SIGKILL)


def test_who_descends_from_a_process_is_found_also_in_a_session_of_its_own(family: tuple[int, int]) -> None:
    parent, child = family
    found = [one.pid for one in descendants([os.getpid()])]
    assert found.index(parent) < found.index(child)
    assert [one.pid for one in descendants([parent])] == [child]


def test_one_that_ended_and_was_not_waited_for_does_not_live() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
    found = process(child.pid)
    assert found is not None
    assert found.lives
    found.send(signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it is a zombie now
    os.kill(child.pid, 0)  # and would be taken for a living one
    assert not found.lives
    assert process(child.pid) is None
    child.wait()
    found.send(signal.SIGKILL)  # to nobody


def test_a_process_that_has_a_number_of_one_that_ended_is_another() -> None:
    me = process(os.getpid())
    assert me is not None
    other = Process(me.pid, me.started - 1)
    assert not other.lives
    other.send(signal.SIGKILL)  # it would end this test


def test_what_loses_its_parent_is_still_found_by_who_adopts() -> None:
    done = subprocess.run([sys.executable, "-c", ADOPTS], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["True"]
