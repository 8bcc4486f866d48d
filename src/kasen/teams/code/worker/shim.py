"""The shim of an agent: it takes messages from the inbox, runs the agent's program, answers, and shows that it lives.

It knows nothing of the queue. A claim of a task is answered once, whenever and wherever the shim is ended: a result is
on the disk before it is sent, and it is sent before its message is settled.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from kasen.errors import KasenError
from kasen.teams.code.mailbox.reading import Poison, Received
from kasen.teams.code.messages import ReviewRequest, TaskAssignment, TaskResult
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import end_marked
from kasen.teams.code.programs.turn import Program
from kasen.teams.code.worker.answered import Answered
from kasen.teams.code.worker.beating import Heart, Silence
from kasen.teams.code.worker.inbox import Inbox, same_work
from kasen.teams.code.worker.journal import Journal
from kasen.teams.code.worker.reading import reap
from kasen.teams.code.worker.redacting import redactor_for
from kasen.teams.code.worker.sessions import Sessions
from kasen.teams.code.worker.spec import MARK, Spec
from kasen.teams.code.worker.turns import Asked, Desk, Superseded, Turns
from kasen.teams.code.worker.view import View

ORCHESTRATOR = "orchestrator"
GLANCE_S = 0.1
"""Seconds between two glances at the inbox."""
GLANCES = 20
"""Glances after which it is looked at in any case."""
ALONE_S = 600.0
"""Seconds without a sign of the orchestrator after which a shim that has nothing to do ends."""


class Shim:
    """One agent's."""

    def __init__(
        self,
        place: Place,
        spec: Spec,
        heart: Heart,
        view: View,
        program: Callable[[], Program],
        *,
        alone_s: float = ALONE_S,
    ) -> None:
        """`program` makes the agent's program, for one turn."""
        own = place.agent(spec.agent.id)
        own.mkdir(parents=True, exist_ok=True)
        redact = redactor_for((*program().VARIABLES, *spec.agent.env))
        view.redact = redact
        self._alone_s = alone_s
        self._place = place
        self._spec = spec
        self._heart = heart
        self._view = view
        self._journal = Journal(own, redact)
        self._sessions = Sessions(own / "sessions.json")
        self._inbox = Inbox(place.mailbox.inbox(spec.agent.id))
        self._answered = Answered(own / "results", place.mailbox.outbox(spec.agent.id))
        self._turns = Turns(Desk(place.root, spec, program, self._sessions, heart, self._journal, view))

    async def __call__(self) -> int:
        """Until it is cancelled, or nobody is there any more to work for; the exit code."""
        tending = asyncio.create_task(self._tend())
        try:
            # What an earlier shim's program left behind would write into the same files and the same session.
            await end_marked(MARK, f"{self._spec.run_id}/{self._spec.agent.id}")
            await self._work()
        finally:
            tending.cancel()
            self._heart.end()
        return 0

    async def _tend(self) -> None:
        """Show that it lives, whatever goes on, and wait for processes that were adopted and have ended."""
        while True:
            await asyncio.sleep(self._spec.limits.heartbeat_seconds)
            self._heart.write()
            reap(self._turns.pid)

    async def _work(self) -> None:
        silence = Silence(self._place.mailbox.heartbeat(ORCHESTRATOR), time.monotonic())
        self._view.waits()
        while silence.seconds(time.monotonic()) < self._alone_s:
            for _ in range(GLANCES):
                if not self._inbox.is_still():
                    break
                await asyncio.sleep(GLANCE_S)
            found = self._inbox.next()
            if found is None:
                await asyncio.sleep(GLANCE_S)
            elif isinstance(found, Poison):
                self._journal.note("note", text=f"`{found.path.name}` is no message: {found.reason}")
            elif isinstance(found.message, TaskAssignment | ReviewRequest):
                await self._take(found, found.message)
            else:
                self._journal.note("note", text=f"`{found.path.name}` is not for an agent")
                found.settle()

    async def _take(self, found: Received, asked: Asked) -> None:
        """One message, until it is settled."""
        if self._inbox.newest(found) is not found or asked.token < self._sessions.token(asked.task_id):
            self._journal.note("note", text=f"claim {asked.token} of {asked.task_id} has passed")
            found.settle()
            return
        if earlier := self._answered.given(asked.task_id, asked.token):
            self._answered.send(earlier)
            found.settle()
            return
        held = [found]
        result = await self._result(asked, held)
        if result is not None:
            self._give(result)
        for one in held:
            one.settle()
        reap()
        self._view.waits()

    async def _result(self, asked: Asked, held: list[Received]) -> TaskResult | None:
        """What came of it; None when it is not wanted any more. `held` grows by claims that ask for the same again."""
        token = asked.token

        def is_unwanted() -> bool:
            nonlocal token
            if not self._inbox.has_new() or (newer := self._inbox.newest(held[-1])) is held[-1]:
                return False
            if not isinstance(newer.message, TaskAssignment | ReviewRequest) or not same_work(newer.message, asked):
                return True
            token = newer.message.token
            held.append(newer)
            self._sessions.begin(asked.task_id, token)
            self._heart.change(token=token)
            return False

        was_cut_off = self._sessions.unfinished(asked.task_id)
        begun = self._sessions.begin(asked.task_id, token)
        self._begin(asked, was_cut_off)
        try:
            result = await self._turns.take(asked, begun=begun, cut_off=was_cut_off, stop=is_unwanted)
        except Superseded:
            self._journal.note("note", text=f"{asked.task_id} was given again in other words")
            return None
        except KasenError as error:
            result = TaskResult(task_id=asked.task_id, token=token, agent=self._spec.agent.id, status="failed")
            result = result.model_copy(update={"problem": "failed", "reason": str(error)})
        finally:
            self._heart.change(state="idle", task_id="", token=0, session="", since=0.0)
        return result.model_copy(update={"token": token})

    def _begin(self, asked: Asked, was_cut_off: bool) -> None:
        self._heart.change(
            state="working", task_id=asked.task_id, token=asked.token, session=asked.session, since=time.time()
        )
        about = {"task": asked.task_id, "token": asked.token, "role": asked.role, "title": asked.title}
        self._journal.note("turn", **about, session=asked.session, cut_off=was_cut_off or None)
        self._view.title(f"{asked.task_id}  {asked.title or asked.role}")

    def _give(self, result: TaskResult) -> None:
        result = self._answered.keep(result)
        self._answered.send(result)
        self._sessions.over(result.task_id)
        verdict = result.review.verdict if result.review else ""
        about = {"task": result.task_id, "token": result.token, "status": result.status, "verdict": verdict}
        self._journal.note("result", **about, problem=result.problem, reason=result.reason)
        self._view.ended(result.status, verdict, result.reason or result.output.summary)
