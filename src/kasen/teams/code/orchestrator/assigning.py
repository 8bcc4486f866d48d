"""From a task to the message that an agent gets: what to do, what to read, in which session to go on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kasen.teams.code.config.agents import Agent
from kasen.teams.code.mailbox.layout import STAGES
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Context, ReviewRequest, TaskAssignment, TaskResult
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.known import open_of
from kasen.teams.code.orchestrator.parts import Acceptance
from kasen.teams.code.orchestrator.planning import ACCEPTED
from kasen.teams.code.orchestrator.standing import Standing, session_key
from kasen.teams.code.queue.rows import Task
from kasen.tools.ulid import CROCKFORD

FIX = ".fix."
BEFORE = 2
"""Phases whose results are shown beside those of the tasks that a task needs."""


async def assign(desk: Desk, standing: Standing, acceptance: Acceptance, task: Task, agent: Agent) -> None:
    """Send a claimed task to its agent, with its share of the money. What is sent for a claim stays the same.

    Raises KasenError when the agent's tree cannot be made ready.
    """
    if task.kind == "review" and not task.body.get("about"):
        task = await _of_gate(desk, task)
    await acceptance.begun(desk, task, agent.id)
    deliver(message_of(desk, standing, task, agent), desk.place.mailbox.inbox(agent.id))


def message_of(desk: Desk, standing: Standing, task: Task, agent: Agent) -> TaskAssignment | ReviewRequest:
    """The message of a claim."""
    body = Body.model_validate(task.body)
    limits = desk.config.workflow.limits
    words = standing.said.get(f"{task.task_id} {task.token}", [])
    common = {
        "msg_id": message_id(desk, task),
        "task_id": task.task_id,
        "token": task.token,
        "phase": task.phase,
        "role": task.agent_type,
        "title": body.title,
        "instruction": body.instruction,
        "acceptance": body.acceptance,
        "said": tuple(words),
        "session": desk.sessions.get(session_key(desk, agent.id, task), ""),
        "context": _context(desk, task, body),
        "lease_seconds": limits.lease(task.kind, agent.lease_seconds),
        "usd": standing.shares.get(f"{task.task_id} {task.token}"),
    }
    if task.kind == "review":
        return ReviewRequest.model_validate(
            {
                **common,
                "subject": body.subject,
                "files": body.files,
                "base": body.base,
                "head": body.head,
                "open": body.findings,
            }
        )
    return TaskAssignment.model_validate({**common, "kind": task.kind, "findings": body.findings})


def message_id(desk: Desk, task: Task) -> str:
    """The name of a claim's message: who sends it again sends the same."""
    digest = hashlib.sha256(f"{desk.place.run_id} {task.task_id} {task.token}".encode()).digest()
    number = int.from_bytes(digest[:17], "big") >> 6  # 130 bits: 26 letters of 5
    return "".join(CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))


def lies(desk: Desk, task: Task, agent: str) -> str | None:
    """Where the message of a claim lies: "" (its inbox), processing, done, poison; None when it was not sent."""
    box, name = desk.place.mailbox.inbox(agent), f"{message_id(desk, task)}.json"
    return next((stage for stage in STAGES if (box / stage / name).exists()), None)


def result_file(desk: Desk, task_id: str) -> Path:
    """Where the result of a task lies for those who are to read it."""
    return desk.place.mailbox.state / "results" / f"{task_id}.json"


def keep_result(desk: Desk, result: TaskResult) -> None:
    """Write it there."""
    path = result_file(desk, result.task_id)
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f".{path.name}")
    part.write_text(result.model_dump_json(), encoding="utf-8")
    part.replace(path)


def requirement_file(desk: Desk) -> Path:
    """Where what is to be built is written for the agents."""
    path = desk.place.mailbox.state / "requirement.md"
    if not path.exists():
        path.write_text(desk.requirement, encoding="utf-8")
    return path


async def _of_gate(desk: Desk, task: Task) -> Task:
    """A reviewer of a gate looks at all that came together; one that has passed it before at what came since."""
    if task.body.get("head"):
        return task
    base, before = desk.repository.head, _last_word(desk, task)
    if before is not None and (before.result or {}).get("review", {}).get("verdict") == "PASS":
        base = before.body.get("head") or base
    findings = open_of(desk, task.phase, task.agent_type)
    head = await desk.trees.accepted()
    return _amended(
        desk, task, base=base, head=head, files=["**"], findings=[one.model_dump(mode="json") for one in findings]
    )


def _last_word(desk: Desk, task: Task) -> Task | None:
    """The same reviewer's review of the round before."""
    rounds = [
        one
        for one in desk.queue.tasks(task.phase)
        if (one.agent_type, one.kind, one.status) == (task.agent_type, "review", "done")
        and not one.body.get("about")
        and one.body.get("round", 1) < task.body.get("round", 1)
    ]
    return max(rounds, key=lambda one: int(one.body.get("round", 1)), default=None)


def _amended(desk: Desk, task: Task, **facts: object) -> Task:
    body = {**task.body, **facts}
    desk.queue.amend(task.task_id, task.token, body)
    return task.model_copy(update={"body": body})


def _context(desk: Desk, task: Task, body: Body) -> Context:
    roles = {}
    if task.kind == "plan":
        planned = [phase.id for phase in desk.config.workflow.phases if phase.from_plan]
        able = [agent for agent in desk.config.agents.agents if agent.phase in planned]
        roles = {agent.role: agent.handles for agent in able}
    return Context(
        dependencies=tuple(dict.fromkeys((*body.reads, *map(str, _reads(desk, task, body))))),
        files=body.files,
        requirement=str(requirement_file(desk)),
        roles=roles,
    )


def _reads(desk: Desk, task: Task, body: Body) -> Iterator[Path]:
    """Results that are there: of the work that it is about, of what it needs, of the phases before."""
    if body.about:
        names = [_newest(desk, body.about), body.after]
    else:
        names = [name.removesuffix(ACCEPTED) for name in desk.queue.needs(task.task_id)]
        names += _documents(desk, task)
    yield from (path for name in dict.fromkeys(filter(None, names)) if (path := result_file(desk, name)).exists())


def _documents(desk: Desk, task: Task) -> list[str]:
    """What the last phases before this one wrote that changes no files: research, requirements, a plan."""
    workflow, rounds = desk.config.workflow, desk.queue.noted("rounds") or {}
    ids = [phase.id for phase in workflow.phases]
    before = [phase for phase in workflow.phases[: ids.index(task.phase)] if not phase.merge]
    found = []
    for phase in before[-BEFORE:]:
        prefix = f"{phase.id}.{rounds.get(phase.id, 1)}."
        done = [one for one in desk.queue.tasks(phase.id) if one.status == "done" and one.task_id.startswith(prefix)]
        found += [one.task_id for one in done if one.kind == "work"]
        found += [_newest(desk, one.task_id.partition(FIX)[0]) for one in done if one.kind == "plan"]
    return found


def _newest(desk: Desk, work: str) -> str:
    """The last of a plan that was given again, as the others no longer hold; other work itself."""
    plans = {
        int(one.task_id[len(work + FIX) :] or 0): one.task_id
        for one in desk.queue.tasks(desk.queue.task(work).phase)
        if (one.kind, one.status) == ("plan", "done") and (one.task_id == work or one.task_id.startswith(work + FIX))
    }
    return plans[max(plans)] if plans else work
