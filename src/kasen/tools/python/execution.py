"""One execution from begin to end, in a thread of its own: started, read, watched, ended, collected."""

from __future__ import annotations

import os
import selectors
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import IO

from kasen.prompts.outside import printable
from kasen.tools.python import verdict
from kasen.tools.python.cgroup import Group, open_group
from kasen.tools.python.collecting import collect
from kasen.tools.python.jail import Jail, counted, open_jail
from kasen.tools.python.model import PythonLimits, PythonResult, Why
from kasen.tools.python.usage import proportional, usage

TICK_S = 0.02
"""Seconds between two looks at what all processes use together."""
_CHUNK = 1 << 16
_GROUP_SLACK = 16 << 20
_MORE_TASKS = 8


@dataclass(frozen=True, kw_only=True)
class Execution:
    """What is to be run, and how."""

    bwrap: str
    code: bytes
    data: Mapping[str, Path | bytes]
    limits: PythonLimits
    filter: bytes
    """System calls that are refused; see `filter.program`."""
    cgroups: Path
    stop: int
    """A descriptor that becomes readable when it is to be ended."""

    def run(self) -> PythonResult:
        """Run it to its end. Raises NotStarted, InputError, InternalError; all processes are dead in every case."""
        limits = self.limits
        with ExitStack() as stack:
            group = open_group(
                self.cgroups,
                memory=((limits.memory_mb + limits.disk_mb) << 20) + _GROUP_SLACK,
                processes=limits.processes + _MORE_TASKS,
            )
            if group is not None:
                stack.callback(group.close)
            jail = open_jail(self.bwrap, self.code, self.data, limits, walled=self.filter)
            stack.callback(jail.close)
            group = _joined(group, jail)
            return _watched(jail, group, limits, self.stop)


def _joined(group: Group | None, jail: Jail) -> Group | None:
    if group is None:
        return None
    try:
        group.add(jail.first)
    except OSError:
        return None
    return group


@dataclass
class _Stream:
    """What is printed, up to a bound."""

    file: IO[bytes]
    most: int
    kept: bytearray = field(default_factory=bytearray)
    over: bool = False
    """Whether there was more."""

    def take(self) -> bool:
        """Read what is there; False at its end."""
        part = os.read(self.file.fileno(), _CHUNK)
        room = self.most - len(self.kept)
        self.kept += part[:room]
        self.over = self.over or len(part) > room
        return bool(part)

    def text(self) -> str:
        return printable(self.kept.decode("utf-8", "replace"))


def _watched(jail: Jail, group: Group | None, limits: PythonLimits, stop: int) -> PythonResult:
    assert jail.program.stdout is not None
    assert jail.program.stderr is not None
    out, err = (_Stream(file, limits.output_kb << 10) for file in (jail.program.stdout, jail.program.stderr))
    began = monotonic()
    jail.release()
    if group is None and not counted():
        jail.yield_to_others()
    why = _until_the_end(jail, group, limits, (out, err), stop)
    seconds = round(monotonic() - began, 3)
    jail.kill()
    for stream in (out, err):
        while not stream.over and stream.take():
            pass
    code, stderr = jail.code(), err.text()
    why = why or ("output" if out.over or err.over else "") or (group.over() if group else "")
    why = why or _written(jail, limits) or verdict.of_code(code, stderr)
    files, notes = collect(jail.box, most=limits.disk_mb << 20)
    return PythonResult(
        why=why,
        said=verdict.sentence(why, limits, code=code, stderr=stderr),
        stdout=out.text(),
        stderr="\n".join(filter(None, (stderr.rstrip("\n"), *notes))),
        files=files,
        seconds=seconds,
    )


def _until_the_end(
    jail: Jail, group: Group | None, limits: PythonLimits, streams: tuple[_Stream, _Stream], stop: int
) -> Why:
    """Read and look until all is dead, or a limit is passed, which it returns."""
    now = look = monotonic()
    deadline = now + limits.seconds
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            selector.register(stream.file, selectors.EVENT_READ, stream)
        selector.register(jail.life, selectors.EVENT_READ)
        selector.register(stop, selectors.EVENT_READ)
        while now < deadline:
            for key, _ in selector.select(TICK_S):
                if key.data is None:
                    return "killed" if key.fd == stop else ""
                if not key.data.take():
                    selector.unregister(key.fileobj)
                if key.data.over:
                    return "output"
            now = monotonic()
            if now >= look:
                look = now + TICK_S
                if why := _over(jail, group, limits):
                    return why
    return "time"


def _over(jail: Jail, group: Group | None, limits: PythonLimits) -> Why:
    """The limit that is passed at this moment, if one is."""
    if group is not None and (why := group.over()):
        return why
    used = usage(jail.first, most=limits.processes)
    if used.tasks > limits.processes:
        return "processes"
    most = limits.memory_mb << 20
    if used.resident > most and proportional(used.pids) > most:
        return "memory"
    return "time" if used.cpu > limits.cpu_seconds else _written(jail, limits)


def _written(jail: Jail, limits: PythonLimits) -> Why:
    box = os.fstatvfs(jail.box)
    used = (box.f_blocks - box.f_bfree) * box.f_frsize
    return "disk" if used > limits.disk_mb << 20 or box.f_files - box.f_ffree > verdict.MOST_FILES else ""
