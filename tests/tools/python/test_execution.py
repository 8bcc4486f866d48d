from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kasen.tools.python.cgroup import ROOT, open_group
from kasen.tools.python.execution import Execution
from kasen.tools.python.model import PythonLimits, PythonResult

pytestmark = pytest.mark.usefixtures("sandboxed")
Run = Callable[..., PythonResult]


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    stop, tell = os.pipe()
    yield stop, tell
    os.close(stop)
    os.close(tell)


@pytest.fixture
def run(pipe: tuple[int, int]) -> Run:
    def make(code: str, *, groups: bool = True, **limits: Any) -> PythonResult:
        return Execution(
            bwrap=shutil.which("bwrap") or "",
            code=code.encode(),
            data={},
            limits=PythonLimits(**limits),
            filter=b"",
            cgroups=ROOT if groups else Path("/nowhere"),
            stop=pipe[0],
        ).run()

    return make


def test_output_of_exactly_the_cap_is_no_offence_and_one_more_is(run: Run) -> None:
    result = run("import sys; sys.stdout.write('x' * 1024)", output_kb=1)
    assert (result.why, len(result.stdout)) == ("", 1024)
    result = run("import sys; sys.stdout.write('x' * 1025)", output_kb=1)
    assert (result.why, len(result.stdout)) == ("output", 1024)


def test_what_both_streams_hold_is_read_to_the_end(run: Run) -> None:
    result = run("import sys; print('o' * 60_000); print('e' * 60_000, file=sys.stderr); print('end')")
    assert result.ok
    assert result.stdout == "o" * 60_000 + "\nend\n"
    assert result.stderr == "e" * 60_000


def test_what_is_no_text_is_shown_as_text_and_obeyed_by_no_terminal(run: Run) -> None:
    result = run(r"import sys; sys.stdout.buffer.write(b'\x1b]0;title\x07a\xff\x00b\x1b[2J\xe3\x81\x82\n')")
    assert result.stdout == "a\N{REPLACEMENT CHARACTER}bあ\n"


def test_it_is_ended_when_it_is_told_to(run: Run, pipe: tuple[int, int]) -> None:
    Thread(target=os.write, args=(pipe[1], b"x")).start()
    result = run("import time; time.sleep(60)")
    assert result.why == "killed"
    assert result.seconds < 30


def test_files_are_kept_also_where_it_did_not_end_well(run: Run) -> None:
    result = run("open('out/half', 'w').write('half'); 1 / 0")
    assert (result.why, result.files) == ("error", {"half": b"half"})


def test_what_was_left_out_is_told_at_the_end_of_the_errors(run: Run) -> None:
    result = run("import os, sys; os.symlink('/etc', 'out/etc'); print('mine', file=sys.stderr)")
    assert result.ok
    assert result.stderr == "mine\n`etc` was left out: it is not a plain file"


@pytest.mark.parametrize("groups", [True, False])
def test_the_sum_of_processes_counts_and_not_each(run: Run, groups: bool) -> None:
    """Six that hold 30 MB each are too much for 128 MB, three are not."""
    code = """
import os, time
def child():
    held = bytearray(30 << 20); held[::4096] = b"x" * len(held[::4096])
    time.sleep(0.3)
    os._exit(0)
for _ in range({}):
    if not os.fork():
        child()
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
"""
    assert run(code.format(3), memory_mb=128, groups=groups).ok
    assert run(code.format(6), memory_mb=128, groups=groups).why == "memory"


def test_no_group_is_left_behind(run: Run) -> None:
    for code in ("1 / 0", "while True: pass", "import os\nwhile True: os.fork()"):
        run(code, seconds=0.2)
    open_group(ROOT, memory=1 << 20, processes=1)  # sweeps what the kernel still held a moment ago
    assert len(list(ROOT.glob(f"**/kasen-python-{os.getpid()}-*"))) <= 2
