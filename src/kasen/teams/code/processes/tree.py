"""Processes as /proc tells of them (proc(5)): who lives, who came from whom. A number is nobody: it is used again."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
"""prctl(2)."""


@dataclass(frozen=True)
class Process:
    """One process, for ever: its number and when it began."""

    pid: int
    started: int
    """Clock ticks after the boot."""

    @property
    def lives(self) -> bool:
        """Whether it runs. One that has ended and that its parent has not waited for yet does not live."""
        state = _stat(self.pid)
        return state is not None and state.started == self.started and state.letter not in "ZX"

    def send(self, number: int) -> None:
        """A signal, to this process and no other that has its number by now (pidfd_open(2))."""
        with suppress(ProcessLookupError):
            opened = os.pidfd_open(self.pid)
            try:
                if self.lives:
                    signal.pidfd_send_signal(opened, number)
            finally:
                os.close(opened)


@dataclass(frozen=True)
class _Stat:
    letter: str
    parent: int
    started: int


def process(pid: int) -> Process | None:
    """The process of that number now; None when there is none."""
    found = _stat(pid)
    return None if found is None or found.letter in "ZX" else Process(pid, found.started)


def descendants(roots: Iterable[int]) -> list[Process]:
    """All that live below those processes, the nearest first.

    One look at the whole table: none is missed because its parent ended between two looks.
    """
    table = {
        int(place.name): stat
        for place in Path("/proc").iterdir()
        if place.name.isdigit() and (stat := _stat(int(place.name)))
    }
    children: dict[int, list[int]] = {}
    for pid, stat in table.items():
        children.setdefault(stat.parent, []).append(pid)
    found, wave = [], list(roots)
    while wave:
        wave = [child for parent in wave for child in children.get(parent, ())]
        found += [Process(pid, table[pid].started) for pid in wave if table[pid].letter not in "ZX"]
    return found


def adopt() -> None:
    """From now on what descends from this process and loses its parent becomes its child, so that it can be found.

    A program that is killed leaves its tools running, some in sessions of their own: they would go to process 1.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def _stat(pid: int) -> _Stat | None:
    try:
        data = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = data.rpartition(")")[2].split()
    return _Stat(fields[0], int(fields[1]), int(fields[19]))
