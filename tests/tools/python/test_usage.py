from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kasen.tools.python.usage import proportional, usage

PARENT = """
import os, threading, time, sys
for name in ("(", ") R 1 1", "a b"):
    if not os.fork():
        import ctypes; ctypes.CDLL(None).prctl(15, name.encode(), 0, 0, 0)
        if not os.fork():
            held = bytearray(32 << 20); held[::4096] = b"x" * len(held[::4096])
        print("x", flush=True)
        time.sleep(60)
for _ in range(4):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
print("x", flush=True)
end = time.process_time() + 0.3
while time.process_time() < end: pass
print("x", flush=True)
time.sleep(60)
"""


@contextmanager
def family(code: str, lines: int) -> Iterator[int]:
    """A process whose descendants have said so many lines."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        try:
            yield process.pid
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_all_descendants_are_counted_whatever_they_are_called() -> None:
    with family(PARENT, 8) as first:
        used = usage(first, most=100)
        assert used.tasks == 6
        assert len(used.pids) == 6
        assert used.cpu >= 0.25
        assert used.resident > 3 * (32 << 20)


def test_children_of_threads_are_found() -> None:
    code = """
import subprocess, sys, threading, time
def start():
    subprocess.Popen([sys.executable, "-c", "print('x', flush=True); import time; time.sleep(60)"])
    time.sleep(60)
threading.Thread(target=start, daemon=True).start()
time.sleep(60)
"""
    with family(code, 1) as first:
        assert len(usage(first, most=100).pids) == 1


def test_memory_that_processes_share_is_counted_once() -> None:
    code = """
import os, time
held = bytearray(64 << 20); held[::4096] = b"x" * len(held[::4096])
for _ in range(5):
    if not os.fork():
        print("x", flush=True)
        time.sleep(60)
print("x", flush=True)
time.sleep(60)
"""
    with family(code, 6) as first:
        used = usage(first, most=100)
        assert used.resident > 4 * (64 << 20)
        assert proportional((first, *used.pids)) < 2 * (64 << 20)


def test_counting_ends_where_it_is_too_much_anyhow() -> None:
    code = "import os, time\nfor _ in range(30):\n if not os.fork(): print('x', flush=True); time.sleep(60)"
    with family(f"{code}\ntime.sleep(60)", 30) as first:
        assert usage(first, most=100).tasks == 30
        assert 5 < usage(first, most=5).tasks < 30


def test_a_process_that_is_gone_uses_nothing() -> None:
    used = usage(2**22 - 1, most=10)
    assert (used.tasks, used.cpu, used.resident) == (0, 0.0, 0)
    assert proportional((2**22 - 1,)) == 0
