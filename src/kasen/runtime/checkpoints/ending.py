"""The end of a node: what it wrote, its texts and `node_finished` are one commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from kasen.runtime.attempt import Attempt
from kasen.runtime.node import NodeRun
from kasen.runtime.store import append
from kasen.runtime.texts import compact
from kasen.runtime.writer import Job


class Ending:
    """Tells of the nodes that end in one attempt."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt

    async def write(self, task_id: str, write: Job[None]) -> None:
        """Run `write` and, when a node of that task has just ended, say so in the same transaction."""
        attempt = self._attempt
        ended = attempt.finishing.pop(task_id, None)
        if ended is None:
            await attempt.write(write)
        elif not attempt.texts.may_have(task_id):
            await attempt.write(write, [_finished(ended)])
        else:

            def job(connection: Connection) -> list[dict[str, Any]]:
                write(connection)
                events = [*compact(connection, attempt.run_id, task_id), _finished(ended)]
                append(connection, attempt.run_id, attempt.fence, events)
                return events

            attempt.store.notify(attempt.run_id, await attempt.write(job))


def without_errors(attempt: Attempt, writes: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """An error is kept as its words, and these may quote a secret."""
    redact = attempt.store.redact
    return [(name, redact(repr(value)) if isinstance(value, BaseException) else value) for name, value in writes]


def _finished(ended: NodeRun) -> dict[str, Any]:
    names = {"type": "node_finished", "node": ended.name, "task": ended.task}
    return {**names, "seconds": ended.seconds, "summary": ended.note}
