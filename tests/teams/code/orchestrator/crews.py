"""A crew that is played in this process: agents that read their inbox and write their outbox as a test says."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasen.models.role import Usage
from kasen.teams.code.mailbox.reading import Received, waiting
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Finding, Review, ReviewRequest, TaskAssignment, TaskResult
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.worker.spec import Beat
from teams.code.git.made import write

Asked = TaskAssignment | ReviewRequest
Play = Callable[[str, Asked, Path], Mapping[str, Any] | None]
"""What an agent does with a message in its work tree: fields of its result; None: it never answers."""


@dataclass
class Dead:
    """A shim that is gone."""

    agent: str
    why: str = "died"
    given_up: bool = False
    reason: str = "its process ended"


class Crew:
    """Agents that answer at once, or not at all."""

    def __init__(self, desk: Desk, play: Play) -> None:
        self.desk, self.play = desk, play
        self.wake = asyncio.Event()
        self.asked: list[tuple[str, Asked]] = []
        """What each agent was asked, in the order of all."""
        self.states: dict[str, str] = {}
        self.rests: dict[str, float] = {}
        self.lost: list[Dead] = []
        self.ended: list[str] = []
        self.closed = ""
        self._shims: dict[str, asyncio.Task[None]] = {}
        self._busy: dict[str, Asked] = {}
        self._restarts: dict[str, int] = {}

    async def open(self) -> None:
        self.closed = ""

    async def ready(self, agent: str) -> bool:
        if self.state(agent) == "down":
            self.states[agent] = "up"
            self._shims[agent] = asyncio.create_task(self._shim(agent))
        return self.state(agent) == "up"

    async def look(self) -> list[Dead]:
        self.wake.clear()
        for shim in self._shims.values():
            if shim.done() and not shim.cancelled() and (error := shim.exception()):
                raise error
        lost, self.lost = self.lost, []
        return lost

    def beat(self, agent: str) -> Beat | None:
        if self.state(agent) != "up":
            return None
        doing = self._busy.get(agent)
        return Beat(agent=agent, pid=os.getpid(), started=0, state="working" if doing else "idle")

    def state(self, agent: str) -> str:
        return self.states.get(agent, "down")

    def restarts(self, agent: str) -> int:
        return self._restarts.get(agent, 0)

    def rests_until(self, agent: str) -> float:
        return self.rests.get(agent, 0.0)

    async def respawn(self, agent: str) -> None:
        await self._end(agent, "down")
        self._restarts[agent] = self.restarts(agent) + 1

    async def kill(self, agent: str) -> None:
        await self._end(agent, "stopped")

    async def close(self, *, now: bool = False) -> None:
        self.closed = "now" if now else "gently"
        for agent in list(self._shims):
            await self._end(agent, "down")

    async def die(self, agent: str, *, given_up: bool = False) -> None:
        """Its process ends by itself."""
        await self._end(agent, "given_up" if given_up else "down")
        self.lost.append(Dead(agent, given_up=given_up))
        self.wake.set()

    async def _end(self, agent: str, state: str) -> None:
        self.states[agent] = state
        self._busy.pop(agent, None)
        if (shim := self._shims.pop(agent, None)) is not None:
            self.ended.append(agent)
            shim.cancel()
            with suppress(asyncio.CancelledError):
                await shim

    async def _shim(self, agent: str) -> None:
        box = self.desk.place.mailbox
        while True:
            for got in waiting(box.inbox(agent)):
                assert isinstance(got, Received), got
                message = got.message
                assert isinstance(message, TaskAssignment | ReviewRequest)
                self._busy[agent] = message
                self.asked.append((agent, message))
                fields = self.play(agent, message, self.desk.place.trees / "agents" / agent)
                if fields is None:
                    await asyncio.Event().wait()
                deliver(result(agent, message, fields or {}), box.outbox(agent))
                got.settle()
                del self._busy[agent]
            await asyncio.sleep(0.005)


def result(agent: str, message: Asked, fields: Mapping[str, Any]) -> TaskResult:
    """An agent's result; done, and a review that passes, where the fields say nothing else."""
    reviews = isinstance(message, ReviewRequest)
    usual: dict[str, Any] = {"status": "done", "session": f"S-{agent}"}
    if reviews and fields.get("status", "done") == "done":
        usual["review"] = Review(verdict="PASS")
    return TaskResult.model_validate(
        {**usual, "task_id": message.task_id, "token": message.token, "agent": agent, **fields}
    )


def content(agent: str, message: Asked, tree: Path) -> Mapping[str, Any]:
    """An agent that does what it should: one file within its own, all reviews pass."""
    if isinstance(message, TaskAssignment) and message.kind in ("work", "fix", "resolve") and message.context.files:
        glob = message.context.files[0]
        name = glob if "*" not in glob else glob.split("*")[0] + f"{message.task_id}.txt"
        write(tree, name, f"{message.task_id} {message.token}\n")
    return {}


def fails(*issues: str, file: str = "") -> dict[str, Any]:
    """A review that fails."""
    found = tuple(Finding(file=file, issue=issue, severity="major") for issue in issues)
    return {"review": Review(verdict="FAIL", blocking=found)}


class Purse:
    """`Charge`: what was paid; a cap when a test says so."""

    def __init__(self, most: float = 1e9) -> None:
        self.most = most
        self.paid: dict[str, float] = {}

    async def __call__(
        self, role: str, by: str, /, *, key: str, usage: Usage, usd: float | None, seconds: float
    ) -> bool:
        self.paid[key] = usd or 0.0
        return await self.spent()

    async def spent(self) -> bool:
        return sum(self.paid.values()) >= self.most

    async def left(self) -> float | None:
        return max(self.most - sum(self.paid.values()), 0.0) if self.most < 1e9 else None

    async def stop(self) -> None:
        raise AssertionError("whoever called the orchestrator says that")
