from __future__ import annotations

from typing import Any

from langgraph.types import Send

from kasen.teams.slides.nodes.supervisor import supervisor
from kasen.testing.deps import FakeDeps, fake_deps
from teams.slides.nodes.stating import outline, plan, runtime, state, step

OUTLINED = step("S1", mode="outline", status="completed", attempts=1)


async def routed(given: Any) -> tuple[Any, FakeDeps]:
    deps = fake_deps()
    return await supervisor(given, runtime(deps)), deps


def sent(command: Any) -> list[tuple[str, str]]:
    assert all(isinstance(one, Send) for one in command.goto), command.goto
    return [(one.node, one.arg["step"].id) for one in command.goto]


async def test_all_that_is_ready_goes_out_at_once_to_its_workers() -> None:
    given = plan(
        step("S1", "data_analyst"), step("S2", mode="outline"), step("S3", mode="slides", depends_on=("S1", "S2"))
    )
    command, deps = await routed(state(plan=given))
    assert sent(command) == [("data_analyst", "S1"), ("storywriter", "S2")]
    assert [row["status"] for row in deps.events.of("plan")[0].steps] == ["running", "running", "pending"]
    assert [one.status for one in command.update["plan"].steps] == ["pending"] * 3, "so that a crash repeats them"
    assert deps.notes == ["0/3 → Title S1, Title S2"]


async def test_what_workers_bring_is_taken_in_and_the_next_step_follows() -> None:
    command, deps = await routed(state(plan=plan(), finished=[OUTLINED], outline=outline()))
    assert sent(command) == [("storywriter", "S2")]
    assert command.goto[0].arg["outline"] == outline()
    assert deps.notes == ["1/2 → Title S2"]


async def test_a_worker_is_handed_everything_also_where_there_is_nothing_yet() -> None:
    command, _ = await routed(state(plan=plan(), comments=["短く。"]))
    task = command.goto[0].arg
    assert (task["outline"], task["figures"], task["found"], task["answers"]) == (None, [], [], [])
    assert task["comments"] == ["短く。"]
    assert task["plan"].steps[0].id == task["step"].id


async def test_when_all_is_done_the_deck_is_published() -> None:
    done = [OUTLINED, step("S2", mode="slides", status="completed", attempts=1)]
    command, deps = await routed(state(plan=plan(), finished=done))
    assert command.goto == "publisher"
    assert deps.notes == ["2/2"]


async def test_a_step_that_the_deck_can_do_without_is_left_after_it_failed() -> None:
    given = plan(step("S1", "visualizer", required=False), step("S2", mode="slides", depends_on=("S1",)))
    failed = step("S1", "visualizer", required=False, status="failed", attempts=1)
    command, _ = await routed(state(plan=given, finished=[failed]))
    assert sent(command) == [("storywriter", "S2")]


async def test_a_step_that_is_needed_is_tried_once_more_and_then_the_run_ends_all_the_same() -> None:
    failed = step("S1", mode="outline", status="failed", attempts=1)
    command, _ = await routed(state(plan=plan(failed), finished=[]))
    assert sent(command) == [("storywriter", "S1")]
    assert command.update["plan"].revision == 2
    command, _ = await routed(state(plan=plan(failed.model_copy(update={"attempts": 2}))))
    assert command.goto == "publisher"


async def test_the_outline_is_shown_once_before_slides_are_written_where_that_was_asked_for() -> None:
    given: dict[str, Any] = {"plan": plan(), "finished": [OUTLINED], "request": {"approve": ["outline"]}}
    command, _ = await routed(state(**given))
    assert command.goto == "approve_outline"
    assert command.update["plan"].steps[0].status == "completed"
    command, _ = await routed(state(**given, outline_seen=True))
    assert sent(command) == [("storywriter", "S2")]
    command, _ = await routed(state(**{**given, "finished": []}))
    assert sent(command) == [("storywriter", "S1")], "there is no outline yet"


async def test_steps_that_the_person_left_out_are_passed_over() -> None:
    given = plan(step("S1", "visualizer", status="skipped"), step("S2", mode="slides", depends_on=("S1",)))
    command, deps = await routed(state(plan=given, lang="ja"))
    assert sent(command) == [("storywriter", "S2")]
    assert deps.notes == ["1/2 → Title S2"]
