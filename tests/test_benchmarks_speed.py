"""The cheap half of the targets of speed, as ratios: they hold on a busy machine too."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kasen.runtime.store import Store
from servers.redis import MISSING, PROGRAM

pytestmark = pytest.mark.alone
BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


def script_of(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"speed_of_{name}", BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    return module


def test_a_look_at_the_help_costs_at_most_half_as_much_again_as_an_empty_app() -> None:
    """Of a processor, and the quickest start of each: what others do on the machine meanwhile does not count."""
    script = script_of("startup")
    found = {name: min(one.cpu_ms for one in each) for name, each in script.starts(4).items()}
    assert found["kasen --help"] <= 1.5 * found["empty --help"], found
    assert found["kasen teams"] <= 1.5 * found["empty"], found
    assert found["kasen teams"] < found["kasen runs list"], "which reads the store: the guard sees a difference"


async def test_a_report_in_a_running_process_is_quicker_than_a_command_and_its_first_event_comes_at_once(
    tmp_path: Path,
) -> None:
    found = await script_of("quick").measure(tmp_path, 1)
    assert found["documents"] == 12
    assert found["inside_s"] < found["fresh_s"] / 2, found
    assert found["first_event_ms"] < 1000 * found["inside_s"] / 2, found
    assert found["first_event_ms"] < found["fresh_first_event_ms"] < 1000 * found["fresh_s"] / 1.3, found
    assert found["fresh_cpu_s"] <= 3.5 * found["plain_cpu_s"], found


async def test_an_unchanged_folder_is_looked_at_fifty_times_faster_than_it_was_added(tmp_path: Path) -> None:
    found = await script_of("knowledge").many(tmp_path, 200)
    assert found["files"] == 200
    assert found["times_faster"] >= 50, found


async def test_a_query_in_a_base_ten_times_as_large_takes_much_less_than_ten_times_as_long(tmp_path: Path) -> None:
    script = script_of("knowledge")
    (tmp_path / "small").mkdir()
    (tmp_path / "big").mkdir()
    small = await script.large(tmp_path / "small", 200)
    big = await script.large(tmp_path / "big", 2_000)
    assert big["passages"] > 8 * small["passages"]
    assert big["query_p50_ms"] < 5 * small["query_p50_ms"], (small, big)


MEMORY = """
import asyncio, json, logging, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import runtime
runtime.WAITS, runtime.PACE = 0.6, 0.05
logging.getLogger("kasen").setLevel(logging.ERROR)
print(json.dumps(asyncio.run(runtime.memory(Path(sys.argv[2]), 20))))
"""


def test_runs_that_are_over_leave_nothing_in_memory(tmp_path: Path) -> None:
    """In a process of its own: what pytest keeps of logs would count as well."""
    line = [sys.executable, "-c", MEMORY, str(BENCHMARKS), str(tmp_path)]
    found = json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE, timeout=300).stdout)
    assert found["many_runs_mb"] < 2 * found["idle_mb"], found
    assert len(found["after_rounds_mb"]) == 10
    assert found["after_rounds_mb"][-1] < 1.2 * found["many_runs_mb"], found
    assert found["left_blocks_per_run"] < 40, found
    assert 0 < found["disk_kb_per_run"] < 200, found


async def test_readers_get_every_event(tmp_path: Path) -> None:
    async with Store(tmp_path / "home") as store:
        found = await script_of("runtime").read(store, 5)
    assert found["read_missed"] == 0
    assert found["read_events"] >= 5 * 15


def test_runs_that_go_at_once_cost_less_than_those_of_bare_langgraph() -> None:
    """Of the processor; half as much, where nothing else is measured."""
    few = ["--rounds=3", "--runs=1", "--many=20", "--steps=5"]
    line = [sys.executable, str(BENCHMARKS / "checkpoints.py"), *few, "--json"]
    found = json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE, timeout=300).stdout)
    assert found["at_once"] == 20
    for ours in ("saver", "run"):
        assert 0 < found["sqlite"][f"at_once_{ours}_cpu_ratio"] <= 1, found["sqlite"]


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason=MISSING)
def test_runs_are_held_against_bare_langgraph_wherever_their_state_is_kept() -> None:
    places, few = ["--memory", "--redis", "--postgres"], ["--rounds=1", "--runs=1", "--many=2", "--steps=5"]
    line = [sys.executable, str(BENCHMARKS / "checkpoints.py"), *few, *places, "--json"]
    found = json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE, timeout=120).stdout)
    ratios = {
        f"{way}_{ours}_{of}_ratio"
        for way in ("alone", "at_once")
        for ours in ("saver", "run")
        for of in ("wall", "cpu")
    }
    for place in ("sqlite", "postgresql", "memory", "redis"):
        assert {name for name, value in found[place].items() if name.endswith("_ratio") and value > 0} == ratios, place
