"""What a person said of work that nobody could end."""

from __future__ import annotations

from typing import Literal

from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.following import Chain, Link, body_of, chain, follow, mending, open_findings
from kasen.teams.code.orchestrator.known import open_of
from kasen.teams.code.orchestrator.reviews import MERGE
from kasen.teams.code.queue.rows import NewTask

Choice = Literal["retry", "accept", "give_up"]
WAITING = ("blocked", "failed", "poisoned")


async def decided(desk: Desk, task_id: str, choice: Choice) -> None:
    """A person said what becomes of a task that is blocked, failed or given up; nothing when it is none of these.

    `retry`: work is begun anew; an acceptance sends what is open to its agent once more, or asks the reviewer that gave
    no verdict. `accept` (an acceptance only): it counts as it is. `give_up` (an acceptance only): it fails, and what
    needs it is not done. Raises UnknownName for a task that there is not.
    """
    row = desk.queue.task(task_id)
    if row.status not in WAITING:
        return
    if row.kind != "accept":
        if choice == "retry":
            desk.queue.unblock(task_id)
        return
    body = body_of(row)
    if choice == "retry":
        so_far = chain(desk, body.about)
        if so_far.last.task.status == "done":
            follow(desk, so_far, _once_more(desk, so_far))
        desk.queue.unblock(task_id, body.model_copy(update={"decided": ""}).model_dump(mode="json"))
    else:
        desk.queue.unblock(task_id, body.model_copy(update={"decided": choice}).model_dump(mode="json"))


def _once_more(desk: Desk, so_far: Chain) -> NewTask:
    last, result = so_far.last, so_far.last.result
    review = result.review if result else None
    if review is not None and not review.blocking and review.verdict != "PASS":
        return _asked_again(so_far, last)
    open = review.blocking if review and review.blocking else open_findings(so_far)
    open = open or open_of(desk, so_far.work.task.task_id)
    word = "resolve" if open and all(one.id.startswith(MERGE) for one in open) else "fix"
    return mending(so_far, word, open)


def _asked_again(so_far: Chain, last: Link) -> NewTask:
    number = so_far.number("review")
    body = last.body.model_copy(update={"round": number, "after": last.task.task_id})
    return NewTask(
        task_id=f"{so_far.work.task.task_id}.review.{number}",
        phase=last.task.phase,
        agent_type=last.task.agent_type,
        kind="review",
        priority=last.task.priority,
        body=body.model_dump(mode="json"),
    )
