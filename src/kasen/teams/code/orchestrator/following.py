"""A piece of work and what followed from it: review, fix, review … each put in before what it follows is done.

    W → W.review.1 → W.fix.1 → W.review.2 → W.accepted

`W.accepted` needs every one of them, so it can be claimed when none is open, and there is always exactly one that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kasen.errors import Fenced
from kasen.teams.code.messages import Finding, TaskResult
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Body, Desk
from kasen.teams.code.orchestrator.planning import accepted
from kasen.teams.code.queue.rows import NewTask, Task

URGENT = 1_000
"""Priority of what work waits for, above that of new work."""


@dataclass(frozen=True)
class Link:
    """A task of a piece of work."""

    task: Task
    body: Body

    @property
    def result(self) -> TaskResult | None:
        """What came of it; None while it is open."""
        return TaskResult.model_validate(self.task.result) if self.task.result else None


@dataclass(frozen=True)
class Chain:
    """All of them, in the order in which they followed."""

    links: tuple[Link, ...]

    @property
    def work(self) -> Link:
        """The work itself."""
        return self.links[0]

    @property
    def last(self) -> Link:
        """What followed last."""
        return self.links[-1]

    @property
    def made(self) -> Link:
        """The last that changed something, and is over: what it left is what counts."""
        over = [link for link in self.links if link.body.returns in ("result", "plan") and link.task.status == "done"]
        return over[-1] if over else self.work

    @property
    def reviews(self) -> tuple[Link, ...]:
        """Its reviews."""
        return tuple(link for link in self.links if link.body.returns == "review" and link.body.about)

    def follower(self, task_id: str) -> Link | None:
        """What followed that task."""
        return next((link for link in self.links if link.body.after == task_id), None)

    def times(self, by: str) -> int:
        """How often it was sent back for findings of which the ids begin so."""
        mends = [link for link in self.links if link.body.about and link.body.returns in ("result", "plan")]
        return sum(any(one.id.startswith(by) for one in link.body.findings) for link in mends)

    def ended(self, task: Task, result: TaskResult) -> Chain:
        """As it is when that task is done with that result."""
        done = task.model_copy(update={"status": "done", "result": result.model_dump(mode="json")})
        return Chain(tuple(Link(done, one.body) if one.task.task_id == task.task_id else one for one in self.links))

    def number(self, word: str) -> int:
        """Of the next one of a kind: `fix`, `review`, `resolve`, `rule`."""
        start = f"{self.work.task.task_id}.{word}."
        return 1 + sum(link.task.task_id.startswith(start) for link in self.links)


def chain(desk: Desk, work: str) -> Chain:
    """What there is of a piece of work. Raises UnknownName."""
    first = desk.queue.task(work)
    found = [Link(first, body_of(first))]
    rows = [task for task in desk.queue.tasks(first.phase) if task.task_id.startswith(f"{work}.")]
    others = [link for link in (Link(task, body_of(task)) for task in rows) if link.body.about == work]
    while (following := next((one for one in others if one.body.after == found[-1].task.task_id), None)) is not None:
        found.append(following)
    return Chain(tuple(found))


def body_of(task: Task) -> Body:
    """What its assignment is made from."""
    return Body.model_validate(task.body)


def is_accepted_apart(desk: Desk, work: Link) -> bool:
    """Whether the work has an acceptance row."""
    phase = desk.config.workflow.phase(work.task.phase)
    return bool(phase.review or phase.merge or work.body.returns == "plan")


def may_write(desk: Desk, task: Task, result: TaskResult) -> bool:
    """False when the message was taken before. Raises Fenced when the task is not held by its token any more."""
    if desk.queue.was_taken(result.msg_id):
        return False
    now = desk.queue.task(task.task_id)
    if now.status != "claimed" or now.token != result.token:
        raise Fenced(f"task {now.task_id} is {now.status} under token {now.token}; token {result.token} may not write")
    return True


def follow(desk: Desk, chain: Chain, new: NewTask, notes: Mapping[str, Any] | None = None) -> None:
    """Put in what follows the last of a piece of work; its acceptance waits for that too."""
    work = chain.work.task
    waits = NewTask(
        task_id=accepted(work.task_id),
        phase=work.phase,
        agent_type=ORCHESTRATOR,
        kind="accept",
        needs=(new.task_id,),
        body=Body(title=chain.work.body.title, about=work.task_id).model_dump(mode="json"),
    )
    desk.queue.put([new, waits], notes)


def mending(chain: Chain, word: str, findings: Iterable[Finding], *, instruction: str = "") -> NewTask:
    """The task for whoever did the work to mend it: `fix`, or `resolve`; a plan is planned anew."""
    work, made = chain.work, chain.made
    planned = work.body.returns == "plan"
    body = work.body.model_copy(
        update={
            "instruction": instruction or work.body.instruction,
            "about": work.task.task_id,
            "round": chain.number(word),
            "head": made.result.head if made.result else "",
            "findings": tuple(findings),
            "after": chain.last.task.task_id,
        }
    )
    return NewTask(
        task_id=f"{work.task.task_id}.{word}.{chain.number(word)}",
        phase=work.task.phase,
        agent_type=work.task.agent_type,
        agent=made.result.agent if made.result else work.task.owner,
        kind="plan" if planned else word,
        priority=URGENT,
        body=body.model_dump(mode="json"),
    )


def open_findings(chain: Chain, *apart: str) -> tuple[Finding, ...]:
    """What was sent back last and not looked at since; without that of some sources, by the start of its id."""
    found: dict[str, Finding] = {}
    for link in reversed(chain.links):
        if link.body.returns == "review" and link.body.about:
            break
        for finding in link.body.findings:
            if not finding.id.startswith(apart):
                found.setdefault(finding.id, finding)
    return tuple(found.values())
