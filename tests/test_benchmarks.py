"""What the benchmark of research counts holds: answers that follow one another, and nothing fetched or shown twice."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

RESEARCH = Path(__file__).parent.parent / "benchmarks" / "research.py"
MODEL_S, WEB_S = 0.08, 0.01


def research() -> Any:
    spec = importlib.util.spec_from_file_location("benchmark_of_research", RESEARCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("mode", "serial", "calls"), [("quick", 4, (4, 6)), ("deep", 9, (10, 25))])
async def test_answers_that_follow_one_another_are_few_and_nothing_is_done_twice(
    mode: str, serial: int, calls: tuple[int, int]
) -> None:
    script = research()
    found = await script.measured(mode, getattr(script, mode.upper()), MODEL_S, WEB_S, WEB_S)
    assert found["serial"] <= serial
    assert calls[0] <= found["calls"] <= calls[1]
    assert (found["pages_twice"], found["passages_twice"]) == (0, 0)
    assert found["pages"] > found["searches"] > 0
    assert found["findings"] >= 3
    assert found["roles"]["verifier"] == 1
    if mode == "deep":
        assert found["roles"]["drill_down_generator"] == 1
        assert found["roles"]["plan_revisor"] == 2


def test_what_follows_one_another_is_told_from_what_runs_at_once() -> None:
    script = research()
    watched = script.Watched(None)
    watched.spans = [(0.0, 1.0, "a"), (1.0, 2.0, "b"), (1.1, 2.5, "b"), (1.9, 3.0, "b"), (2.6, 3.0, "c")]
    assert watched.serial() == 3
