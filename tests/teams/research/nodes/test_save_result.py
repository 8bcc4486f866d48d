"""New subtasks are named and join the plan, within its limits; the next wave is what waits for nothing."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.save_result import REPORT_STEPS, WAVE_STEPS, extended, save_result
from kasen.teams.research.schemas.deep import Subtask
from kasen.testing.deps import fake_deps
from teams.research.deep_scenes import ENGLISH, plan_of, worked

SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha"])
UJI = Subtask(id="s2", question="When did tea growing begin in Uji?", rag_queries=["tea"], depends_on=["s1"])
RAIL = Subtask(id="", question="When did the railway open?", origin="revision")
SOEN = Subtask(id="", question="Where was Soen born?", parent="s1", depth=1, origin="drill_down")


def test_drill_downs_are_numbered_under_their_subtask_and_revisions_after_the_plan() -> None:
    more = [RAIL, SOEN, SOEN.model_copy(update={"question": "When did Soen die in 1778?"})]
    plan, over = extended(plan_of(SENCHA, UJI), more, 20)
    assert [subtask.id for subtask in plan.subtasks] == ["s1", "s2", "s3", "s1.1", "s1.2"]
    assert over == []


def test_nothing_stands_twice_and_what_has_no_room_is_told() -> None:
    twin = RAIL.model_copy(update={"question": "when did the Railway open"})
    plan, over = extended(plan_of(SENCHA, UJI), [RAIL, twin, SOEN], 3)
    assert len(plan.subtasks) == 3
    assert over == ["Where was Soen born?"]


async def saved(steps: int = 100, **more: Any) -> tuple[str, dict[str, Any]]:
    deps = fake_deps(documents=ENGLISH)
    state: Any = await worked(deps, plan_of(SENCHA, UJI))
    state |= {"revised": [], "drilled": [], "remaining_steps": steps, **more}
    runtime: Runtime[Deps] = Runtime(context=deps)
    command = await save_result(state, runtime)
    assert isinstance(command.update, dict)
    return str(command.goto), command.update


async def test_the_next_wave_is_what_waited_with_what_is_new() -> None:
    goto, update = await saved(revised=[RAIL], drilled=[SOEN])
    assert goto == "subtask_executor"
    assert update["wave"] == ["s2", "s3", "s1.1"]
    assert (update["current_subtask_id"], update["current_subtask_index"], update["loop_count"]) == ("s2", 1, 2)


@pytest.mark.parametrize(
    ("steps", "goto"),
    [
        (WAVE_STEPS + REPORT_STEPS, "subtask_executor"),
        (WAVE_STEPS + REPORT_STEPS - 1, "hierarchical_synthesizer"),
    ],
)
async def test_with_too_few_steps_left_the_report_is_written_and_the_rest_named(steps: int, goto: str) -> None:
    went, update = await saved(steps)
    assert went == goto
    left = [(one.question, one.limit) for one in update["left_out"]]
    assert left == ([] if goto == "subtask_executor" else [(UJI.question, "steps")])
