"""The simulation of benchmarks/scale.py obeys the laws of queues, and its constants say where they come from."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parent.parent / "benchmarks" / "scale.py"


@pytest.fixture(scope="module")
def scale() -> Any:
    spec = importlib.util.spec_from_file_location("benchmark_of_scale", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    return module


def test_every_constant_has_a_unit_and_says_where_it_comes_from(scale: Any) -> None:
    parts = json.loads(scale.CONSTANTS.read_text("utf-8"))
    assert len(parts["run"]) + len(parts["cost"]) >= 12
    for part in ("run", "cost"):
        assert all(one["unit"] and one["from"] for one in parts[part].values())
    assert len(scale.constants()) == sum(map(len, parts.values())), "no name stands twice"
    with pytest.raises(KeyError):
        scale.constants({"unheard_of": 1})


def test_far_from_saturation_utilisation_is_arrivals_times_demand(scale: Any) -> None:
    of = scale.constants({"answer_s": 1.0, "model_calls": 200, "worker_processors": 8})
    one = scale.Simulation(of, 3.0, seconds=1500)
    one.run()
    used = one.utilisation()
    for name, (seconds, servers) in scale.demands(of).items():
        if name != "places":  # held while a run waits for anything, too
            assert used[name] == pytest.approx(3.0 * seconds / servers, rel=0.1), name
    assert len(one.took) / 1500 == pytest.approx(3.0, rel=0.05), "what comes in goes out"
    in_the_system = sum(one.took) / 1500
    assert in_the_system == pytest.approx(3.0 * sum(one.took) / len(one.took), rel=0.05), "Little's law"


@pytest.mark.parametrize(
    ("changed", "first"),
    [
        ({"model_calls": 20}, "model calls"),
        ({"worker_cpu_s": 30, "worker_processors": 4}, "worker processors"),
        ({"commit_s": 0.2}, "database commits"),
        ({"places": 1, "worker_processors": 8, "model_calls": 5000}, "places"),
        ({"stream_cpu_s": 0.1}, "servers"),
        ({"temporal_change_s": 1.0}, "temporal"),
    ],
)
def test_what_saturates_first_follows_its_constant(scale: Any, changed: dict[str, float], first: str) -> None:
    of = scale.constants(changed)
    (name, most), *_ = scale.limits(of)
    assert name == first
    below = scale.simulated(of, most * 0.5, seconds=1000)
    above = scale.simulated(of, most * 2, seconds=1000)
    assert below["done_per_s"] == pytest.approx(most * 0.5, rel=0.25)
    if first == "servers":  # nothing waits for them: runs go on while streams lag
        assert above["done_per_s"] > most * 1.2
        assert above["utilisation"][first] > 1
        return
    assert above["done_per_s"] < most * 1.2, "more than that never gets through"
    assert above["run_p95_s"] > below["run_p95_s"]
    assert above["utilisation"][first] > 0.85


def test_waiting_grows_with_load_and_more_servers_take_it_away(scale: Any) -> None:
    of = scale.constants({"model_calls": 100})
    most = dict(scale.limits(of))["model calls"]
    waits = [scale.simulated(of, most * load, seconds=1500)["model_wait_p95_s"] for load in (0.5, 0.9, 1.5)]
    assert waits == sorted(waits)
    assert waits[2] > waits[0]
    more = scale.constants({"model_calls": 400})
    assert scale.simulated(more, most * 1.5, seconds=1500)["model_wait_p95_s"] < waits[2] / 10


def test_the_plan_is_enough_for_the_day_that_it_is_made_for(scale: Any) -> None:
    of = scale.constants()
    plan = scale.plan(of, 100_000)
    changed = {
        "worker_processors": plan["worker_processes"],
        "model_calls": plan["model_calls_at_once"],
        "servers": plan["server_processes"],
        "databases": plan["databases"],
        "temporal_shards": plan["temporal_shards"],
    }
    found = scale.simulated(scale.constants(changed), plan["peak_runs_per_s"], seconds=1000)
    assert max(found["utilisation"].values()) < 0.85
    assert found["place_wait_p95_s"] == 0


def test_it_prints_for_people_and_as_json() -> None:
    line = [sys.executable, str(FILE), "--runs-per-day", "20000", "--seconds", "120"]
    told = subprocess.run(line, check=True, capture_output=True, text=True).stdout
    assert "runs/s at most" in told
    assert "worker_processes" in told
    found = json.loads(subprocess.run([*line, "--json"], check=True, capture_output=True, text=True).stdout)
    assert found["first"] == found["limits"][0]["resource"]
    assert len(found["loads"]) == 6
    wrong = subprocess.run([*line, "--set", "nothing=1"], check=False, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "scale.json lists them" in wrong.stderr
