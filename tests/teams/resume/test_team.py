"""The team is found by name; its runs survive restarts, wait for a person, and are gone on from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import StateGraph

from kasen.errors import InputError
from kasen.runtime import approvals
from kasen.runtime.rows import RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.team import load, load_object, names, request_type
from kasen.testing.crash import Crashes, Kill, Scenario, disturb, every_commit
from kasen.testing.traces import Trace, read_trace
from teams.resume.bench import BETTER, ENGLISH, WEAK
from teams.resume.played import improving

TESTS = Path(__file__).parents[2]


def test_resume_is_listed_and_loads() -> None:
    assert "resume" in names()
    team = load("resume")
    assert request_type(team).__name__ == "Request"
    assert load_object(team.result).__name__ == "Result"
    assert isinstance(load_object(team.modes[team.default_mode])(), StateGraph)
    roles = [load_object(role) for role in team.roles]
    assert [role.name for role in roles[:5]] == [
        *("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer")
    ]
    assert set(team.expected["review"]) == {role.name for role in roles}


# --- restarts -------------------------------------------------------------------------------------------------------


def result_of(trace: Trace) -> dict[str, Any]:
    """The result without what is another in every run."""
    return {key: value for key, value in trace.result.items() if key not in ("costs", "run_id")}


def kill_around(place: Path, *, every: bool) -> None:
    """Kill the run before and after every commit, else those in the middle; the review must be the same."""
    path = place / "cv.qmd"
    path.write_text(ENGLISH, encoding="utf-8")
    run = Scenario(
        team="resume",
        request={"resume": str(path), "role": "Backend engineer", "accept": "all"},
        host="teams.resume.played:improving",
    )
    with Crashes(path=[TESTS]) as crashes:
        commits = crashes.see_through(place / "whole", run).commits
        whole = read_trace(place / "whole")
        assert whole is not None
        assert (whole.status, result_of(whole)["outcome"]) == ("done", "improved")
        asked = Counter((e["node"], e["role"]) for e in whole.events if e["type"] == "model_call")
        assert asked["judge", "judge"] == 2
        assert commits > 20
        middle = [Kill(commit=commits // 2), Kill(commit=commits // 2, after=True)]
        for kill in every_commit(commits) if every else middle:
            final, broken = disturb(crashes, place / str(kill), run, [kill])
            assert broken == [], kill
            assert final is not None
            assert final.status == "done", kill
            assert result_of(final) == result_of(whole), kill
            again = Counter((e["node"], e["role"]) for e in final.events if e["type"] == "model_call")
            assert again == asked, kill


def test_a_review_that_is_killed_goes_on_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    kill_around(tmp_path, every=False)


@pytest.mark.slow
def test_a_review_that_is_killed_around_any_commit_is_the_same(tmp_path: Path) -> None:
    kill_around(tmp_path, every=True)


# --- pauses and follow-ups ------------------------------------------------------------------------------------------


async def attempt_at(home: Path, step: Any) -> tuple[RunRow, list[str]]:
    """One process: begin or answer and continue, until the run pauses or ends; and which pauses are open then."""
    async with Store(home) as store:
        runner = Runner(store, improving(home))
        row = await runner.wait(await step(runner))
        waiting = [one.name for one in await approvals.approvals(store, row.id) if not one.answered]
        await runner.close()
    return row, waiting


def request(folder: Path, **more: Any) -> dict[str, Any]:
    path = folder / "cv.qmd"
    if not path.exists():
        path.write_text(ENGLISH, encoding="utf-8")
    return {"resume": str(path), "role": "Backend engineer", **more}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"accept": ["E1"]}, ENGLISH.replace(WEAK, BETTER)),
        ({"accept": []}, ENGLISH),
        ({"accept": ["E1"], "edited": {"E1": "Wrote"}}, None),
    ],
)
async def test_the_edits_wait_for_a_person_and_another_process_answers(
    tmp_path: Path, answer: dict[str, Any], text: str | None
) -> None:
    home = tmp_path / "home"
    asked = request(tmp_path, accept="ask", write=True)
    row, waiting = await attempt_at(home, lambda r: r.start("resume", asked))
    assert (row.status, waiting) == ("paused", ["edits"])
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == ENGLISH

    async def answered(runner: Runner) -> str:
        await runner.answer(row.id, "edits", answer)
        return await runner.continue_(row.id)

    row, waiting = await attempt_at(home, answered)
    assert (row.status, waiting) == ("done", [])
    assert row.result is not None
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == row.result["revised"]
    assert row.result["revised"] == text if text else "Wrote" in row.result["revised"]


async def test_an_answer_that_names_no_edit_of_this_run_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    row, _ = await attempt_at(home, lambda r: r.start("resume", request(tmp_path, accept="ask")))
    async with Store(home) as store:
        runner = Runner(store, improving(home))
        for wrong in ({"accept": ["E9"]}, {"accept": "E1"}, {}, {"accept": [], "edited": {"E9": "x"}}):
            with pytest.raises(InputError):
                await runner.answer(row.id, "edits", wrong)
        await runner.close()


async def test_edits_are_taken_over_later_without_asking_any_model_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first, _ = await attempt_at(home, lambda r: r.start("resume", request(tmp_path)))
    assert first.result is not None
    assert [one["state"] for one in first.result["decisions"]] == ["open"]
    options = first.options.model_copy(update={"continues": first.id})
    row, _ = await attempt_at(home, lambda r: r.start("resume", {"accept": "E1", "write": True}, options=options))
    assert row.status == "done"
    assert row.result is not None
    assert [one["state"] for one in row.result["decisions"]] == ["accepted"]
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == ENGLISH.replace(WEAK, BETTER)
    async with Store(home) as store:
        runner = Runner(store, improving(home))
        events = [event async for event in runner.events(row.id, follow=False)]
        await runner.close()
    assert len(events) > 5
    assert not [event for event in events if event.type == "model_call"]


async def test_edits_of_a_file_that_has_changed_since_have_no_place(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first, _ = await attempt_at(home, lambda r: r.start("resume", request(tmp_path)))
    (tmp_path / "cv.qmd").write_text(f"{ENGLISH}\nMore.\n", encoding="utf-8")
    options = first.options.model_copy(update={"continues": first.id})
    with pytest.raises(InputError, match="has changed since"):
        await attempt_at(home, lambda r: r.start("resume", {"accept": "all"}, options=options))
    assert (tmp_path / "cv.qmd").read_text(encoding="utf-8") == f"{ENGLISH}\nMore.\n"


async def test_a_follow_up_that_asks_for_something_else_is_a_review_of_its_own(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first, _ = await attempt_at(home, lambda r: r.start("resume", request(tmp_path)))
    options = first.options.model_copy(update={"continues": first.id})
    row, _ = await attempt_at(
        home, lambda r: r.start("resume", {"role": "Data engineer", "accept": "all"}, options=options)
    )
    assert row.result is not None
    assert row.result["target_role"] == "Data engineer"
    assert row.result["costs"]["calls"] > 0
