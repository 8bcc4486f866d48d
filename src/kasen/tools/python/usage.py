"""What all processes of one execution use together, read from /proc of this machine."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Usage:
    """The processes below the first one of a namespace, all of them together."""

    tasks: int
    """Threads, the first process left out."""
    cpu: float
    """Seconds, those of children that have ended included."""
    resident: int
    """Bytes; what processes share is counted in each."""
    pids: tuple[int, ...]


def usage(first: int, *, most: int) -> Usage:
    """What the descendants of that process use; counting ends soon after `most` tasks.

    Whatever is started in a pid namespace is a descendant of its first process, orphans included.
    """
    tasks, cpu, pages = 0, 0.0, 0
    seen: set[int] = set()
    waiting = [first]
    while waiting and tasks <= most:
        pid = waiting.pop()
        if pid in seen:
            continue
        seen.add(pid)
        with suppress(OSError):
            spent, threads, resident = _stat(pid)
            cpu += spent
            if pid != first:
                tasks += threads
                pages += resident
            waiting += _children(pid, threads, most)
    return Usage(tasks, cpu, pages * _PAGE, tuple(seen - {first}))


def proportional(pids: tuple[int, ...]) -> int:
    """Bytes of memory of these processes, what they share counted once (`Pss`); resident bytes where that is hidden."""
    total = 0
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
            total += sum(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Pss:"))
        except OSError:
            with suppress(OSError):
                total += _stat(pid)[2] * _PAGE
    return total


def _stat(pid: int) -> tuple[float, int, int]:
    """Seconds of CPU, threads and resident pages. Raises OSError for a process that has ended."""
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    # The name may hold anything, brackets too; fields are counted from behind its last one (proc_pid_stat(5)).
    fields = text[text.rindex(")") + 2 :].split()
    return sum(map(int, fields[11:15])) / _TICKS, int(fields[17]), int(fields[21])


def _children(pid: int, threads: int, most: int) -> list[int]:
    """Some of the children of its threads: all of them, unless they are more than so many."""
    of = Path(f"/proc/{pid}/task")
    found: list[int] = []
    for thread in of.iterdir() if threads > 1 else (of / str(pid),):
        with suppress(OSError):
            found += _numbers(thread / "children", most)
    return found


def _numbers(file: Path, most: int) -> list[int]:
    """The first numbers of a file. The kernel takes the square of their number to tell all, while more are made."""
    descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        text = b""
        while text.count(b" ") <= most and (part := os.read(descriptor, 4096)):
            text += part
    finally:
        os.close(descriptor)
    return [int(number) for number in text.split()]
