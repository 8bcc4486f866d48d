"""What the benchmarks count holds: answers that follow one another, nothing done twice, nothing lost by a kill."""

from __future__ import annotations

import importlib.util
import random
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from kasen.runtime.store import Store

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
MODEL_S, WEB_S = 0.08, 0.01
DECK_S = 0.15
REVIEW_S = 0.3
"""Longer than a busy machine takes to ask seven roles: what is asked at once must begin before the first has ended."""


def script_of(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"benchmark_of_{name}", BENCHMARKS / f"{name}.py")
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
    script = script_of("research")
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


async def test_a_round_of_review_and_revision_is_two_answers_and_the_comparison_one() -> None:
    script = script_of("resume")
    run = await script.measured(REVIEW_S, max_iterations=2)
    found = run.figures()
    assert (found["serial"], found["rounds"], found["edits"]) == (4, 2, 1)
    assert (found["outcome"], found["stopped"]) == ("improved", "max_iterations")
    roles = found["roles"]
    assert {name: roles[name] for name in script.CRITICS} == dict.fromkeys(script.CRITICS, 2) | {"visual_designer": 1}
    assert (roles["revisor"], roles["judge"]) == (1, 2)
    assert [roles[name] for name in script.BESIDE] == [1, 1], "asked beside the critics, once a run"
    order = [span.role for span in sorted(run.model.spans)]
    assert set(order[:7]) == {*script.CRITICS, *script.BESIDE}
    assert order[7] == "revisor"
    assert order[-2:] == ["judge", "judge"]


async def test_near_the_threshold_each_round_takes_one_answer_more_for_two_further_looks_of_each() -> None:
    script = script_of("resume")
    far = await script.measured(REVIEW_S, bare=True, review_only=True)
    threshold = far.result["history"][0]["score"] + script.NEAR
    near = await script.measured(REVIEW_S, bare=True, review_only=True, threshold=threshold)
    assert (far.model.serial(), near.model.serial()) == (1, 2)
    assert near.model.roles() == {role: 3 * count for role, count in far.model.roles().items()}


async def test_nothing_is_compared_where_nothing_was_gained() -> None:
    script = script_of("resume")
    found = (await script.measured(REVIEW_S, bare=True, max_iterations=2, gains=False)).figures()
    assert (found["serial"], found["outcome"]) == (3, "no_gain")
    assert "judge" not in found["roles"]


@pytest.mark.alone
async def test_critics_asked_at_once_are_faster_than_one_after_another() -> None:
    """Counted in answers: 1 against 5; the seconds of a quiet machine stand in the README of the benchmarks."""
    script = script_of("resume")
    found = await script.critics(REVIEW_S)
    assert (found["asked"], found["serial"]) == (5, 1)
    assert found["one_after_another_s"] >= 5 * REVIEW_S
    assert found["times_faster"] > 2


@pytest.mark.parametrize(("slides", "serial", "calls"), [(10, 5, 8), (30, 6, 14)])
async def test_a_deck_waits_five_times_for_a_model_and_a_long_one_six_times(
    slides: int, serial: int, calls: int
) -> None:
    """coordinator, planner, outline, slides at once, critique at once."""
    found = await script_of("slides").measured(DECK_S, slides)
    assert found["slides"] == slides
    assert found["serial"] <= serial
    assert found["calls"] <= calls
    assert found["problems"] == 0
    once = {role: count for role, count in found["roles"].items() if not role.startswith("storywriter")}
    assert once == {"coordinator": 1, "planner": 1}


async def test_research_goes_on_beside_the_outline_and_one_repair_is_one_answer_more() -> None:
    script = script_of("slides")
    researched = await script.measured(DECK_S, 6, research=True)
    assert (researched["serial"], researched["research_answers"]) == (5, 3)
    assert researched["roles"]["researcher"] == 1
    repaired = await script.measured(DECK_S, 6, repair=True)
    assert (repaired["serial"], repaired["roles"]["storywriter_critique"]) == (6, 1)


async def test_pictures_are_drawn_beside_the_slides_and_whole_ones_after_them() -> None:
    script = script_of("slides")
    beside = await script.measured(DECK_S, 10, images="auto")
    assert beside["roles"]["drawing"] >= 1
    assert beside["serial"] <= 5
    whole = await script.measured(DECK_S, 6, images="full")
    assert whole["roles"]["drawing"] == 5, "every slide but the sources, each once"
    assert whole["serial"] <= 6, "how they look is asked for beside the slides"
    assert whole["roles"]["visualizer"] == 1, "and not again"


async def test_in_one_sitting_each_picture_waits_for_the_one_before() -> None:
    found = await script_of("slides").measured(DECK_S, 6, images="full", office=False)
    assert (found["roles"]["drawing"], found["serial"]) == (5, 5 + 5)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cli", "tool", "shim", "orchestrator", "tmux"])
def test_a_kill_loses_nothing_doubles_nothing_and_leaves_nothing(kind: str, tmp_path: Path) -> None:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    script = script_of("code_recovery")
    bench = script.Bench(tmp_path, random.Random(8))
    assert bench.run(kind, 2) > 0
    found = script.figures(bench.counted, [kind])
    assert [found[name] for name in ("unfinished", "lost", "duplicated", "orphans")] == [0, 0, 0, 0]
    assert found[kind]["kills"] > 0


@pytest.mark.alone
def test_a_claim_costs_the_same_in_a_long_queue_whatever_waits_in_it() -> None:
    script = script_of("code_queue")
    short, long = script.figures(100, 40), script.figures(2_000, 40)
    for shape in script.SHAPES:
        assert long[shape]["done"] >= short[shape]["done"] > 0, shape
        assert long[shape]["cpu_ms"] < 10 * short[shape]["cpu_ms"], "20 times as many tasks"
        assert long[shape]["claim_ms"]["p99"] >= long[shape]["claim_ms"]["p50"] > 0


@pytest.mark.slow
async def test_an_orchestrator_whose_agents_work_costs_next_to_nothing() -> None:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    found = await script_of("code_idle").measure(6, 5.0)
    assert found["agents"] == 6
    assert 0 < found["cpu_percent"] <= 5
    assert found["rss_mb"] <= 400, "the whole suite lies in this process; the script by itself stays below 150"


@pytest.mark.alone
async def test_places_are_full_while_runs_wait_and_no_more_is_driven_than_may_be(tmp_path: Path) -> None:
    script = script_of("capacity")
    async with Store(tmp_path / "home") as store:
        found = await script.measure(store, runs=24, places=4, call_s=0.05, owners=3)
    assert (found["runs"], found["done"], found["places"]) == (24, 24, 4)
    assert found["ideal_s"] == 0.9, "six rounds of three answers"
    assert found["seconds"] >= found["ideal_s"], "faster than the limits allow"
    assert found["places_filled"] > 0.9
    assert found["wait_p95_s"] > found["wait_p50_s"] > 0
