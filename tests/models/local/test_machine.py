from __future__ import annotations

import os
from pathlib import Path

import pytest

from kasen.models.local.machine import available_memory, usable_cores

GB = 1 << 30


def write(root: Path, **files: str) -> Path:
    names = {
        "meminfo": "proc/meminfo",
        "group": "proc/self/cgroup",
        "limit": "sys/fs/cgroup/memory.max",
        "used": "sys/fs/cgroup/memory.current",
        "stat": "sys/fs/cgroup/memory.stat",
        "inner_limit": "sys/fs/cgroup/app/memory.max",
        "inner_used": "sys/fs/cgroup/app/memory.current",
        "cpu": "sys/fs/cgroup/cpu.max",
        "inner_cpu": "sys/fs/cgroup/app/cpu.max",
        "limit_v1": "sys/fs/cgroup/memory/memory.limit_in_bytes",
        "used_v1": "sys/fs/cgroup/memory/memory.usage_in_bytes",
    }
    for name, text in files.items():
        path = root / names[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
    return root


MACHINE = f"MemTotal: 9 kB\nMemAvailable:   {8 * GB // 1024} kB\n"


def test_what_the_machine_has_to_spare_is_told(tmp_path: Path) -> None:
    assert available_memory(write(tmp_path, meminfo=MACHINE)) == 8 * GB


def test_nobody_knows_where_the_system_does_not_say(tmp_path: Path) -> None:
    assert available_memory(tmp_path) is None


def test_the_limit_of_a_container_counts_and_its_cached_files_are_free(tmp_path: Path) -> None:
    stat = f"anon 1\nactive_file {GB}\ninactive_file {GB}\ninactive_anon 7\n"
    root = write(tmp_path, meminfo=MACHINE, limit=str(4 * GB), used=str(3 * GB), stat=stat)
    assert available_memory(root) == 3 * GB


@pytest.mark.parametrize(("limit", "left"), [("max", 8 * GB), (str(2 * GB), GB)])
def test_a_limit_further_in_counts_and_no_limit_does_not(tmp_path: Path, limit: str, left: int) -> None:
    root = write(
        tmp_path, meminfo=MACHINE, group="0::/app\n", limit="max", used="1", inner_limit=limit, inner_used=str(GB)
    )
    assert available_memory(root) == left


def test_the_first_version_of_control_groups_is_read(tmp_path: Path) -> None:
    assert available_memory(write(tmp_path, meminfo=MACHINE, limit_v1=str(3 * GB), used_v1=str(GB))) == 2 * GB


def test_a_full_container_has_nothing_left(tmp_path: Path) -> None:
    assert available_memory(write(tmp_path, meminfo=MACHINE, limit=str(GB), used=str(2 * GB))) == 0


def test_this_machine_answers() -> None:
    assert (available_memory() or 0) > 1 << 20
    assert usable_cores() >= 1


@pytest.mark.parametrize(
    ("outer", "inner", "cores"), [("max 100000", "100000 100000", 1), ("50000 100000", "max 100000", 1)]
)
def test_the_least_share_of_the_processor_counts(tmp_path: Path, outer: str, inner: str, cores: int) -> None:
    assert usable_cores(write(tmp_path, group="0::/app\n", cpu=outer, inner_cpu=inner)) == cores


def test_without_a_limit_all_cores_are_usable(tmp_path: Path) -> None:
    all_cores = len(os.sched_getaffinity(0))
    assert usable_cores(tmp_path) == usable_cores(write(tmp_path, cpu="max 100000")) == all_cores
    assert usable_cores(write(tmp_path, cpu="99900000 100000")) == all_cores
