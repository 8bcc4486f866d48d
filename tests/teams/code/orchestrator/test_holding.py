from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import default
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.messages import ReviewRequest, TaskAssignment
from kasen.teams.code.orchestrator.assigning import lies
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.holding import IDLE_S, expire, mourn, recover, renew, requeue
from teams.code.orchestrator.crews import Dead
from teams.code.orchestrator.desks import Clock, desk_of, limited
from teams.code.orchestrator.stages import Stage

CODER = "implementation.1.coder"


def inbox(desk: Desk, agent: str = "coder-1") -> list[TaskAssignment | ReviewRequest]:
    found = [got.message for got in waiting(desk.place.mailbox.inbox(agent)) if isinstance(got, Received)]
    return [one for one in found if isinstance(one, TaskAssignment | ReviewRequest)]


async def test_what_a_dead_agent_held_is_for_somebody_again_and_its_inbox_is_empty(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    pair.sessions[f"coder-1 {CODER}"] = "S1"
    assert len(inbox(pair)) == 1
    mourn(pair, stage.standing, [Dead("coder-1")])
    after = pair.queue.task(CODER)
    assert (after.status, after.token, after.attempts, after.reason) == ("ready", task.token, 0, "プロセスが終わった")
    assert inbox(pair) == []
    assert (await stage.handed()).token == 2
    assert [one.session for one in inbox(pair)] == ["S1"]


async def test_who_is_given_up_does_not_keep_the_session_of_what_another_does_now(pair: Desk) -> None:
    stage = Stage(pair)
    await stage.handed()
    pair.sessions[f"coder-1 {CODER}"] = "S1"
    mourn(pair, stage.standing, [Dead("coder-1", given_up=True)])
    assert pair.sessions == {}


async def test_deaths_at_one_task_count_when_there_are_too_many(pair: Desk) -> None:
    stage = Stage(pair)
    most = pair.config.workflow.limits.crashes + pair.config.workflow.limits.attempts
    for _ in range(most):
        await stage.handed()
        mourn(pair, stage.standing, [Dead("coder-1")])
    assert pair.queue.task(CODER).status == "poisoned"


async def test_leases_of_those_that_live_are_renewed_and_of_others_not(tmp_path: Path) -> None:
    clock = Clock()
    desk = await desk_of(tmp_path, clock=clock)
    stage = Stage(desk)
    first = await stage.handed()
    clock.now += 10
    renew(desk, stage.crew)
    assert desk.queue.task(CODER).lease_until == first.lease_until  # it is not time yet
    clock.now += 35
    renew(desk, stage.crew)
    assert desk.queue.task(CODER).lease_until == clock.now + 120
    await stage.crew.die("coder-1")
    clock.now += 119
    renew(desk, stage.crew)
    expire(desk, stage.standing, stage.crew)
    assert desk.queue.task(CODER).status == "claimed"
    clock.now += 2
    expire(desk, stage.standing, stage.crew)
    assert (desk.queue.task(CODER).status, desk.queue.task(CODER).reason) == ("ready", "リースの期限が切れた")
    desk.queue.close()


async def test_how_long_a_lease_is_says_the_agent_else_the_kind_of_the_task_else_the_workflow(tmp_path: Path) -> None:
    clock = Clock()
    config = limited(default("pair"), lease_seconds=100, leases={"work": 300, "review": 40})
    coder, reviewer = config.agents.agents
    own = (coder.model_copy(update={"lease_seconds": 900}), reviewer)
    for agents, lease in (((coder, reviewer), 300), (own, 900)):
        desk = await desk_of(tmp_path / str(lease), replace(config, agents=Agents(agents=agents)), clock=clock)
        stage = Stage(desk)
        task = await stage.handed()
        assert task.lease_until == clock.now + lease
        assert [message.lease_seconds for message in inbox(desk)] == [lease]
        clock.now += lease / 2
        renew(desk, stage.crew)
        assert desk.queue.task(CODER).lease_until == clock.now + lease
        desk.queue.close()
    limits = config.workflow.limits
    assert (limits.lease("review", None), limits.lease("plan", None)) == (40, 100)


async def test_a_lease_that_ran_out_is_not_taken_from_who_lives(tmp_path: Path) -> None:
    clock = Clock()
    desk = await desk_of(tmp_path, clock=clock)
    stage = Stage(desk)
    await stage.handed()
    clock.now += 500
    expire(desk, stage.standing, stage.crew)
    assert desk.queue.task(CODER).status == "claimed"
    desk.queue.close()


async def test_what_an_agent_puts_aside_without_an_answer_is_not_waited_for(tmp_path: Path) -> None:
    clock = Clock()
    desk = await desk_of(tmp_path, clock=clock)
    stage = Stage(desk)
    task = await stage.handed()
    stage.crew.play = lambda *_: None
    (got,) = waiting(desk.place.mailbox.inbox("coder-1"))
    assert isinstance(got, Received)
    assert lies(desk, task, "coder-1") == "processing"
    got.settle()
    assert lies(desk, task, "coder-1") == "done"
    expire(desk, stage.standing, stage.crew)
    assert desk.queue.task(CODER).status == "claimed"  # its answer may be on its way
    clock.now += IDLE_S + 1
    expire(desk, stage.standing, stage.crew)
    assert (desk.queue.task(CODER).status, desk.queue.task(CODER).attempts) == ("ready", 1)
    desk.queue.close()


async def test_after_a_begin_what_was_never_sent_or_whose_agent_is_gone_is_handed_out_again(pair: Desk) -> None:
    stage = Stage(pair)
    await stage.stepping.begin()
    never_sent = pair.queue.claim("coder", "coder-1", lease_s=60)
    assert never_sent is not None
    stage.crew.states["coder-1"] = "up"
    assert lies(pair, never_sent, "coder-1") is None
    recover(pair, stage.standing, stage.crew)
    assert pair.queue.task(CODER).status == "ready"
    stage.crew.states["coder-1"] = "down"
    sent = await stage.handed()
    recover(pair, stage.standing, stage.crew)
    assert pair.queue.task(CODER) == sent  # it lives and has it
    await stage.crew.kill("coder-1")
    recover(pair, stage.standing, stage.crew)
    assert (pair.queue.task(CODER).status, pair.queue.task(CODER).attempts) == ("ready", 0)
    assert inbox(pair) == []


async def test_what_has_another_token_by_now_is_left_alone(pair: Desk) -> None:
    stage = Stage(pair)
    old = await stage.handed()
    mourn(pair, stage.standing, [Dead("coder-1")])
    new = await stage.handed()
    requeue(pair, stage.standing, old, "late", counts=True)
    assert pair.queue.task(CODER) == new


async def test_what_a_dead_claim_left_is_settled_before_its_agent_starts_again(pair: Desk) -> None:
    stage = Stage(pair)
    old = await stage.handed()
    list(waiting(pair.place.mailbox.inbox("coder-1")))
    assert lies(pair, old, "coder-1") == "processing"
    await stage.crew.kill("coder-1")
    requeue(pair, stage.standing, old, "killed before its inbox was cleared", counts=False)
    again = Stage(pair)  # another orchestrator, which knows of no claim
    recover(pair, again.standing, again.crew)
    new = await again.handed()
    assert (new.status, new.token) == ("claimed", 2)
    assert lies(pair, old, "coder-1") == "done"
    assert [one.token for one in inbox(pair)] == [2]
