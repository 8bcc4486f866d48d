"""What reviewers and the guardian say: a review passes, or its findings go back to whoever did the work."""

from __future__ import annotations

from kasen.teams.code.messages import TaskResult
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.queue.rows import Task


async def reviewed(desk: Desk, task: Task, result: TaskResult) -> None:
    """Take a review of a piece of work, or of a gate (`task.body.about` is empty).

    A FAIL of work puts the fix in first, for the same agent and with the findings alone; after `limits.rounds` reviews
    the acceptance is blocked instead. Without a verdict the reviewer is asked again, twice at most. Findings keep
    their ids from round to round; those of a gate are noted and `gate_word` tells what comes of them.
    A message that was taken before changes nothing. Raises Fenced for an old token, before anything is changed.
    """
    raise NotImplementedError


async def ruled(desk: Desk, task: Task, result: TaskResult) -> None:
    """Take what the guardian decided on a conflict: whoever did the work resolves it by that.

    A message that was taken before changes nothing. Raises Fenced for an old token, before anything is changed.
    """
    raise NotImplementedError
