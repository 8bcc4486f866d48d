"""Work begins in a tree that stands where it should, and ends with all of it committed, looked at and sent on."""

from __future__ import annotations

from kasen.teams.code.messages import TaskResult
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.queue.rows import Task


async def begun(desk: Desk, task: Task, agent: str) -> str:
    """Make the agent's tree stand at what the task starts from; the commit. Called before the task is sent to it.

    New work starts from what has come together, a mending from the work that it mends, a review from what is
    reviewed. What the tree held before is committed and kept. The same task again finds the tree as its agent left it.
    """
    raise NotImplementedError


async def worked(desk: Desk, task: Task, result: TaskResult) -> None:
    """Take what came of work, a plan, a fix or a resolved conflict (`result.status` is done): it is then done.

    All that lies in the agent's tree is committed. What follows is put in first: a fix for the same agent, where files
    were changed that are not the task's own, or the plan cannot be worked on; a review, where the phase has one;
    nothing else, and then its acceptance can be claimed. A message that was taken before changes nothing.
    Raises Fenced for an old token, before anything is changed.
    """
    raise NotImplementedError
