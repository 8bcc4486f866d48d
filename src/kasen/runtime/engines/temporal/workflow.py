"""One workflow for each run: it has the run driven, and waits for word while the run is paused, holding no worker.

Temporal replays this code against the history of workflows that began with an older one. A change of what it does is
put under `workflow.patched(…)`; see docs/decisions/0028-temporal-finds-workers-and-keeps-nothing.md.
"""

from __future__ import annotations

from datetime import timedelta

from temporalio import workflow
from temporalio.common import Priority, RetryPolicy

from kasen.runtime.engines.temporal.order import ATTEMPT, WORKFLOW, Ended, Order

LONGEST = timedelta(days=30)
"""An attempt: longer than any run is at work."""
LOOK_AGAIN = timedelta(days=1)
"""A pause is looked at as often: word of its end may have got lost."""
AGAIN = RetryPolicy(
    initial_interval=timedelta(milliseconds=100), backoff_coefficient=1.5, maximum_interval=timedelta(seconds=2)
)
"""When a worker died. What a run itself fails with ends its attempt, and that is no failure here."""


@workflow.defn(name=WORKFLOW)
class DrivenRun:
    """A run, from its start or its continuation until it is over, has failed or was stopped."""

    def __init__(self) -> None:
        self._words = 0

    @workflow.signal
    def go_on(self) -> None:
        """There is news of the run in the database."""
        self._words += 1

    @workflow.run
    async def run(self, order: Order) -> str:
        """Have it driven as often as it takes; returns its status."""
        while True:
            heard = self._words
            ended: Ended = await workflow.execute_activity(
                ATTEMPT,
                order,
                result_type=Ended,
                start_to_close_timeout=LONGEST,
                heartbeat_timeout=timedelta(seconds=order.heartbeat_s),
                retry_policy=AGAIN,
                cancellation_type=workflow.ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
                priority=Priority(fairness_key=order.owner[:64] or None),
            )
            if ended.status == "paused" and heard == self._words:
                await self._word(heard, LOOK_AGAIN if ended.wait_s is None else timedelta(seconds=ended.wait_s))
            elif heard == self._words:
                return ended.status
            if workflow.info().is_continue_as_new_suggested():
                workflow.continue_as_new(order)

    async def _word(self, heard: int, longest: timedelta) -> None:
        try:
            await workflow.wait_condition(lambda: self._words > heard, timeout=min(longest, LOOK_AGAIN))
        except TimeoutError:
            return
