"""One agent of a crew: its process, its signs of life, its rests, and what belongs to it in the table of processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import end_marked
from kasen.teams.code.processes.tree import Process
from kasen.teams.code.watchdog.alive import Alive
from kasen.teams.code.watchdog.pulse import Pulse
from kasen.teams.code.watchdog.resting import Resting
from kasen.teams.code.worker.spec import MARK

SHIM = "KASEN_SHIM"
"""Variable that the shim of an agent carries, `RUN/AGENT`, and its program does not: it is found without tmux."""
State = Literal["down", "starting", "up", "ending", "resting", "given_up", "stopped"]
"""`down`: nobody has asked for it yet. `stopped`: a person ended it."""


@dataclass
class Member:
    """What the crew knows of an agent."""

    agent: str
    mark: str
    """`RUN/AGENT`: the value of `MARK` and of `SHIM`."""
    pulse: Pulse
    resting: Resting
    watch: Alive | None = None
    """Its shim, from the moment that it has a process."""
    task: asyncio.Task[None] | None = None
    """What is being done to it now."""
    ending: bool = False
    wanted: bool = True
    """False after a person ended it."""
    restarts: int = 0
    family: set[Process] = field(default_factory=set)
    """What was last seen below its shim: when that is gone, nothing leads there any more."""

    @property
    def up(self) -> bool:
        """Whether its shim lives and has said so itself."""
        if self.watch is None or self.ending or (beat := self.pulse.beat) is None:
            return False
        return Process(beat.pid, beat.started) == self.watch.process

    @property
    def state(self) -> State:
        """How it stands."""
        if self.ending:
            return "ending"
        if self.task is not None or self.watch is not None:
            return "up" if self.up else "starting"
        if not self.wanted:
            return "stopped"
        if self.resting.given_up:
            return "given_up"
        return "down" if self.resting.over else "resting"


def member_of(agent: str, place: Place, limits: Limits, clock: Callable[[], float]) -> Member:
    """An agent of which nothing is known yet."""
    return Member(
        agent=agent,
        mark=f"{place.run_id}/{agent}",
        pulse=Pulse(place.mailbox.heartbeat(agent), agent, step_s=limits.heartbeat_seconds),
        resting=Resting(limits.crashes, clock),
    )


async def end_family(mark: str, roots: Iterable[Process], seen: Iterable[Process], grace_s: float) -> list[Process]:
    """End a shim (`roots`), which gets that long to end its program, and all that belongs to it; what is left of them.

    What does: whatever lives below it, whatever carries one of its two marks, and what was `seen` below it before: a
    program may have emptied its environment and lost its parents too.
    """
    left = await end_marked(SHIM, mark, roots=roots, grace_s=grace_s)
    left += await end_marked(MARK, mark)
    if hidden := [one for one in seen if one.lives]:
        left += await end_marked(MARK, mark, roots=hidden, grace_s=0)
    return left
