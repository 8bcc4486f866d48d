"""The pauses an attempt has come to: recorded, answered by themselves where that was agreed, told once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from kasen.errors import UsageError
from kasen.runtime import approvals, before
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import ApprovalRow, Question
from kasen.team import PERSON_STOPPED

if TYPE_CHECKING:
    from langgraph.types import Interrupt

    from kasen.runtime.engines.embedded.turns import Place

LOOK = 0.25
"""Seconds between two looks for an answer from another process, or a deadline."""
DEADLINE_STOPPED = "stopped: deadline"


class Outlived(NamedTuple):
    """How pauses are outlived: the place that others may have meanwhile, until the attempt is told to end.

    `tell` is called when it begins to wait for a person.
    """

    place: Place
    is_ending: Callable[[], bool]
    tell: Callable[[], None]


class Pauses:
    """Asks and settles the interrupts of one attempt, which ends with them unless they are `outlived`."""

    def __init__(
        self,
        attempt: Attempt,
        now: Callable[[], datetime],
        *,
        yes: bool,
        replay_of: str = "",
        outlived: Outlived | None = None,
    ) -> None:
        self._attempt = attempt
        self._outlived = outlived
        self._replay_of = replay_of
        self._now = now
        self._yes = yes

    async def answers(self, waiting: Sequence[Interrupt]) -> dict[str, Any] | str:
        """The answers, with `outlived` waited for, or the status that the run ends with; none: it is paused."""
        await self.ask(waiting)
        answers = await self.settle(waiting)
        outlived = self._outlived
        if not answers and outlived is not None:
            outlived.tell()
        while not answers:
            if outlived is not None and not outlived.is_ending():
                outlived.place.give_back()
                await asyncio.sleep(LOOK)
            elif await self.wait(waiting):
                return {}
            answers = await self.settle(waiting)
        if outlived is not None and not isinstance(answers, str) and not outlived.is_ending():
            await outlived.place.take()
        return answers

    async def ask(self, waiting: Sequence[Interrupt]) -> None:
        """Record each pause and its event, once over all attempts."""
        for pause in waiting:
            await approvals.ask(self._attempt, pause.id, Question.model_validate(pause.value), self._now())

    async def wait(self, waiting: Sequence[Interrupt]) -> bool:
        """Leave the run to whoever answers; False when an answer has come meanwhile."""
        return await approvals.pause(self._attempt, [pause.id for pause in waiting])

    async def settle(self, waiting: Sequence[Interrupt]) -> dict[str, Any] | str:
        """The answers that are there by now, by interrupt; or the status that a deadline or a no ends the run with."""
        ids = {pause.id for pause in waiting}
        rows = await approvals.approvals(self._attempt.store, self._attempt.run_id)
        rows = [row for row in rows if row.interrupt_id in ids]
        if any(row.asked.at_deadline == "stop" and approvals.is_due(row, self._now()) for row in rows):
            return DEADLINE_STOPPED
        answered = [row for row in [await self._by_itself(row) for row in rows] if row.answered]
        for row in answered:
            await approvals.tell(self._attempt, row)
        if any(before.is_refusal(row) for row in answered):
            return PERSON_STOPPED
        return {row.interrupt_id: row.answer for row in answered}

    async def _by_itself(self, row: ApprovalRow) -> ApprovalRow:
        """Answer as the replayed run was, or with the default where `--yes` or the deadline says so.

        A person who was faster wins.
        """
        by, value = "", row.asked.default
        if self._replay_of and not row.answered and (told := await self._told_then(row)) is not None:
            by, value = approvals.BY_REPLAY, told.answer
        elif self._yes and not row.answered:
            by = approvals.BY_DEFAULT
        elif row.asked.at_deadline == "default" and approvals.is_due(row, self._now()):
            by = approvals.BY_DEADLINE
        if not by:
            return row
        try:
            return await approvals.settle(self._attempt.store, row, value, by=by)
        except UsageError:
            rows = await approvals.approvals(self._attempt.store, row.run_id)
            return next(now for now in rows if now.interrupt_id == row.interrupt_id)

    async def _told_then(self, row: ApprovalRow) -> ApprovalRow | None:
        """The answer that the replayed run got at this pause: the same name, as often asked before."""
        store = self._attempt.store
        mine = [each.interrupt_id for each in await approvals.approvals(store, row.run_id) if each.name == row.name]
        then = [each for each in await approvals.approvals(store, self._replay_of) if each.name == row.name]
        nth = mine.index(row.interrupt_id)
        return then[nth] if nth < len(then) and then[nth].answered else None
