"""The agents of a run as processes: started, watched, ended with all that belongs to them, started again.

Who lives is what the kernel says of its process (`alive`), never what tmux says: a list of panes that cannot be had
tells nothing. That it lives is not that it works: the shim's own sign of life has to come too (`pulse`). Whether its
program gets on is the shim's business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from kasen.errors import KasenError
from kasen.teams.code.config.loading import Config
from kasen.teams.code.place import Place
from kasen.teams.code.processes.killing import GRACE_S
from kasen.teams.code.processes.marked import end_marked, marked
from kasen.teams.code.processes.tree import Process, descendants
from kasen.teams.code.tmux import Tmux, TmuxFailed
from kasen.teams.code.watchdog.alive import Alive
from kasen.teams.code.watchdog.member import SHIM, Member, State, end_family, member_of
from kasen.teams.code.watchdog.panes import tidied
from kasen.teams.code.watchdog.starting import begun, last_words
from kasen.teams.code.worker.spec import MARK, Beat, Spec

LEAVE_S = 2 * GRACE_S + 1
"""Seconds that a shim gets to end by itself: it gives its program `GRACE_S` of them, and that one its tools."""
SIGN_S = 0.02
"""Seconds between two looks whether one that was started has given its first sign of life."""


@dataclass(frozen=True)
class Lost:
    """A shim that is gone, with all that belonged to it: told once, when nothing of it is left."""

    agent: str
    why: Literal["died", "no_heartbeat"]
    restarts: int
    """How often it was lost by now."""
    given_up: bool
    """It is not started again before a person says so."""
    reason: str = ""
    """What is known of why, one sentence."""


class Crew:
    """All agents of one run. One crew at a time has a place: the run's lock sees to that."""

    def __init__(
        self,
        place: Place,
        config: Config,
        tmux: Tmux,
        *,
        spec_of: Callable[[str], Awaitable[Spec]],
        worker: Callable[[str], list[str]],
        clock: Callable[[], float],
    ) -> None:
        """Nothing is started.

        `spec_of`: what an agent is told before it starts, asked each time. `worker`: the command of its shim, which has
        to be the shim's own process and no shell around it. `clock`: seconds since the epoch.
        """
        self._place, self._tmux, self._clock = place, tmux, clock
        self._spec_of, self._worker = spec_of, worker
        self._limits = config.workflow.limits
        ids = [agent.id for agent in config.agents.agents]
        self._members = {id: member_of(id, place, self._limits, clock) for id in ids}
        self._lost: list[Lost] = []
        self._failed: BaseException | None = None
        self._scanned = clock()
        self._closed = False
        self.wake = asyncio.Event()
        """Set when somebody is lost, is up or has rested, so that there is something to do; `look` clears it."""

    async def open(self) -> None:
        """Take over the shims that live, and end what is left of others; those are told by the first `look`."""
        shims = await asyncio.to_thread(marked, SHIM)
        for member in self._members.values():
            if (beat := member.pulse.beat) is None:
                continue
            found = Process(beat.pid, beat.started)
            if found in shims.get(member.mark, []):
                member.watch = Alive(found, partial(self._died, member))
            else:
                why = "it ended while nobody watched"
                self._lost.append(Lost(member.agent, "died", member.restarts, False, why))
        await self._end_strays()
        living = {one.watch.process.pid: one.agent for one in self._members.values() if one.watch is not None}
        await tidied(self._tmux, living)

    async def ready(self, agent: str) -> bool:
        """Whether its shim waits for work; when none lives it is started, and a later call says yes. Never waits.

        Whoever was lost is told first: what it held has to be taken back before another one looks into its inbox.
        """
        member = self._members[agent]
        free = member.watch is None and member.task is None and not any(one.agent == agent for one in self._lost)
        if free and member.wanted and member.resting.over and not self._closed:
            self._do(member, self._start(member))
        return member.up

    async def look(self) -> list[Lost]:
        """What was lost since the last look. Raises what went wrong in between and has no name."""
        self.wake.clear()
        now = self._clock()
        for member in self._members.values():
            if member.watch is not None and not member.ending:
                member.pulse.look(now)
                if member.pulse.silent_s > self._limits.heartbeat_ttl_seconds:
                    self._gone(member, "no_heartbeat", f"it gave no sign of life for {member.pulse.silent_s:.0f} s")
        if not 0 <= now - self._scanned < self._limits.scan_seconds:
            self._scanned = now
            await self._scan()
        if self._failed is not None:
            raise self._failed
        lost, self._lost = self._lost, []
        return lost

    def beat(self, agent: str) -> Beat | None:
        """What the shim that lives said last; None while none does."""
        member = self._members[agent]
        return member.pulse.beat if member.up else None

    def state(self, agent: str) -> State:
        """How it stands."""
        return self._members[agent].state

    def restarts(self, agent: str) -> int:
        """How often it was lost or sent back by a person, in the time of this crew."""
        return self._members[agent].restarts

    def rests_until(self, agent: str) -> float:
        """Seconds since the epoch before which it is not started again; 0 where it may be."""
        resting = self._members[agent].resting
        return 0.0 if resting.over else resting.until

    async def respawn(self, agent: str) -> None:
        """End it and start it anew, also one that was given up or ended by a person: what was is forgotten."""
        member = self._members[agent]
        await self._leave(member)
        member.restarts += 1
        member.resting.forgive()
        member.wanted = True
        await self.ready(agent)

    async def kill(self, agent: str) -> None:
        """End it with all that belongs to it; it stays so until `respawn`. Nobody is told that it was lost."""
        self._members[agent].wanted = False
        await self._leave(self._members[agent])

    async def close(self, *, now: bool = False) -> None:
        """End all agents with all that belongs to them, then tmux. `now`: none is asked to end by itself."""
        self._closed = True
        await self._settled()
        grace_s, begun = 0.0 if now else LEAVE_S, [one for one in self._members.values() if one.watch or one.family]
        await asyncio.gather(*(self._leave(member, grace_s) for member in begun))
        await self._end_strays()
        with suppress(TmuxFailed):  # nobody is left in it
            await self._tmux.close()

    # What is done to one member at a time.

    def _do(self, member: Member, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = member.task = asyncio.create_task(work)
        task.add_done_callback(partial(self._done, member))
        return task

    def _done(self, member: Member, task: asyncio.Task[None]) -> None:
        # Its process may have ended, and that been begun to be dealt with, before the start of it was over.
        if member.task is task:
            member.task, member.ending = None, False
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed = error
        self.wake.set()

    async def _settled(self) -> None:
        while tasks := [member.task for member in self._members.values() if member.task is not None]:
            await asyncio.wait(tasks)

    async def _start(self, member: Member) -> None:
        """There are never two of an agent: what an earlier shim left is ended before."""
        reason = "it ended as soon as it was started"
        found = None
        try:
            spec = await self._spec_of(member.agent)
            if not await self._end(member):
                found = await begun(self._place, self._tmux, member, spec, self._worker(member.agent))
        except (KasenError, OSError) as error:
            reason = f"it could not be started: {error}"
        if found is None:
            await self._bury(member, "died", reason)
        else:
            member.watch = Alive(found, partial(self._died, member))
            self._await_sign(member, member.watch)

    def _await_sign(self, member: Member, watch: Alive) -> None:
        """Say so when it is up: whoever waits for it need not look again and again."""
        if member.up:
            self.wake.set()
        elif member.watch is watch:
            asyncio.get_running_loop().call_later(SIGN_S, self._await_sign, member, watch)

    def _died(self, member: Member) -> None:
        """The kernel said so."""
        self._gone(member, "died", "its process ended")

    def _gone(self, member: Member, why: Literal["died", "no_heartbeat"], reason: str) -> None:
        if not member.ending:
            member.ending = True
            self._do(member, self._bury(member, why, reason))

    async def _bury(self, member: Member, why: Literal["died", "no_heartbeat"], reason: str) -> None:
        left = await self._end(member)
        member.restarts += 1
        member.resting.ended()
        if left:
            member.resting.give_up()
            reason += f"; these of its processes cannot be ended: {', '.join(str(one.pid) for one in left)}"
        given_up = member.resting.given_up
        if given_up and (words := await last_words(self._tmux, member.agent)):
            reason += f"; the last line in its pane: {words}"
        self._lost.append(Lost(member.agent, why, member.restarts, given_up, reason))
        if not member.resting.over:
            asyncio.get_running_loop().call_later(member.resting.until - self._clock(), self.wake.set)

    async def _leave(self, member: Member, grace_s: float = LEAVE_S) -> None:
        while member.task is not None:
            await asyncio.wait([member.task])
        member.ending = True
        await asyncio.wait([self._do(member, self._drop(member, grace_s))])

    async def _drop(self, member: Member, grace_s: float) -> None:
        await self._end(member, grace_s)

    async def _end(self, member: Member, grace_s: float = 0.0) -> list[Process]:
        """Its shim and its family; what is left of them, which should be nothing."""
        watch, member.watch = member.watch, None
        if watch is not None:
            watch.close()
        left = await end_family(member.mark, [watch.process] if watch else [], member.family, grace_s)
        member.family = set(left)
        return left

    # Everything at once.

    async def _scan(self) -> None:
        """What was missed: a process that ended without a word, families that grew, processes without a shim."""
        for member in self._members.values():
            if member.watch is None or member.ending:
                continue
            if not member.watch.process.lives:
                self._died(member)
            else:
                member.family = set(await asyncio.to_thread(descendants, [member.watch.process.pid]))
        await self._end_strays()

    async def _end_strays(self) -> None:
        """Processes that carry a mark of this run and whose agent has no shim."""
        for name in (SHIM, MARK):
            for mark in await asyncio.to_thread(marked, name):
                run, _, agent = mark.partition("/")
                member = self._members.get(agent)
                if run != self._place.run_id:
                    continue
                if member is None:
                    await end_marked(name, mark)
                elif member.watch is None and member.task is None:
                    # As its task: none is started while what carries its mark is being ended.
                    await asyncio.wait([self._do(member, self._drop(member, 0.0))])
