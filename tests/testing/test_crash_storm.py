"""Fifty runs of research while models, web, processes and database fail; the benchmark has a thousand."""

from __future__ import annotations

import random
from pathlib import Path

from kasen.testing.crash import Crashes
from kasen.testing.crash_storm import Weather, storm
from kasen.testing.traces import read_traces
from testing.durable import TESTS


def test_whatever_fails_runs_end_well_and_nothing_is_lost(tmp_path: Path) -> None:
    weather = Weather(kill_s=(1.5, 3.0), every_s=1.0, lock_s=(0.1, 0.3), longest_s=60.0)
    with Crashes(path=[TESTS]) as crashes:
        made = crashes.run(tmp_path, "testing.faulty:record", count=50)
        assert made.error == ""
        found = storm(crashes, tmp_path, "testing.faulty:work", weather, random.Random(50), seed=50)
    assert found.broken == []
    assert found.runs == 50
    assert found.statuses["done"] >= 49
    assert found.failed <= 2
    assert min(found.kills, found.locks) >= 1
    assert found.attempts > 50
    findings = [len(trace.result["findings"]) for trace in read_traces(tmp_path) if trace.status == "done"]
    assert sum(count > 0 for count in findings) >= 49
