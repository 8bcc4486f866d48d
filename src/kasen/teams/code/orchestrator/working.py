"""Work begins in a tree that stands where it should, and ends with all of it committed, looked at and sent on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from kasen.teams.code.findings.ledger import named
from kasen.teams.code.git.running import GitFailed
from kasen.teams.code.git.standing import Tree, begin_merge, head_of, meeting, stand_at, unresolved
from kasen.teams.code.git.worktrees import files_between
from kasen.teams.code.messages import Finding, TaskResult
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.following import (
    Chain,
    Link,
    body_of,
    chain,
    follow,
    is_accepted_apart,
    may_write,
    mending,
    open_findings,
)
from kasen.teams.code.orchestrator.known import Known, looked, noted, tell
from kasen.teams.code.orchestrator.planning import plan_tasks
from kasen.teams.code.orchestrator.reviews import FILES, MERGE, PLAN, review_of
from kasen.teams.code.orchestrator.standing import work_of
from kasen.teams.code.orchestrator.wording import defect, named_few, why
from kasen.teams.code.queue.rows import Task
from kasen.teams.code.reservations import strays


async def begun(desk: Desk, task: Task, agent: str) -> str:
    """Make the agent's tree stand at what the task starts from; the commit. Called before the task is sent to it.

    New work starts from what has come together, a mending from the work that it mends, a review from what is
    reviewed. What the tree held before is committed and kept. The same task again finds the tree as its agent left it.
    A conflict that is to be resolved lies in the tree with both its sides.
    """
    stands = desk.queue.noted(f"tree.{agent}") or {}
    if stands.get("task") == task.task_id:
        await desk.trees.of(agent)
        return str(stands["base"])
    tree = await desk.trees.taken_back(agent)
    body, together = body_of(task), await desk.trees.accepted()
    await stand_at(tree, body.head or together)
    if task.kind == "resolve":
        await begin_merge(tree, together)
    elif task.kind == "fix" and body.head:
        with suppress(GitFailed):  # it does not fit what has come together, and is resolved when it is accepted
            await desk.trees.refreshed(tree)
    base = await meeting(tree, together, "HEAD")
    desk.queue.put([], {f"tree.{agent}": {"task": task.task_id, "base": base}})
    return base


async def worked(desk: Desk, task: Task, result: TaskResult) -> None:
    """Take what came of work, a plan, a fix or a resolved conflict (`result.status` is done): it is then done.

    All that lies in the agent's tree is committed. What follows is put in first: a fix for the same agent, where files
    were changed that are not the task's own, or the plan cannot be worked on; a review, where the phase has one;
    nothing else, and then its acceptance can be claimed. A message that was taken before changes nothing.
    Raises Fenced for an old token, before anything is changed.
    """
    if not may_write(desk, task, result):
        return
    tree, result = await _saved(desk, task, result)
    so_far = chain(desk, work_of(task))
    if is_accepted_apart(desk, so_far.work) and so_far.follower(task.task_id) is None:
        result = await _sent_on(desk, so_far.ended(task, result), tree, result)
    desk.queue.finish(task.task_id, task.token, result.model_dump(mode="json"), msg_id=result.msg_id)


async def _saved(desk: Desk, task: Task, result: TaskResult) -> tuple[Tree, TaskResult]:
    """The tree with all of it committed, and the result with the commit."""
    tree = await desk.trees.taken_back(result.agent, f"{task.task_id}: {body_of(task).title}")
    head = await head_of(tree)
    await desk.trees.keep(head)
    return tree, result.model_copy(update={"head": head})


async def _sent_on(desk: Desk, so_far: Chain, tree: Tree, result: TaskResult) -> TaskResult:
    """Put in what follows; the result, which says so where a person has to decide."""
    by, found = await _wrong(desk, so_far, tree, result)
    wrong = named(found, by, open_findings(so_far))

    def change(before: Sequence[Known]) -> list[Known]:
        return looked(before, so_far.work.task.task_id, by, len(so_far.links), wrong)

    await tell(desk, change)
    if wrong and (times := so_far.times(by)) >= desk.config.workflow.limits.rounds:
        desk.queue.put([], noted(desk, change))
        said = why(desk.lang, "again", n=times, what=wrong[0].issue)
        return result.model_copy(update={"status": "blocked", "reason": said})
    base = await meeting(tree, await desk.trees.accepted(), result.head)
    new = mending(so_far, "fix", wrong) if wrong else review_of(desk, so_far, base)
    if new is None:
        desk.queue.put([], noted(desk, change))
    else:
        follow(desk, so_far, new, noted(desk, change))
    return result


async def _wrong(desk: Desk, so_far: Chain, tree: Tree, result: TaskResult) -> tuple[str, list[Finding]]:
    """What nobody needs to look at to see it, and the kind of it."""
    work = so_far.work
    if work.body.returns == "plan":
        entered = planned_phase(desk, work)
        found = plan_tasks(desk, result.plan, *entered) if entered else []
        return PLAN, [one for one in found if isinstance(one, Finding)]
    if not desk.config.workflow.phase(work.task.phase).merge:
        return FILES, []
    conflicts = [one.file for one in so_far.last.body.findings if one.file]
    if so_far.last.task.kind == "resolve" and (left := unresolved(tree, conflicts)):
        return MERGE, [_finding(desk, "unresolved", file, file=file) for file in left]
    base = await meeting(tree, await desk.trees.accepted(), result.head)
    changed, said = await files_between(tree, base, result.head), result.output.files_modified
    if said and not changed:
        return FILES, [_finding(desk, "unchanged", said[0], files=named_few(said))]
    return FILES, strayed_finding(desk, work, base, strays(own_files(work), changed))


def strayed_finding(desk: Desk, work: Link, base: str, strayed: list[str]) -> list[Finding]:
    """One finding for all of them."""
    if not strayed:
        return []
    facts = {"n": len(strayed), "files": named_few(strayed), "own": ", ".join(own_files(work)), "base": base[:12]}
    return [_finding(desk, "strayed", strayed[0], **facts)]


def own_files(work: Link) -> tuple[str, ...]:
    """Globs of what a piece of work may change; all, where nothing is said."""
    return work.body.files or ("**",)


def planned_phase(desk: Desk, work: Link) -> tuple[str, int] | None:
    """The phase that a plan is for, and the round in which it is entered next; None where no phase takes one."""
    phases = desk.config.workflow.phases
    place = [phase.id for phase in phases].index(work.task.phase)
    for phase in phases[place:]:
        if phase.from_plan:
            return phase.id, (desk.queue.noted("rounds") or {}).get(phase.id, 0) + 1
    return None


def _finding(desk: Desk, name: str, place: str, **facts: object) -> Finding:
    issue, suggestion = defect(desk.lang, name, **facts)
    return Finding(file=place, severity="critical", issue=issue, suggestion=suggestion)
