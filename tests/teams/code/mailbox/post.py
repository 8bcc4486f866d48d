"""A mailbox with one agent, and messages for it."""

from __future__ import annotations

from pathlib import Path

from kasen.teams.code.mailbox.layout import Mailbox
from kasen.teams.code.messages import TaskAssignment, TaskResult

AGENT = "impl-frontend-1"


def mailbox(folder: Path, *agents: str) -> Mailbox:
    box = Mailbox(folder / ".mailbox")
    box.make(agents or [AGENT])
    return box


def work(task_id: str = "T1", instruction: str = "ログイン画面を作る") -> TaskAssignment:
    return TaskAssignment(
        task_id=task_id,
        token=1,
        phase="implementation",
        role="impl-frontend",
        instruction=instruction,
        lease_seconds=120,
    )


def result(task_id: str = "T1", token: int = 1) -> TaskResult:
    return TaskResult(task_id=task_id, token=token, agent=AGENT, status="done")
