"""Who holds what: leases of agents that live are renewed, and what the others held is for somebody again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from kasen.errors import Fenced
from kasen.teams.code.mailbox.reading import Poison, waiting
from kasen.teams.code.orchestrator.assigning import lies
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.parts import Agents, Gone
from kasen.teams.code.orchestrator.spoken import spoken
from kasen.teams.code.orchestrator.standing import Standing, forget_session, keep_session
from kasen.teams.code.queue.rows import Task

LIVE = ("up", "starting", "ending")
"""States of an agent that may still end what it holds: of one that is ending the crew tells when it is gone."""
IDLE_S = 5.0
"""Seconds that an agent may do nothing with a message that it has taken before it counts as forgotten."""


def let_go(desk: Desk, standing: Standing, agent: str, why: str, *, session: str = "", counts: bool = False) -> None:
    """Nobody has what that agent held. Its process is gone: what lies in its inbox is read by nobody.

    An end that is nobody's fault does not count as an attempt, as long as it does not come again and again.
    """
    for task in desk.queue.held_by(agent):
        keep_session(desk, agent, task, session)
        requeue(desk, standing, task, why, counts=counts)
    clear_inbox(desk, agent)


def requeue(
    desk: Desk, standing: Standing, task: Task, why: str, *, counts: bool, after_s: float = 0.0, bounded: bool = True
) -> None:
    """It is for somebody again, or given up. `bounded`: what is nobody's fault counts when it comes too often."""
    if not counts and bounded:
        times = standing.free[task.task_id] = standing.free.get(task.task_id, 0) + 1
        standing.note("free")
        counts = times > desk.config.workflow.limits.crashes
    with suppress(Fenced):
        said = spoken(desk.lang, why)
        state = desk.queue.requeue(task.task_id, task.token, said, after_s=after_s, counts=counts)
        desk.audit.note("requeued", task=task.task_id, token=task.token, agent=task.owner, why=why, state=state)


def clear_inbox(desk: Desk, agent: str) -> None:
    """What an earlier claim sent is over."""
    for got in waiting(desk.place.mailbox.inbox(agent)):
        if not isinstance(got, Poison):
            got.settle()


def recover(desk: Desk, standing: Standing, crew: Agents) -> None:
    """After a begin: what agents held that do not live any more, and what was claimed and never sent."""
    for task in desk.queue.claimed():
        if task.owner == ORCHESTRATOR:
            continue
        if crew.state(task.owner) not in LIVE:
            let_go(desk, standing, task.owner, "the run was begun again and its agent was gone")
        elif lies(desk, task, task.owner) is None:
            requeue(desk, standing, task, "the run was begun again before it was sent", counts=False)


def mourn(desk: Desk, standing: Standing, lost: Sequence[Gone]) -> None:
    """Requeue what agents held that are gone; they go on in the same session."""
    for one in lost:
        desk.audit.note("lost", agent=one.agent, why=one.why, given_up=one.given_up, reason=one.reason)
        for task in desk.queue.held_by(one.agent):
            if one.given_up:
                forget_session(desk, one.agent, task)
        let_go(desk, standing, one.agent, one.reason or one.why)


def renew(desk: Desk, crew: Agents) -> None:
    """Leases of those that give signs of life; they are taken from nobody who works."""
    often = desk.config.workflow.limits.renew_seconds
    for task in desk.queue.claimed():
        if task.owner == ORCHESTRATOR:
            continue
        lease = _lease(desk, task)
        due = task.lease_until - desk.clock() < lease - min(often, lease / 3)
        if due and crew.beat(task.owner) is not None:
            desk.queue.renew(task.task_id, task.token, lease_s=lease)


def expire(desk: Desk, standing: Standing, crew: Agents) -> None:
    """What nobody holds any more, and what an agent has put aside without an answer."""
    for task in desk.queue.expired():
        if task.owner != ORCHESTRATOR and crew.state(task.owner) not in LIVE:
            let_go(desk, standing, task.owner, "its lease ran out")
    for task in desk.queue.claimed():
        beat = crew.beat(task.owner) if task.owner != ORCHESTRATOR else None
        if beat is None or beat.state != "idle" or desk.clock() - _began(desk, task) < IDLE_S:
            continue
        if lies(desk, task, task.owner) in ("done", "poison") and not _answers(desk, task.owner):
            requeue(desk, standing, task, "its agent put it aside without an answer", counts=True)


def _began(desk: Desk, task: Task) -> float:
    """Seconds since the epoch when it was claimed or its lease was last renewed."""
    return task.lease_until - _lease(desk, task)


def _lease(desk: Desk, task: Task) -> int:
    agent = next((one for one in desk.config.agents.agents if one.id == task.owner), None)
    return desk.config.workflow.limits.lease(task.kind, agent.lease_seconds if agent else None)


def _answers(desk: Desk, agent: str) -> bool:
    box = desk.place.mailbox.outbox(agent)
    return any(path.suffix == ".json" for folder in (box, box / "processing") for path in folder.iterdir())
