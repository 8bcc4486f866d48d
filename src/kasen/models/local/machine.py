"""What this process may use: memory and cores of the machine, or of the container that it is in."""

from __future__ import annotations

import math
import os
import re
from pathlib import Path

_V1_LIMIT = "sys/fs/cgroup/memory/memory.limit_in_bytes"
_V1_USED = "sys/fs/cgroup/memory/memory.usage_in_bytes"
_V1_STAT = "sys/fs/cgroup/memory/memory.stat"


def available_memory(root: Path = Path("/")) -> int | None:
    """Bytes that may still be taken, cached files counted as free; None where the system does not say.

    The smallest of `MemAvailable` of /proc/meminfo and of what each control group above this process leaves (cgroup
    v2, else v1). `root` stands for `/`.
    """
    told = [_of_machine(root), *_of_groups(root), _left(root / _V1_LIMIT, root / _V1_USED, root / _V1_STAT)]
    return min((bytes_ for bytes_ in told if bytes_ is not None), default=None)


def usable_cores(root: Path = Path("/")) -> int:
    """Cores that this process may keep busy: those it may run on, or fewer where its control groups allow less."""
    quotas = [_quota(level / "cpu.max") for level in _levels(root)]
    allowed = [math.ceil(quota) for quota in quotas if quota]
    return max(min([len(os.sched_getaffinity(0)), *allowed]), 1)


def _quota(path: Path) -> float:
    """Cores' worth of time of a `cpu.max` (microseconds of a period); 0: no limit."""
    found = re.match(r"(\d+) (\d+)$", _read(path).strip())
    return int(found[1]) / int(found[2]) if found else 0.0


def _of_machine(root: Path) -> int | None:
    found = re.search(r"^MemAvailable:\s+(\d+) kB", _read(root / "proc/meminfo"), re.MULTILINE)
    return int(found[1]) * 1024 if found else None


def _of_groups(root: Path) -> list[int | None]:
    return [_left(one / "memory.max", one / "memory.current", one / "memory.stat") for one in _levels(root)]


def _levels(root: Path) -> list[Path]:
    """A limit may stand at any level between the group of this process and the top."""
    found = re.search(r"^0::/(.*)$", _read(root / "proc/self/cgroup"), re.MULTILINE)
    top = root / "sys/fs/cgroup"
    group = top / found[1] if found else top
    return [group, *(level for level in group.parents if level.is_relative_to(top))]


def _left(limit: Path, used: Path, stat: Path) -> int | None:
    most, taken = _read(limit).strip(), _read(used).strip()
    if not (most.isdigit() and taken.isdigit()):  # "max": no limit
        return None
    cached = re.findall(r"^(?:in)?active_file (\d+)$", _read(stat), re.MULTILINE)
    return max(int(most) - int(taken) + sum(map(int, cached)), 0)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""
