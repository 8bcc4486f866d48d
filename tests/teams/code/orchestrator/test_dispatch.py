from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kasen.models.role import Usage
from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import default
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.messages import TaskAssignment
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.dispatch import Held, able_for
from kasen.teams.code.orchestrator.planning import plan_tasks
from kasen.teams.code.queue.rows import NewTask
from teams.code.orchestrator.desks import desk_of, limited, planned
from teams.code.orchestrator.stages import Stage


def implementing(desk: Desk, plan: Iterable[object]) -> Stage:
    """The work is in the phase whose tasks those are."""
    tasks = [one for one in plan if isinstance(one, NewTask)]
    desk.queue.put(tasks, {"phase": {"id": "implementation", "round": 1}, "rounds": {"implementation": 1}})
    return Stage(desk)


async def handed(stage: Stage) -> dict[str, str]:
    await stage.dispatch.all()
    return {task.task_id.removeprefix("implementation.1."): task.owner for task in stage.desk.queue.claimed()}


async def test_tasks_go_to_those_of_their_role_as_many_at_once_as_may_work(tmp_path: Path) -> None:
    desk = await desk_of(tmp_path, limited(default("five-phase"), agents=2))
    plan = [
        planned("a"),
        planned("b"),
        planned("c", "impl-frontend"),
        planned("d", "impl-test"),
    ]
    stage = implementing(desk, plan_tasks(desk, plan, "implementation", 1))
    assert await handed(stage) == {"a": "impl-backend-1", "c": "impl-frontend-1"}
    assert await handed(stage) == {"a": "impl-backend-1", "c": "impl-frontend-1"}
    desk.queue.close()


async def test_nothing_of_another_phase_is_handed_out(five: Desk) -> None:
    stage = implementing(five, plan_tasks(five, [planned("a")], "implementation", 1))
    five.queue.put([], {"phase": {"id": "planning", "round": 1}})
    stage = Stage(five)
    assert await handed(stage) == {}


async def test_files_that_somebody_changes_or_that_are_not_accepted_are_nobody_elses(five: Desk) -> None:
    plan = [planned("a", "impl-backend", "src/**"), planned("b", "impl-frontend", "docs/b.md")]
    stage = implementing(five, plan_tasks(five, plan, "implementation", 1))
    same = {"files": ["src/frontend/**"], "instruction": "x"}
    mine = NewTask(task_id="implementation.1.m", phase="implementation", agent_type="impl-test", body=same)
    five.queue.put([mine])
    assert await handed(stage) == {"a": "impl-backend-1", "b": "impl-frontend-1"}
    first = five.queue.task("implementation.1.a")
    five.queue.finish(first.task_id, first.token, {"status": "done"}, msg_id="M1")
    assert set(await handed(stage)) == {"b"}  # its work is not accepted yet
    row = five.queue.claim("orchestrator", "orchestrator", lease_s=9)
    assert row is not None
    five.queue.finish(row.task_id, row.token, {}, msg_id="M2")
    assert set(await handed(stage)) == {"b", "m"}


async def test_a_fix_is_not_stopped_by_the_work_that_it_mends(five: Desk) -> None:
    stage = implementing(five, plan_tasks(five, [planned("a", "impl-backend", "src/**")], "implementation", 1))
    await handed(stage)
    work = five.queue.task("implementation.1.a")
    fix = NewTask(
        task_id="implementation.1.a.fix.1",
        phase="implementation",
        agent_type="impl-backend",
        kind="fix",
        body={"about": work.task_id, "files": ["src/**"]},
    )
    five.queue.put([fix])
    held = Held.of(five, "implementation")
    other = NewTask(task_id="implementation.1.z", phase="implementation", agent_type="impl-backend", body=fix.body)
    five.queue.put([other.model_copy(update={"body": {"files": ["src/x.py"]}})])
    assert not held.stands_in_the_way(five.queue.task("implementation.1.a.fix.1"))
    assert held.stands_in_the_way(five.queue.task("implementation.1.z"))


async def test_who_worked_at_it_goes_on_with_it_before_others_and_with_that_before_other_things(tmp_path: Path) -> None:
    config = default("pair")
    coder, reviewer = config.agents.agents
    second = coder.model_copy(update={"id": "coder-0"})
    desk = await desk_of(tmp_path, replace(config, agents=Agents(agents=(second, coder, reviewer))))
    tasks = [
        NewTask(task_id=f"implementation.1.{name}", phase="implementation", agent_type="coder", priority=rank, body={})
        for name, rank in (("first", 1), ("second", 0))
    ]
    stage = implementing(desk, tasks)
    desk.sessions["coder-1 implementation.1.second"] = "S1"
    desk.queue.put([], {"tree.coder-1": {"task": "implementation.1.second", "base": "x"}})
    stage.crew.states["coder-0"] = "stopped"
    desk.queue.put([], {"tree.coder-1": {"task": "implementation.1.second", "base": "HEAD"}})
    assert await handed(stage) == {"second": "coder-1"}
    assert [one.id for one in able_for(desk, desk.queue.task("implementation.1.first"))] == ["coder-0", "coder-1"]
    desk.queue.close()


async def test_a_tree_that_cannot_be_made_ready_ends_with_a_person(pair: Desk) -> None:
    stage = Stage(pair)
    await stage.stepping.begin()
    (pair.repository.root / ".git").rename(pair.repository.root / "gone")
    await stage.dispatch.all()
    task = pair.queue.task("implementation.1.coder")
    assert (task.status, task.attempts) == ("ready", 1)
    assert task.reason.startswith("作業ツリーを用意できない：")


async def test_who_rests_or_is_gone_gets_nothing_and_is_told(pair: Desk) -> None:
    stage = Stage(pair)
    stage.crew.rests["coder-1"] = pair.clock() + 60
    assert (await stage.handed()).status == "ready"
    assert stage.dispatch.deserted() == []
    stage.crew.rests.clear()
    stage.crew.states["coder-1"] = "given_up"
    assert (await stage.handed()).status == "ready"
    assert [(task.task_id, agent) for task, agent in stage.dispatch.deserted()] == [
        ("implementation.1.coder", "coder-1")
    ]


async def test_turns_that_go_on_at_once_may_never_cost_more_than_is_left(tmp_path: Path) -> None:
    desk = await desk_of(tmp_path, limited(default("five-phase"), agents=3))
    plan = [planned("a"), planned("c", "impl-frontend"), planned("d", "impl-test")]
    stage = implementing(desk, plan_tasks(desk, plan, "implementation", 1))
    stage.purse.most = 6.0
    assert len(await handed(stage)) == 3
    assert list(stage.standing.shares.values()) == [2.0, 2.0, 2.0]
    sent = [got.message for agent in desk.config.agents.agents for got in inbox_of(desk, agent.id)]
    assert {message.usd for message in sent if isinstance(message, TaskAssignment)} == {2.0}
    await stage.receiving.charge("x", "y", key="k", usage=Usage(), usd=1.5, seconds=1.0)
    one = desk.queue.task("implementation.1.a")
    desk.queue.requeue(one.task_id, one.token, "again", counts=False)
    await handed(stage)
    assert stage.standing.shares == {
        "implementation.1.c 1": 2.0,
        "implementation.1.d 1": 2.0,
        "implementation.1.a 2": 0.5,
    }
    assert Stage(desk).standing.shares == stage.standing.shares, "also after a restart"
    desk.queue.close()


async def test_who_would_get_nearly_nothing_waits_while_others_hold_the_money(tmp_path: Path) -> None:
    desk = await desk_of(tmp_path, limited(default("five-phase"), agents=3))
    plan = [planned("a"), planned("c", "impl-frontend"), planned("d", "impl-test")]
    stage = implementing(desk, plan_tasks(desk, plan, "implementation", 1))
    stage.purse.most = 6.0
    stage.standing.wanting["implementation.1.a"] = 2.9
    assert set(await handed(stage)) == {"a"}
    assert stage.standing.shares == {"implementation.1.a 1": 5.8}
    await stage.receiving.charge("x", "y", key="k", usage=Usage(), usd=1.0, seconds=1.0)
    one = desk.queue.task("implementation.1.a")
    desk.queue.requeue(one.task_id, one.token, "again", counts=False)
    stage.standing.wanting.clear()
    assert set(await handed(stage)) == {"a", "c", "d"}, "what was given back is handed out"
    desk.queue.close()


async def test_where_nothing_may_be_spent_those_who_cost_nothing_work(tmp_path: Path) -> None:
    desk = await desk_of(tmp_path, limited(default("five-phase"), agents=3))
    plan = [planned("a"), planned("c", "impl-frontend")]
    stage = implementing(desk, plan_tasks(desk, plan, "implementation", 1))
    stage.purse.most = 0.0
    assert set(await handed(stage)) == {"a", "c"}
    desk.queue.close()


def inbox_of(desk: Desk, agent: str) -> Iterable[Received]:
    return [got for got in waiting(desk.place.mailbox.inbox(agent)) if isinstance(got, Received)]
