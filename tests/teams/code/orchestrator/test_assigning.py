from __future__ import annotations

from pathlib import Path

from kasen.teams.code.messages import Review, ReviewRequest, TaskAssignment
from kasen.teams.code.orchestrator.assigning import message_id, message_of, requirement_file, result_file
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.planning import phase_tasks
from kasen.teams.code.queue.rows import NewTask, Task
from teams.code.git.made import commit, write
from teams.code.orchestrator.desks import REQUIREMENT
from teams.code.orchestrator.stages import Stage


def told(stage: Stage, task: Task, by: str) -> TaskAssignment | ReviewRequest:
    found = next(one for one in stage.desk.config.agents.agents if one.id == by)
    return message_of(stage.desk, stage.standing, task, found)


def done(desk: Desk, id: str, **result: object) -> Task:
    """A task that is over, with its result where others read it."""
    task = desk.queue.task(id)
    claimed = desk.queue.claim(task.agent_type, f"{task.agent_type}-1", lease_s=9, only=id)
    assert claimed is not None, id
    desk.queue.finish(id, claimed.token, result, msg_id=f"M {id}")
    path = result_file(desk, id)
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}", encoding="utf-8")
    return desk.queue.task(id)


async def test_a_claim_is_sent_with_all_that_its_agent_needs_and_the_same_each_time(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    pair.sessions["coder-1 implementation.1.coder"] = "S1"
    message = told(stage, task, "coder-1")
    assert isinstance(message, TaskAssignment)
    assert (message.kind, message.role, message.token, message.session) == ("work", "coder", 1, "S1")
    assert (message.instruction, message.context.files, message.lease_seconds) == (REQUIREMENT, ("**",), 120)
    assert message.context.requirement == str(requirement_file(pair))
    assert Path(message.context.requirement).read_text(encoding="utf-8") == REQUIREMENT
    again = task.model_copy(update={"token": 2})
    assert message.msg_id == message_id(pair, task) != message_id(pair, again)
    assert len(message.msg_id) == 26


async def test_the_planner_is_told_who_there_is_and_what_was_found_before(five: Desk) -> None:
    stage = Stage(five)
    for phase in ("research", "requirements"):
        five.queue.put(phase_tasks(five, phase, 1))
        for task in five.queue.tasks(phase):
            done(five, task.task_id)
    five.queue.put(phase_tasks(five, "planning", 1), {"rounds": {"research": 1, "requirements": 1, "planning": 1}})
    message = told(stage, five.queue.task("planning.1.planner"), "planner-1")
    assert isinstance(message, TaskAssignment)
    assert message.kind == "plan"
    assert message.context.roles["impl-frontend"] == ("src/frontend/**",)
    assert "reviewer-security" not in message.context.roles
    assert [Path(path).stem for path in message.context.dependencies] == [
        "research.1.researcher-competitor",
        "research.1.researcher-market",
        "research.1.researcher-paper",
        "requirements.1.requirements-analyst",
    ]


async def test_what_follows_reads_the_work_and_what_it_needs(five: Desk) -> None:
    stage = Stage(five)
    body = {"about": "implementation.1.a", "after": "implementation.1.a", "reads": ["/x/plan.json"]}
    five.queue.put(
        [
            NewTask(task_id="implementation.1.a", phase="implementation", agent_type="impl-test"),
            NewTask(task_id="implementation.1.b", phase="implementation", agent_type="impl-test", body={}),
            NewTask(
                task_id="implementation.1.a.fix.1",
                phase="implementation",
                agent_type="impl-test",
                kind="fix",
                body=body,
            ),
            NewTask(
                task_id="implementation.1.c",
                phase="implementation",
                agent_type="impl-test",
                needs=("implementation.1.a", "implementation.1.b"),
            ),
        ]
    )
    done(five, "implementation.1.a")
    fix = told(stage, five.queue.task("implementation.1.a.fix.1"), "impl-test-1")
    assert [Path(path).name for path in fix.context.dependencies] == ["plan.json", "implementation.1.a.json"]
    after = told(stage, five.queue.task("implementation.1.c"), "impl-test-1")
    assert [Path(path).stem for path in after.context.dependencies] == ["implementation.1.a"]


async def test_a_gate_looks_at_everything_and_who_passed_it_at_what_came_since(five: Desk) -> None:
    stage = Stage(five)
    five.queue.put(phase_tasks(five, "final_review", 1), {"phase": {"id": "final_review", "round": 1}})
    stage.standing.phase, stage.standing.round = "final_review", 1
    together = await five.trees.together()
    write(together.folder, "early.py", "e = 1\n")
    await five.trees.accept(commit(together.folder, "early"), five.repository.head)
    await stage.dispatch.all()
    first = five.queue.task("final_review.1.reviewer-security")
    assert (first.body["base"], first.body["head"], first.body["files"]) == (
        five.repository.head,
        await five.trees.accepted(),
        ["**"],
    )
    stage.answer(first, "reviewer-security-1", review=Review(verdict="PASS"))
    await stage.receiving.all()
    assert first.body["head"] != five.repository.head
    write(together.folder, "more.py", "m = 1\n")
    await five.trees.accept(commit(together.folder, "more"), first.body["head"])
    five.queue.put(phase_tasks(five, "final_review", 2))
    await stage.dispatch.all()
    second = five.queue.task("final_review.2.reviewer-security")
    assert second.status == "claimed"
    assert (second.body["base"], second.body["head"]) == (first.body["head"], await five.trees.accepted())
    message = told(stage, second, "reviewer-security-1")
    assert isinstance(message, ReviewRequest)
    assert message.base == first.body["head"]


async def test_of_a_plan_that_was_given_again_only_the_last_is_read(five: Desk) -> None:
    stage = Stage(five)
    five.queue.put(phase_tasks(five, "planning", 1), {"rounds": {"planning": 1, "requirements": 1}})
    done(five, "planning.1.planner")
    for number in (1, 2, 10):
        id = f"planning.1.planner.fix.{number}"
        body = {"about": "planning.1.planner", "returns": "plan"}
        five.queue.put([NewTask(task_id=id, phase="planning", agent_type="planner", kind="plan", body=body)])
        revised = told(stage, five.queue.task(id), "planner-1")
        last = "planning.1.planner" + {1: "", 2: ".fix.1", 10: ".fix.2"}[number]
        assert [Path(path).stem for path in revised.context.dependencies] == [last]
        done(five, id)
    five.queue.put([NewTask(task_id="implementation.1.a", phase="implementation", agent_type="impl-test")])
    work = told(stage, five.queue.task("implementation.1.a"), "impl-test-1")
    assert [Path(path).stem for path in work.context.dependencies] == ["planning.1.planner.fix.10"]
