"""The loop of a run: what agents sent is acted on, what died is noticed, what can be done is handed out.

Whatever it knows lies in the queue. It can be ended at any moment, and another one goes on where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from kasen.errors import KasenError
from kasen.team import Charge
from kasen.teams.code.orchestrator import red
from kasen.teams.code.orchestrator.boarding import Boarding
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.dispatch import Dispatch
from kasen.teams.code.orchestrator.holding import expire, mourn, recover, renew
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.orchestrator.parts import Acceptance, Agents, Own
from kasen.teams.code.orchestrator.people import People
from kasen.teams.code.orchestrator.receiving import Receiving
from kasen.teams.code.orchestrator.standing import Standing
from kasen.teams.code.orchestrator.stepping import Open, Stepping
from kasen.teams.code.orchestrator.words import ending

POLL_S = 0.1
"""Seconds between two looks into the outboxes; a process that ends is heard of at once."""
FULL_S = 1.0
"""Seconds between two looks at everything, whatever was heard."""
FAILURES = 3
"""Failures of merges or gates in a row, each tried again, after which the run fails; it can be continued."""


class Orchestrator:
    """One run of a workflow."""

    def __init__(
        self,
        desk: Desk,
        crew: Agents,
        charge: Charge,
        *,
        acceptance: Acceptance | None = None,
        deadline: float | None = None,
    ) -> None:
        """`deadline` (seconds since the epoch) ends it as a spent budget does."""
        self._desk, self._crew, self._charge, self._deadline = desk, crew, charge, deadline
        self._acceptance = acceptance or Own()
        self._standing = standing = Standing.of(desk)
        self._stepping = Stepping(desk, standing, self._acceptance)
        self._dispatch = Dispatch(desk, standing, self._acceptance, crew, charge)
        self._receiving = Receiving(desk, standing, self._acceptance, charge)
        self._people = People(desk, standing, self._acceptance, crew, self._stepping, self._dispatch, self._receiving)
        self._board = Boarding(desk, standing, crew)
        self._beside: dict[str, asyncio.Task[None]] = {}
        self._failures = 0
        self._decided_at = -1
        self._accepted_at = -1
        self._full_at = 0.0

    async def run(self, answers: Mapping[str, str] | None = None) -> Ended | Asked:
        """Go on until it is over or a person has to decide; `answers` are theirs, by the names of the questions.

        All agents are ended when it returns, and when it is cancelled.
        """
        gentle = False
        try:
            await self._crew.open()
            outcome = await self._begin(answers or {})
            while outcome is None:
                outcome = await self._round()
                if outcome is None:
                    await self._wait()
            gentle = not self._standing.spent
            return outcome
        finally:
            await self._over(now=not gentle)

    async def _begin(self, answers: Mapping[str, str]) -> Ended | Asked | None:
        self._beat()
        self._standing.spent = await self._charge.spent()
        await self._receiving.all()
        recover(self._desk, self._standing, self._crew)
        await self._stepping.begin()
        return await self._people.answered(answers)

    async def _round(self) -> Ended | Asked | None:
        """Once around. What was sent is taken before what its sender held is given to others."""
        full = self._desk.clock() - self._full_at
        is_full = not 0 <= full < FULL_S
        if is_full:
            self._full_at = self._desk.clock()
            self._standing.spent = self._standing.spent or await self._charge.spent()
            self._beat()
        woken = self._crew.wake.is_set()
        lost = await self._crew.look() if is_full or woken else ()
        await self._receiving.all(only_news=not is_full)
        mourn(self._desk, self._standing, lost)
        await self._people.orders()
        if is_full:
            renew(self._desk, self._crew)
            expire(self._desk, self._standing, self._crew)
        self._raise_failed()
        outcome = None
        if is_full or woken or self._desk.queue.changes != self._decided_at:
            outcome = await self._decide()
            self._decided_at = self._desk.queue.changes
        await self._board.show(outcome.question if isinstance(outcome, Asked) else "", now=outcome is not None)
        return outcome

    async def _decide(self) -> Ended | Asked | None:
        if stopped := self._stopped():
            return await self._stop(stopped)
        self._work_beside()
        # Nothing new is begun while a person is about to be asked of what concerns all work; what is begun is ended.
        under_way = False if red.waiting(self._desk) else await self._dispatch.all()
        found = await self._stepping.step()
        if isinstance(found, Ended):
            return found
        if isinstance(found, Open):
            return self._people.asked(found)
        busy = under_way or bool(self._beside) or self._entered() or bool(self._desk.queue.claimed())
        return None if busy else self._people.asked(None)

    def _entered(self) -> bool:
        """Whether a phase was just entered, of which nothing has been handed out yet."""
        return self._desk.queue.changes != self._decided_at and not self._people.stuck()

    def _stopped(self) -> str:
        if self._standing.spent:
            return ending(self._desk.lang, "short" if self._standing.too_little else "cap")
        late = self._deadline is not None and self._desk.clock() >= self._deadline
        return ending(self._desk.lang, "time") if late else ""

    async def _stop(self, why: str) -> Ended:
        """Nothing more is handed out; what has passed its review already costs nothing to accept."""
        self._work_beside()
        if self._beside:
            await asyncio.wait(self._beside.values())
        self._standing.spent = True
        return Ended(outcome="stopped", reason=why, short=self._standing.too_little)

    # What takes long runs beside the loop, one of each kind.

    def _work_beside(self) -> None:
        queue = self._desk.queue
        if red.waiting(self._desk):
            return
        rows = queue.claimable(self._standing.phase, [ORCHESTRATOR], most=1) or queue.held_by(ORCHESTRATOR)
        if rows and queue.changes != self._accepted_at:
            self._start("accept", self._accept)
        if self._stepping.wants_gate:
            self._start("gate", self._stepping.ask_gate)

    def _start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        async def do() -> None:
            await work()
            self._failures = 0

        if name not in self._beside:
            self._beside[name] = task = asyncio.create_task(do())
            task.add_done_callback(lambda _: self._crew.wake.set())

    async def _accept(self) -> None:
        while await self._acceptance.accept(self._desk):
            pass
        self._accepted_at = self._desk.queue.changes

    def _raise_failed(self) -> None:
        """Take away what is over. What failed is tried again with the next look, and raised when it fails for good."""
        for name, task in list(self._beside.items()):
            if not task.done():
                continue
            del self._beside[name]
            self._decided_at = -1
            error = task.exception()
            if error is None:
                continue
            self._failures += 1
            self._desk.audit.note("failed", part=name, why=str(error), times=self._failures)
            if not isinstance(error, KasenError) or self._failures >= FAILURES:
                raise error

    # Around it.

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_S):
                await self._crew.wake.wait()

    def _beat(self) -> None:
        """Agents that have nothing to do leave when nobody is here for long."""
        self._desk.place.mailbox.heartbeat(ORCHESTRATOR).touch()

    async def _over(self, *, now: bool) -> None:
        for task in self._beside.values():
            task.cancel()
        await asyncio.gather(*self._beside.values(), return_exceptions=True)
        self._beside.clear()
        await self._crew.close(now=now)
