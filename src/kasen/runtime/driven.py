"""The attempts that a process is at, by run, and the latest failures, for whoever waits for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from kasen.errors import Stopped

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow

FAILURES = 200
"""Failures that are kept: each holds what the attempt was at, and a server lives long."""


class Stoppable(Protocol):
    """An attempt, here or elsewhere."""

    def stop(self, *, keeps_turn: bool = False) -> None:
        """End after the step that is running; see `Drive`."""

    def cancel(self) -> None:
        """End the run for good."""


Task = asyncio.Task["RunRow"]


class Driven:
    """One attempt for each run. It leaves with `let_go`; how it failed stays until the run is driven again."""

    def __init__(self, *, failures: int = FAILURES) -> None:
        self._most = failures
        self._attempts: dict[str, tuple[Stoppable, Task]] = {}
        self._failed: dict[str, None] = {}

    def add(self, run_id: str, attempt: Stoppable, task: Task) -> None:
        """This attempt is at the run from now on."""
        self._failed.pop(run_id, None)
        self._attempts[run_id] = (attempt, task)

    def let_go(self, run_id: str, task: Task) -> None:
        """That attempt has ended; nothing of it is kept but why it failed."""
        if run_id not in self._attempts or self._attempts[run_id][1] is not task:
            return
        if task.cancelled() or task.exception() is None:
            del self._attempts[run_id]
            return
        self._failed[run_id] = None
        if len(self._failed) > self._most:
            eldest = next(iter(self._failed))
            del self._failed[eldest], self._attempts[eldest]

    def at(self, run_id: str) -> tuple[Stoppable, Task] | None:
        """The attempt that is at a run, or that has failed at it last; None where there is neither."""
        return self._attempts.get(run_id)

    def is_at(self, run_id: str) -> bool:
        """True while an attempt is at the run."""
        return run_id in self._attempts and not self._attempts[run_id][1].done()

    @property
    def at_work(self) -> frozenset[str]:
        """The runs of which that is true."""
        return frozenset(filter(self.is_at, self._attempts))

    @property
    def attempts(self) -> list[tuple[Stoppable, Task]]:
        """All of them."""
        return list(self._attempts.values())

    async def ended(self, run_id: str) -> RunRow | None:
        """The run when its attempt here has ended; None where there is none. Raises what ended it, if it failed."""
        if run_id not in self._attempts:
            return None
        task = self._attempts[run_id][1]
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.cancelled() or _is_being_cancelled():
                raise
            raise Stopped("stopped at once", hint=f"Continue with `kasen runs continue {run_id}`.") from None


def _is_being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
