from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kasen.teams.code.config.loading import default
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.outcome import Ended
from kasen.teams.code.orchestrator.stepping import Open
from teams.code.orchestrator.desks import Events, desk_of, planned
from teams.code.orchestrator.stages import Stage


def end_all(desk: Desk, phase: str, **result: object) -> None:
    """All tasks of a phase that can be claimed are done."""
    roles = {task.agent_type for task in desk.queue.tasks(phase)}
    while tasks := desk.queue.claimable(phase, roles):
        claimed = desk.queue.claim(tasks[0].agent_type, "x", lease_s=9, only=tasks[0].task_id)
        assert claimed is not None
        desk.queue.finish(claimed.task_id, claimed.token, {"status": "done", **result}, msg_id=claimed.task_id)


async def test_the_first_phase_is_entered_once(five: Desk) -> None:
    stage = Stage(five)
    await stage.stepping.begin()
    await stage.stepping.begin()
    again = Stage(five)
    await again.stepping.begin()
    assert (again.standing.phase, again.standing.round, again.standing.rounds) == ("research", 1, {"research": 1})
    assert isinstance(five.emit, Events)
    assert five.emit.of("phase") == [{"phase": "research", "state": "going_on", "round": 1}]
    assert await again.stepping.step() is None


async def test_phases_follow_one_another_and_what_is_put_in_is_noted_with_where_the_work_is(five: Desk) -> None:
    stage = Stage(five)
    await stage.stepping.begin()
    end_all(five, "research")
    assert await stage.stepping.step() is None
    assert [task.task_id for task in stage.stepping.tasks()] == ["requirements.1.requirements-analyst"]
    assert five.queue.noted("phase") == {"id": "requirements", "round": 1}
    end_all(five, "requirements")
    await stage.stepping.step()
    end_all(five, "planning", plan=[planned("a").model_dump()])
    await stage.stepping.step()
    assert [task.task_id for task in stage.stepping.tasks()] == ["implementation.1.a", "implementation.1.a.accepted"]
    assert stage.standing.came == ["research", "requirements", "planning", "implementation"]


async def test_a_phase_of_a_plan_that_cannot_be_worked_on_ends_the_run(five: Desk) -> None:
    stage = Stage(five)
    five.queue.put([], {"phase": {"id": "planning", "round": 1}, "rounds": {"planning": 1}})
    stage = Stage(five)
    from kasen.teams.code.orchestrator.planning import phase_tasks

    five.queue.put(phase_tasks(five, "planning", 1))
    end_all(five, "planning", plan=[])
    ended = await stage.stepping.step()
    assert ended == Ended(outcome="failed", reason="`implementation` を始められない：計画にタスクがない。")


async def test_what_failed_holds_the_phase(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    pair.queue.fail(task.task_id, task.token, "no", msg_id="M")
    assert await stage.stepping.step() is None
    assert [one.task_id for one in stage.people.stuck()] == [task.task_id]


async def test_a_gate_is_asked_when_all_is_done_and_its_word_decides(five: Desk) -> None:
    from kasen.teams.code.orchestrator.planning import phase_tasks

    five.queue.put(
        phase_tasks(five, "final_review", 1),
        {"phase": {"id": "final_review", "round": 1}, "rounds": {"final_review": 1, "implementation": 1}},
    )
    stage = Stage(five)
    assert not stage.stepping.wants_gate
    end_all(five, "final_review", review={"verdict": "PASS"})
    assert stage.stepping.wants_gate
    assert await stage.stepping.step() is None
    stage.stepping.say("NOT_CONVERGING", "final_review", 1)
    assert not stage.stepping.wants_gate
    assert await stage.stepping.step() == Open("gate", "final_review.1", "not_converging")
    stage.stepping.say("PASS", "final_review", 1)
    ended = await stage.stepping.step()
    assert ended == Ended(outcome="completed", reason="`final_review` のゲートを通りました。")
    stage.standing.round = 2
    assert stage.stepping.word == ""


async def test_a_transition_to_failed_ends_so(tmp_path: Path) -> None:
    config = default("pair")
    (onward,) = config.workflow.transitions
    workflow = config.workflow.model_copy(update={"transitions": (onward.model_copy(update={"to": "failed"}),)})
    desk = await desk_of(tmp_path, replace(config, workflow=workflow))
    stage = Stage(desk)
    await stage.stepping.begin()
    end_all(desk, "implementation")
    assert await stage.stepping.step() == Ended(
        outcome="failed", reason="`implementation` の作業はすべて終わりました。"
    )
    assert not await stage.stepping.send_back()
    desk.queue.close()
