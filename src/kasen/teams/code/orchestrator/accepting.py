"""Work that passed is accepted: merged as one batch, or sent back; what nobody can end waits for a person."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from kasen.teams.code.git.merging import Sent, Work
from kasen.teams.code.git.standing import meeting
from kasen.teams.code.orchestrator import red
from kasen.teams.code.orchestrator.conflicts import conflicted
from kasen.teams.code.orchestrator.deciding import Choice, decided
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Body, Desk
from kasen.teams.code.orchestrator.following import Chain, body_of, chain, follow, mending
from kasen.teams.code.orchestrator.known import closed, noted, tell
from kasen.teams.code.orchestrator.planning import plan_tasks
from kasen.teams.code.orchestrator.refusing import refused
from kasen.teams.code.orchestrator.wording import why
from kasen.teams.code.orchestrator.working import own_files, planned_phase
from kasen.teams.code.queue.rows import NewTask, Task

__all__ = ["Choice", "accept", "decided"]
NO_END = 10 * 365 * 86_400.0
"""Seconds of a lease that nobody takes away."""


@dataclass(frozen=True)
class Held:
    """An acceptance row that is claimed, and the work that it is about."""

    row: Task
    body: Body
    chain: Chain


async def accept(desk: Desk) -> bool:
    """Accept all work that passed; whether there was any. Runs beside the loop, as it takes as long as the commands.

    Merged work and plans: the acceptance row is done, its result says `{"head": …}` or `{"plan": [ids of tasks]}`.
    Conflicts, failing commands and strayed files: what follows is put in, and the row waits for it. What does not
    converge, or gave no verdict: the row is blocked with the reason. Where a command fails without the work too nothing
    is accepted before a person has decided on it (`red`). Rows are claimed with a lease without an end by
    `orchestrator`, so those that a killed orchestrator held are taken up again; nobody else may requeue them.
    """
    async with desk.accepting:
        if red.waiting(desk):
            return False
        held = [_held(desk, row) for row in _claimed(desk)]
        merged = [one for one in held if not _settled(desk, one)]
        if merged:
            tree = await desk.trees.together()
            together = await desk.trees.accepted()
            batch = [_work(one.chain, await meeting(tree, together, _head(one.chain))) for one in merged]
            by_work = {one.chain.work.task.task_id: one for one in merged}
            without, mended = red.settled(desk, "accept"), red.settled(desk, "send_back")
            for sent in await desk.merging.merge(batch, without=without, mended=mended):
                await _came_of(desk, by_work[sent.task_id], sent)
        return bool(held) and not red.waiting(desk)


def _claimed(desk: Desk) -> list[Task]:
    """What could be accepted: what was held when the last orchestrator ended, and what can be claimed now."""
    rows = desk.queue.held_by(ORCHESTRATOR)
    while (row := desk.queue.claim(ORCHESTRATOR, ORCHESTRATOR, lease_s=NO_END)) is not None:
        rows.append(row)
    return rows


def _held(desk: Desk, row: Task) -> Held:
    body = body_of(row)
    return Held(row, body, chain(desk, body.about))


def _settled(desk: Desk, held: Held) -> bool:
    """Whether there is nothing to merge: it was sent back, waits for a person, is given up, or merges nothing."""
    row, so_far, decided = held.row, held.chain, held.body.decided
    last = so_far.last.result
    if so_far.last.task.status != "done":  # it was sent back before a kill, and the row was not let go
        desk.queue.requeue(row.task_id, row.token, "it was sent back", counts=False)
    elif decided == "give_up":
        desk.queue.fail(row.task_id, row.token, why(desk.lang, "given_up"), msg_id=_receipt(row))
    elif last is not None and last.status == "blocked" and decided != "accept":
        desk.queue.block(row.task_id, row.token, last.reason, msg_id=_receipt(row))
    elif so_far.work.body.returns == "plan":
        _plan(desk, held)
    elif desk.config.workflow.phase(row.phase).merge and _head(so_far):
        return False
    else:
        _finish(desk, held, {"head": _head(so_far)})
    return True


def _plan(desk: Desk, held: Held) -> None:
    """The tasks of the plan are put in; a plan that cannot be worked on goes back."""
    made, entered = held.chain.made.result, planned_phase(desk, held.chain.work)
    found = plan_tasks(desk, made.plan if made else (), *entered) if entered else []
    tasks = [one for one in found if isinstance(one, NewTask)]
    desk.queue.put(tasks)
    wrong = [one for one in found if not isinstance(one, NewTask)]
    if wrong:
        follow(desk, held.chain, mending(held.chain, "fix", wrong))
        desk.queue.requeue(held.row.task_id, held.row.token, wrong[0].issue, counts=False)
    else:
        _finish(desk, held, {"plan": [one.task_id for one in tasks]})


def _work(so_far: Chain, base: str) -> Work:
    work, made = so_far.work, so_far.made
    return Work(
        task_id=work.task.task_id,
        title=work.body.title,
        base=base,
        head=_head(so_far),
        files=own_files(work),
        agent=made.result.agent if made.result else work.task.owner,
    )


async def _came_of(desk: Desk, held: Held, sent: Sent) -> None:
    """What a merge came to."""
    if sent.outcome == "merged":
        if held.body.decided != "accept":
            change = partial(closed, about=held.body.about)
            await tell(desk, change)
            desk.queue.put([], noted(desk, change))
        _finish(desk, held, {"head": await desk.trees.accepted()})
        return
    if sent.outcome == "red":
        await red.found(desk, sent)
        desk.queue.requeue(held.row.task_id, held.row.token, sent.outcome, counts=False)
        return
    if sent.outcome == "conflict":
        stop = await conflicted(desk, held.chain, sent.files)
    else:
        stop = await refused(desk, held.chain, sent)
    if stop:
        desk.queue.block(held.row.task_id, held.row.token, stop, msg_id=_receipt(held.row))
    else:
        desk.queue.requeue(held.row.task_id, held.row.token, sent.outcome, counts=False)


def _finish(desk: Desk, held: Held, result: dict[str, Any]) -> None:
    desk.queue.finish(held.row.task_id, held.row.token, result, msg_id=_receipt(held.row))


def _receipt(row: Task) -> str:
    return f"{row.task_id} {row.token}"


def _head(so_far: Chain) -> str:
    made = so_far.made.result
    return made.head if made else ""
