from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.settings.environment import plain_environment
from kasen.teams.code.processes.tree import process
from kasen.teams.code.worker.reading import Child, Lines, NotStarted, reap
from teams.code.worker.played import until

MARK = "KASEN_TEST_CHILD"


def child(code: str, folder: Path, given: bytes = b"") -> Child:
    env = plain_environment() | {MARK: f"{folder.name}-{os.getpid()}"}
    return Child([sys.executable, "-c", code], folder=folder, env=env, mark=MARK, given=given)


@given(st.lists(st.binary(max_size=8)), st.integers(1, 6))
def test_lines_are_whole_however_they_come(pieces: list[bytes], longest: int) -> None:
    lines = Lines(longest)
    found = [line for piece in pieces for line in lines.feed(piece)] + list(lines.rest())
    wanted = b"".join(pieces).split(b"\n")
    wanted = wanted if wanted[-1] else wanted[:-1]
    assert found == [line for line in wanted if len(line) <= longest]
    assert lines.cut == len([line for line in wanted if len(line) > longest])


async def test_it_reads_its_input_to_the_end_and_is_read_to_its_end(tmp_path: Path) -> None:
    heard: list[bytes] = []
    code = "import sys; print(len(sys.stdin.buffer.read())); print('茶', end=''); sys.stderr.write('oh'); sys.exit(3)"
    async with child(code, tmp_path, b"x" * 300_000) as one:
        one.listen(heard.append)
        await until(lambda: one.ended and one.closed)
    assert (heard, one.said, one.code) == ([b"300000", "茶".encode()], "oh", 3)


async def test_without_anything_to_read_it_does_not_wait(tmp_path: Path) -> None:
    heard: list[bytes] = []
    async with child("import sys; print(repr(sys.stdin.read()))", tmp_path) as one:
        one.listen(heard.append)
        await until(lambda: one.ended)
    assert heard == [b"''"]


async def test_all_of_it_ends_when_it_is_left(tmp_path: Path) -> None:
    mine = await asyncio.create_subprocess_exec("sleep", "600")
    code = """
import subprocess, sys, time
one = subprocess.Popen(["sleep", "600"], start_new_session=True)
two = subprocess.Popen(["sleep", "600"], start_new_session=True, env={})
print(one.pid, two.pid, flush=True)
time.sleep(600)
"""
    heard: list[bytes] = []
    try:
        async with child(code, tmp_path) as one:
            one.listen(heard.append)
            await until(lambda: heard)
        assert one.code == -signal.SIGTERM
        assert [process(int(pid)) for pid in heard[0].split()] == [None, None]
        assert mine.returncode is None  # what was there before is not of it
    finally:
        mine.kill()
        await mine.wait()


async def test_who_holds_its_output_open_after_its_end_is_not_waited_for(tmp_path: Path) -> None:
    code = "import subprocess; subprocess.Popen(['sleep', '600'], start_new_session=True); print('done')"
    heard: list[bytes] = []
    async with child(code, tmp_path) as one:
        one.listen(heard.append)
        await until(lambda: one.ended)
        assert not one.closed
    assert (heard, one.code, one.closed) == ([b"done"], 0, True)


def test_who_lost_parents_and_mark_is_ended_by_who_adopts() -> None:
    code = """
import asyncio, pathlib, sys
from kasen.teams.code.processes.tree import adopt, process
from kasen.teams.code.worker.reading import Child
leaves = "import subprocess; print(subprocess.Popen(['sleep', '600'], start_new_session=True, env={}).pid)"
async def main():
    heard = []
    mark = {"KASEN_TEST_CHILD": "orphan"}
    async with Child([sys.executable, "-c", leaves], folder=pathlib.Path.cwd(), env=mark, mark=list(mark)[0]) as one:
        one.listen(heard.append)
        async with asyncio.timeout(30):
            await one.changed.wait()
    print(process(int(heard[0])))
adopt()
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "None"


async def test_what_is_no_program_is_said(tmp_path: Path) -> None:
    env = {MARK: "x"}
    with pytest.raises(NotStarted, match="`/nowhere` does not exist"):
        Child(["/nowhere"], folder=tmp_path, env=env, mark=MARK)
    with pytest.raises(NotStarted, match=r"`.*no-folder` does not exist"):
        Child(["true"], folder=tmp_path / "no-folder", env=env, mark=MARK)
    (tmp_path / "plain").write_text("x", encoding="utf-8")
    with pytest.raises(NotStarted, match="Permission denied"):
        Child([str(tmp_path / "plain")], folder=tmp_path, env=env, mark=MARK)


def test_children_that_have_ended_are_waited_for_but_for_one() -> None:
    code = """
import os, subprocess, sys, time
from kasen.teams.code.worker.reading import reap
mine, other = (subprocess.Popen(["true"]) for _ in range(2))
for one in (mine, other):
    os.waitid(os.P_PID, one.pid, os.WEXITED | os.WNOWAIT)
reap(mine.pid)
assert os.path.exists(f"/proc/{mine.pid}")
reap()
assert not os.path.exists(f"/proc/{mine.pid}") and not os.path.exists(f"/proc/{other.pid}")
reap()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert callable(reap)
