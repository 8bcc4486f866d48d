"""Agents that are played by a test: they claim what the queue has for them, change their tree and answer."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasen.teams.code.config.gates import GateCommand, Gates, QualityGate
from kasen.teams.code.config.loading import Config, default
from kasen.teams.code.messages import Finding, Output, Planned, Review, Ruling, TaskResult, Verdict
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.planning import plan_tasks
from kasen.teams.code.orchestrator.reviewing import reviewed, ruled
from kasen.teams.code.orchestrator.working import begun, worked
from kasen.teams.code.queue.rows import NewTask, Task
from teams.code.git.made import call, write
from teams.code.orchestrator.desks import desk_of, limited

XSS = Finding(file="src/frontend/page.js", line=1, severity="critical", issue="User input is put into HTML unescaped.")


class Played:
    """All agents of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def begin(self, agent: str, only: str = "") -> Task:
        """Claim its next task, or that one; the tree stands ready."""
        role = next(one.role for one in self.desk.config.agents.agents if one.id == agent)
        task = self.desk.queue.claim(role, agent, lease_s=600, only=only)
        assert task is not None, f"nothing for {agent}"
        await begun(self.desk, task, agent)
        return task

    def folder(self, agent: str) -> Path:
        return self.desk.place.trees / "agents" / agent

    def edit(self, agent: str, edits: Mapping[str, str | None]) -> None:
        for name, text in edits.items():
            if text is None:
                (self.folder(agent) / name).unlink()
            else:
                write(self.folder(agent), name, text)

    async def work(self, agent: str, edits: Mapping[str, str | None] | None = None, only: str = "") -> Task:
        """Its next task, done with those edits."""
        task = await self.begin(agent, only)
        self.edit(agent, edits or {})
        await worked(self.desk, task, self.result(task, agent))
        return task

    async def plan(self, agent: str, *plan: Planned) -> Task:
        task = await self.begin(agent)
        await worked(self.desk, task, self.result(task, agent, plan=plan))
        return task

    async def review(
        self, agent: str, verdict: Verdict = "PASS", *blocking: Finding, only: str = "", advice: Sequence[Finding] = ()
    ) -> Task:
        """Its next review."""
        task = await self.begin(agent, only)
        review = Review(verdict=verdict, blocking=blocking, non_blocking=tuple(advice))
        await reviewed(self.desk, task, self.result(task, agent, review=review))
        return task

    async def rule(self, agent: str, ruling: Ruling) -> Task:
        task = await self.begin(agent)
        await ruled(self.desk, task, self.result(task, agent, ruling=ruling))
        return task

    def result(self, task: Task, agent: str, **parts: Any) -> TaskResult:
        output = Output(summary="済")
        return TaskResult(
            task_id=task.task_id, token=task.token, agent=agent, status="done", **{"output": output, **parts}
        )

    def task(self, id: str) -> Task:
        return self.desk.queue.task(id)

    def body(self, id: str) -> Body:
        return Body.model_validate(self.task(id).body)

    def states(self) -> dict[str, str]:
        return {task.task_id: task.status for task in self.desk.queue.tasks()}

    def stored(self) -> list[Any]:
        """All rows and the notes that matter."""
        rows = [task.model_dump() for task in self.desk.queue.tasks()]
        return [rows, *(self.desk.queue.noted(name) for name in ("findings", "gate", "commands"))]

    def put(self, *plan: Planned) -> None:
        """Tasks of the implementation, with their acceptance."""
        tasks = [one for one in plan_tasks(self.desk, plan, "implementation", 1) if isinstance(one, NewTask)]
        self.desk.queue.put(tasks, {"rounds": {"implementation": 1}})

    def show(self, name: str) -> str:
        """A file as it has come together."""
        return call(self.desk.repository.root, "show", f"{self.desk.trees.branch}:{name}")

    def files(self) -> list[str]:
        listed = call(self.desk.repository.root, "ls-tree", "-r", "-z", "--name-only", self.desk.trees.branch)
        return [name for name in listed.split("\0") if name]


def with_gates(
    config: Config,
    *,
    merge: Sequence[GateCommand] = (),
    commands: Sequence[GateCommand] = (),
    max_rounds: int = 3,
) -> Config:
    """The five phases with commands; `commands` are those of the final gate."""
    gate = config.gates.gates[0] if config.gates.gates else None
    gates = [QualityGate(**{**gate.model_dump(), "commands": commands, "max_rounds": max_rounds})] if gate else []
    return replace(config, gates=Gates(gates=tuple(gates), merge=tuple(merge)))


async def played(tmp_path: Path, config: Config | None = None, **limits: Any) -> Played:
    """Agents of the five phases."""
    return Played(await desk_of(tmp_path, limited(config or default("five-phase"), **limits)))


def destroy(folder: Path) -> None:
    """What an agent does that deletes all it finds."""
    for path in folder.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
