"""The reviews that a piece of work is given: the first looks at all of it, the next at what is open."""

from __future__ import annotations

from kasen.teams.code.orchestrator.assigning import result_file
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.following import URGENT, Chain, open_findings
from kasen.teams.code.queue.rows import NewTask

FILES, PLAN, MERGE, COMMAND = "kasen-files", "kasen-plan", "kasen-merge", "kasen-command"
"""Who found it, where the orchestrator itself did; ids of such findings begin so. Of the first two no reviewer is
asked: the orchestrator sees whether they are mended."""


def review_of(desk: Desk, so_far: Chain, base: str) -> NewTask | None:
    """The review of what a piece of work has come to; None where its phase has none."""
    work, made = so_far.work, so_far.made
    role = desk.config.workflow.phase(work.task.phase).review
    if role is None:
        return None
    planned, number = work.body.returns == "plan", so_far.number("review")
    head = made.result.head if made.result else ""
    body = Body(
        title=work.body.title,
        instruction=work.body.instruction,
        acceptance=work.body.acceptance,
        files=work.body.files,
        returns="review",
        about=work.task.task_id,
        subject="plan" if planned else "change",
        round=number,
        base=base,
        head=head,
        findings=open_findings(so_far, FILES, PLAN),
        after=so_far.last.task.task_id,
        reads=(str(result_file(desk, made.task.task_id)),) if planned else (),
    )
    return NewTask(
        task_id=f"{work.task.task_id}.review.{number}",
        phase=work.task.phase,
        agent_type=role,
        kind="review",
        priority=URGENT,
        body=body.model_dump(mode="json"),
    )
