"""Walls of the kernel around the sum of all processes, where this process may make cgroups (v1 and v2)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from kasen.tools.python.model import Why

ROOT = Path("/sys/fs/cgroup")
_CONTROLLERS = ("memory", "pids")
_NUMBERS = count(1)
_NAME = "kasen-python"
_LEFT: set[Path] = set()


@dataclass(frozen=True)
class Group:
    """Processes whose memory and number the kernel caps; `folders` are one per controller."""

    folders: Mapping[str, Path]
    two: bool
    """Whether it is a cgroup of version 2."""

    def add(self, pid: int) -> None:
        """Take that process in; what it starts later is in too. Raises OSError."""
        for folder in dict.fromkeys(self.folders.values()):
            _write(folder / "cgroup.procs", pid)

    def over(self) -> Why:
        """Which wall was hit, if one was."""
        events = self.folders["memory"] / ("memory.events" if self.two else "memory.oom_control")
        if _counter(events, "oom_kill"):
            return "memory"
        return "processes" if _counter(self.folders["pids"] / "pids.events", "max") else ""

    def close(self) -> None:
        """Remove it, once its processes are dead; one that the kernel still holds is swept by a later execution."""
        for folder in dict.fromkeys(self.folders.values()):
            try:
                folder.rmdir()
            except FileNotFoundError:
                pass
            except OSError:
                _LEFT.add(folder)


def open_group(root: Path, *, memory: int, processes: int) -> Group | None:
    """A group with these caps, in bytes and tasks; None where none can be made."""
    for folders in _places(root):
        two = folders["memory"] == folders["pids"]
        for folder in dict.fromkeys(folders.values()):
            _sweep(folder)
        name = f"{_NAME}-{os.getpid()}-{next(_NUMBERS)}"
        group = Group({controller: folder / name for controller, folder in folders.items()}, two)
        try:
            _make(group, memory=memory, processes=processes)
        except OSError:
            group.close()
            continue
        return group
    return None


def _make(group: Group, *, memory: int, processes: int) -> None:
    for folder in dict.fromkeys(group.folders.values()):
        folder.mkdir()
    of_memory = group.folders["memory"]
    _write(of_memory / ("memory.max" if group.two else "memory.limit_in_bytes"), memory)
    _write(group.folders["pids"] / "pids.max", processes)
    with suppress(OSError):  # no swap, or none that is counted
        _write(of_memory / "memory.swap.max", 0) if group.two else _write(
            of_memory / "memory.memsw.limit_in_bytes", memory
        )


def _places(root: Path) -> Iterator[dict[str, Path]]:
    """Folders in which a group may be tried, best first: below this process's own, then beside it."""
    own = _own()
    if all((root / controller).is_dir() for controller in _CONTROLLERS):
        yield {controller: _inside(root / controller, own.get(controller, "/")) for controller in _CONTROLLERS}
        yield {controller: root / controller for controller in _CONTROLLERS}
    elif (root / "cgroup.controllers").is_file():
        here = _inside(root, own.get("", "/"))
        for place in dict.fromkeys((here, here if here == root else here.parent)):
            with suppress(OSError):
                given = (place / "cgroup.subtree_control").read_text(encoding="ascii").split()
                if set(_CONTROLLERS) <= set(given):
                    yield dict.fromkeys(_CONTROLLERS, place)


def _own() -> dict[str, str]:
    """Controller → path of the group that this process is in; the empty name is version 2."""
    found: dict[str, str] = {}
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            found |= dict.fromkeys(controllers.split(","), path)
    return found


def _inside(root: Path, path: str) -> Path:
    """That group; the root where it cannot be seen from here, as in many containers."""
    place = root / path.strip("/")
    return place if place.is_dir() else root


def _sweep(folder: Path) -> None:
    """Remove groups that the kernel held when they were closed, and those of processes of ours that were killed."""
    for left in [left for left in _LEFT if left.parent == folder]:
        with suppress(OSError):
            left.rmdir()
            _LEFT.discard(left)
    for left in folder.glob(f"{_NAME}-*"):
        pid = left.name.removeprefix(f"{_NAME}-").partition("-")[0]
        if pid != str(os.getpid()) and not Path("/proc", pid).exists():
            with suppress(OSError):
                left.rmdir()


def _write(file: Path, value: int) -> None:
    # Opened as it is: a file that the kernel does not have must fail, not be made.
    descriptor = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, str(value).encode("ascii"))
    finally:
        os.close(descriptor)


def _counter(file: Path, name: str) -> int:
    with suppress(OSError, ValueError):
        for line in file.read_text(encoding="ascii").splitlines():
            key, _, value = line.partition(" ")
            if key == name:
                return int(value)
    return 0
