from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kasen.tools.python.cgroup import ROOT, Group, open_group

CAPS = {"memory": 64 << 20, "processes": 20}


@pytest.fixture
def group() -> Group:
    found = open_group(ROOT, **CAPS)
    if found is None:
        pytest.skip("no cgroups can be made here")
    return found


def kernel_of_version_two(root: Path, own: str, *, given: str) -> Path:
    """A folder that looks as the kernel's does; what is written into it is only kept."""
    place = root / own.strip("/")
    place.mkdir(parents=True, exist_ok=True)
    (root / "cgroup.controllers").write_text("cpu memory pids", encoding="ascii")
    for folder in (place, place.parent):
        (folder / "cgroup.subtree_control").write_text(given, encoding="ascii")
    return place


def test_the_kernel_kills_what_takes_more_and_the_group_says_so(group: Group) -> None:
    """A program of our own, in the group and in no sandbox: nothing else ends it."""
    code = "input(); held = bytearray(256 << 20); held[::4096] = b'x' * len(held[::4096])"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as process:
        group.add(process.pid)
        assert group.over() == ""
        process.communicate(b"\n", timeout=30)
    assert process.returncode == -9
    assert group.over() == "memory"
    group.close()
    assert not any(folder.exists() for folder in group.folders.values())


def test_processes_are_counted_with_their_threads(group: Group) -> None:
    code = (
        "import os, time; input()\nfor _ in range(40):\n try:\n  if not os.fork(): time.sleep(9)\n except OSError: pass"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, start_new_session=True) as process:
        group.add(process.pid)
        process.communicate(b"\n", timeout=30)
        assert group.over() == "processes"
        os.killpg(process.pid, 9)
    group.close()


def test_groups_that_a_killed_process_left_are_swept(group: Group) -> None:
    group.close()
    left = [folder.parent / "kasen-python-999999999-1" for folder in group.folders.values()]
    for folder in left:
        folder.mkdir(exist_ok=True)
    again = open_group(ROOT, **CAPS)
    assert again is not None
    again.close()
    assert not any(folder.exists() for folder in left)


def test_where_nothing_can_be_made_there_is_no_group(tmp_path: Path) -> None:
    assert open_group(tmp_path, **CAPS) is None
    assert open_group(tmp_path / "nothing", **CAPS) is None
    for controller in ("memory", "pids"):
        (tmp_path / controller).mkdir()
    assert open_group(tmp_path, **CAPS) is None, "a file that the kernel does not have is not made"
    assert not list((tmp_path / "memory").iterdir())


def test_of_version_two_only_a_place_that_hands_on_both_controllers_is_tried(tmp_path: Path) -> None:
    kernel_of_version_two(tmp_path, "/", given="cpu")
    assert open_group(tmp_path, **CAPS) is None
    kernel_of_version_two(tmp_path, "/", given="cpu memory pids")
    assert open_group(tmp_path, **CAPS) is None, "nothing is written where the kernel has no such file"


def test_what_version_two_tells_is_understood(tmp_path: Path) -> None:
    group = Group({"memory": tmp_path, "pids": tmp_path}, two=True)
    assert group.over() == ""
    (tmp_path / "memory.events").write_text("low 0\nhigh 0\nmax 4\noom 1\noom_kill 0\n", encoding="ascii")
    (tmp_path / "pids.events").write_text("max 0\n", encoding="ascii")
    assert group.over() == ""
    (tmp_path / "pids.events").write_text("max 3\n", encoding="ascii")
    assert group.over() == "processes"
    (tmp_path / "memory.events").write_text("oom 1\noom_kill 1\n", encoding="ascii")
    assert group.over() == "memory"
