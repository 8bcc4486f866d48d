"""The parts of the loop beside each other, without the loop."""

from __future__ import annotations

import json
from typing import Any

from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Message, TaskResult
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.dispatch import Dispatch
from kasen.teams.code.orchestrator.parts import Own
from kasen.teams.code.orchestrator.people import People
from kasen.teams.code.orchestrator.receiving import Receiving
from kasen.teams.code.orchestrator.standing import Standing
from kasen.teams.code.orchestrator.stepping import Stepping
from kasen.teams.code.queue.rows import Task
from teams.code.orchestrator.crews import Asked, Crew, Purse


def never(agent: str, message: Asked, tree: object) -> None:
    """An agent that never answers."""


class Stage:
    """All of them, for one desk."""

    def __init__(self, desk: Desk, play: Any = never) -> None:
        self.desk, self.purse = desk, Purse()
        self.crew = Crew(desk, play)
        self.acceptance = Own()
        self.standing = Standing.of(desk)
        self.stepping = Stepping(desk, self.standing, self.acceptance)
        self.dispatch = Dispatch(desk, self.standing, self.acceptance, self.crew, self.purse)
        self.receiving = Receiving(desk, self.standing, self.acceptance, self.purse)
        self.people = People(
            desk, self.standing, self.acceptance, self.crew, self.stepping, self.dispatch, self.receiving
        )

    async def handed(self, task_id: str = "implementation.1.coder") -> Task:
        """The run has begun, and that task was handed out."""
        await self.stepping.begin()
        await self.dispatch.all()
        return self.desk.queue.task(task_id)

    def answer(self, task: Task, agent: str = "coder-1", **fields: Any) -> TaskResult:
        """What an agent sends for a task."""
        told = {"task_id": task.task_id, "token": task.token, "agent": agent, "status": "done", **fields}
        result = TaskResult.model_validate(told)
        deliver(result, self.desk.place.mailbox.outbox(agent))
        return result

    def order(self, message: Message) -> None:
        """What a person sends."""
        deliver(message, self.desk.place.mailbox.inbox(ORCHESTRATOR))

    def audited(self, what: str) -> list[dict[str, Any]]:
        """Lines of the audit log of that kind."""
        texts = [path.read_text(encoding="utf-8") for path in self.desk.place.mailbox.logs.iterdir()]
        lines = [json.loads(line) for text in texts for line in text.splitlines()]
        return [line for line in lines if line["what"] == what]
