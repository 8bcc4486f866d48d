"""The end of a node: what it wrote, its texts and `node_finished` are one commit.

Nobody waits for it alone: it goes with the checkpoint that follows, which then holds what the node wrote. Where other
nodes of the step are still at work it is committed by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from kasen.runtime.appending import append
from kasen.runtime.attempt import Attempt, Soon
from kasen.runtime.node import NodeRun
from kasen.runtime.texts import compact
from kasen.runtime.writer import Job


class Ending:
    """Tells of the nodes that end in one attempt."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt

    async def write(self, task_id: str, write: Job[None]) -> Soon | None:
        """Run `write` and, when a node of that task has just ended, say so in the same transaction.

        Returns what will be written with whatever is written next; None when it is committed.
        """
        attempt = self._attempt
        ended = attempt.finishing.pop(task_id, None)
        if ended is None or not attempt.texts.may_have(task_id):
            return attempt.write_soon(write, [] if ended is None else [_finished(ended)])

        def job(connection: Connection) -> list[dict[str, Any]]:
            write(connection)
            events = [*compact(connection, attempt.run_id, task_id), _finished(ended)]
            append(connection, attempt.run_id, attempt.fence, events)
            return events

        attempt.store.notify(attempt.run_id, await attempt.write(job))
        return None


def without_errors(attempt: Attempt, writes: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """An error is kept as its words, and these may quote a secret."""
    redact = attempt.store.redact
    return [(name, redact(repr(value)) if isinstance(value, BaseException) else value) for name, value in writes]


def _finished(ended: NodeRun) -> dict[str, Any]:
    names = {"type": "node_finished", "node": ended.name, "task": ended.task}
    return {**names, "seconds": ended.seconds, "summary": ended.note}
