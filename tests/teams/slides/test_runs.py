"""Runs through the real runtime: killed and carried on, waiting for a person, repeated, cancelled, out of budget."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError, UnknownName
from kasen.models.provider import ModelRequest
from kasen.runtime import approvals
from kasen.runtime.artifacts import KeptArtifacts
from kasen.runtime.host import Host
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.teams.slides.template.bundled import bundled
from kasen.testing.crash import Crashes, Kill, Scenario, disturb, every_commit
from kasen.testing.traces import Trace, read_trace
from teams.slides.bench import CSV, GOOD, writes
from teams.slides.played import asking, told

TESTS = Path(__file__).parents[2]
MADE = ("deck.pptx", "outline.json", "figures.json")


def request(folder: Path, **more: Any) -> dict[str, Any]:
    path = folder / "tea.csv"
    if not path.exists():
        path.write_text(CSV, encoding="utf-8")
    return {"wish": "Tea exports, for the board", "data": [str(path)], "lang": "en", **more}


async def kept(home: Path, run_id: str, *wanted: str) -> dict[str, bytes]:
    async with Store(home) as store:
        return {name: await KeptArtifacts(store, run_id).read(name) for name in wanted}


def asked_in(trace: Trace) -> Counter[tuple[str, str]]:
    """How often each role was asked, by node."""
    return Counter((e["node"], e["role"]) for e in trace.events if e["type"] == "model_call")


# --- restarts -------------------------------------------------------------------------------------------------------


PARTS = 12
"""Of the sweep over every commit: each is a few minutes, and says by itself what it found."""


def kill_around(place: Path, *, part: int | None) -> None:
    """Kill the run around every commit of a part, else twice; the deck is the same and nobody is asked twice."""
    run = Scenario(team="slides", request=request(place), host="teams.slides.played:told")
    with Crashes(path=[TESTS]) as crashes:
        commits = crashes.see_through(place / "whole", run).commits
        whole = read_trace(place / "whole")
        assert whole is not None
        assert (whole.status, whole.result["outcome"]) == ("done", "deck"), whole.result["notes"]
        assert asked_in(whole)["storywriter", "storywriter_outline"] == 1
        assert commits > 20
        first = asyncio.run(kept(place / "whole", whole.run_id, *MADE))
        few = [Kill(commit=commits // 2), Kill(commit=commits - 3, after=True)]
        for kill in few if part is None else list(every_commit(commits))[part::PARTS]:
            final, broken = disturb(crashes, place / str(kill), run, [kill])
            assert broken == [], kill
            assert final is not None
            assert final.status == "done", kill
            now = asyncio.run(kept(place / str(kill), final.run_id, *MADE))
            assert [name for name in MADE if now[name] != first[name]] == [], kill
            assert asked_in(final) == asked_in(whole), kill


def test_a_run_that_is_killed_goes_on_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    kill_around(tmp_path, part=None)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_run_that_is_killed_around_any_commit_makes_the_same_deck(tmp_path: Path, part: int) -> None:
    kill_around(tmp_path, part=part)


# --- pauses ---------------------------------------------------------------------------------------------------------


async def attempt_at(home: Path, step: Any, *, host: Callable[[Path], Host] = told) -> tuple[RunRow, list[str]]:
    """One process: begin or answer and continue, until the run pauses or ends; and which pauses are open then."""
    async with Store(home) as store:
        runner = Runner(store, host(home))
        row = await runner.wait(await step(runner))
        waiting = [one.name for one in await approvals.approvals(store, row.id) if not one.answered]
        await runner.close()
    return row, waiting


def answers(run_id: str, name: str, value: dict[str, Any]) -> Any:
    async def step(runner: Runner) -> str:
        await runner.answer(run_id, name, value)
        return await runner.continue_(run_id)

    return step


async def test_plan_and_outline_wait_for_a_person_and_other_processes_answer(tmp_path: Path) -> None:
    home, asked = tmp_path / "home", request(tmp_path, approve=["plan", "outline"])
    row, waiting = await attempt_at(home, lambda r: r.start("slides", asked))
    assert (row.status, waiting) == ("paused", ["plan"])
    refused: list[dict[str, Any]] = [
        {"go_on": True, "plan": {"slides": 1000}},
        {"plan": {}},
        {"go_on": True, "plan": {"by": "me"}},
    ]
    for wrong in refused:
        with pytest.raises(InputError):
            await attempt_at(home, answers(row.id, "plan", wrong))
    row, waiting = await attempt_at(home, answers(row.id, "plan", {"go_on": True, "plan": {"leave_out": ["S1"]}}))
    assert (row.status, waiting) == ("paused", ["outline"])
    mine = {"title": "Mine", "slides": [{"kind": "title", "title": "Mine"}, {"kind": "bullets", "title": "Only this"}]}
    row, waiting = await attempt_at(home, answers(row.id, "outline", {"go_on": True, "outline": mine}))
    assert (row.status, waiting) == ("done", [])
    assert row.result is not None
    assert [one["title"] for one in row.result["deck"]["slides"]] == ["Mine", "Only this", "Sources"]
    assert row.result["figures"] == [], "its step was left out"


async def test_a_question_of_the_coordinator_is_answered_by_another_process(tmp_path: Path) -> None:
    home = tmp_path / "home"
    row, waiting = await attempt_at(home, lambda r: r.start("slides", request(tmp_path)), host=asking)
    assert (row.status, waiting) == ("paused", ["clarify"])
    row, _ = await attempt_at(home, answers(row.id, "clarify", {"answer": "Sencha"}), host=asking)
    assert row.status == "done"
    trace = read_trace(home)
    assert trace is not None
    assert asked_in(trace)["coordinator", "coordinator"] == 1


async def test_whoever_says_yes_to_all_is_never_waited_for(tmp_path: Path) -> None:
    asked, options = request(tmp_path, approve=["plan", "outline"]), Options(yes=True)
    home = tmp_path / "home"
    row, waiting = await attempt_at(home, lambda r: r.start("slides", asked, options=options), host=asking)
    assert (row.status, waiting) == ("done", [])
    trace = read_trace(home)
    assert trace is not None
    given = [e["approval"] for e in trace.events if e["type"] == "approval_given"]
    assert given == ["clarify", "plan", "outline"]


# --- repetition, cancel, budget -------------------------------------------------------------------------------------


async def test_a_repetition_gives_the_same_deck_though_template_data_and_models_are_gone(tmp_path: Path) -> None:
    home, template = tmp_path / "home", tmp_path / "corp.pptx"
    template.write_bytes(bundled("dark"))
    asked = request(tmp_path, template=str(template))
    first, _ = await attempt_at(home, lambda r: r.start("slides", asked))
    assert first.status == "done"
    template.unlink()
    (tmp_path / "tea.csv").write_text("something,else\n1,2\n", encoding="utf-8")

    def nobody(home: Path) -> Host:
        return replace(told(home, {}), search=None)

    options = Options(replay_of=first.id)
    again, _ = await attempt_at(home, lambda r: r.start("slides", first.request, options=options), host=nobody)
    assert again.status == "done"
    assert first.result is not None
    assert again.result is not None
    assert again.result["deck"] == first.result["deck"]
    assert again.result["notes"] == first.result["notes"]
    names = (*MADE, "_template.pptx")
    was, now = await kept(home, first.id, *names), await kept(home, again.id, *names)
    assert [name for name in names if now[name] != was[name]] == []


async def test_a_run_that_is_cancelled_in_the_middle_ends_without_a_deck(tmp_path: Path) -> None:
    home, reached, go = tmp_path / "home", asyncio.Event(), asyncio.Event()

    async def waits(request: ModelRequest) -> Any:
        reached.set()
        await go.wait()
        return writes(request)

    async with Store(home) as store:
        runner = Runner(store, told(home, {**GOOD, "storywriter": waits}))
        run_id = await runner.start("slides", request(tmp_path))
        await asyncio.wait_for(reached.wait(), 60)
        await runner.cancel(run_id)
        row = await runner.wait(run_id)
        assert row.status == "cancelled"
        with pytest.raises(UnknownName):
            await KeptArtifacts(store, run_id).read("deck.pptx")
        assert b"Exports grow every year" in await KeptArtifacts(store, run_id).read("outline.json")
        await runner.close()


async def test_a_budget_that_is_spent_in_the_middle_is_finished_by_rules_and_the_deck_says_so(tmp_path: Path) -> None:
    home, options = tmp_path / "home", Options(calls=3)
    row, _ = await attempt_at(home, lambda r: r.start("slides", request(tmp_path), options=options))
    assert row.status == "stopped: budget"
    assert row.result is not None
    assert len(row.result["deck"]["slides"]) > 4
    assert any("Nobody has judged" in note for note in row.result["notes"])
    assert {one["by"] for one in row.result["deck"]["slides"]} == {"rule"}
    found = await kept(home, row.id, "deck.pptx", "deck.md", "deck.html")
    assert all(found.values())
