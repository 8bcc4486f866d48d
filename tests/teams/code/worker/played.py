"""A shim in a process of its own, whose program goes by a script, and the orchestrator's side of its mailbox."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import orjson

from kasen.settings.environment import plain_environment
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.mailbox.layout import STAGES
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import ReviewRequest, TaskAssignment, TaskResult
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import end_marked
from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.worker.spec import MARK, Beat, Spec
from teams.code.agents import Script

AGENT = "coder-1"
PATIENCE_S = 60.0
Found = TypeVar("Found")


@dataclass
class Played:
    """One agent of a run; what its shim does is seen in files alone."""

    place: Place
    tree: Path
    script: Script
    env: Mapping[str, str] = field(default_factory=dict)
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)

    def prepare(self, agent: Mapping[str, Any] | None = None, **limits: Any) -> Played:
        """Write the spec; `agent` replaces fields of it, `limits` are fields of Limits."""
        self.tree.mkdir(exist_ok=True)
        self.place.mailbox.make([AGENT, "orchestrator"])
        own = self.place.agent(AGENT)
        own.mkdir(parents=True, exist_ok=True)
        given = {"type": "command", "command": self.script.command(AGENT), **(agent or {})}
        made = Agent.model_validate({"id": AGENT, "role": "coder", "phase": "build", **given})
        spec = Spec(
            run_id=self.place.run_id, agent=made, folder=self.tree, policy="小さく直す", limits=Limits(**limits)
        )
        (own / "spec.json").write_text(spec.model_dump_json(), encoding="utf-8")
        return self

    async def start(self) -> asyncio.subprocess.Process:
        """Start its shim."""
        with (self.place.root / "pane").open("ab") as pane:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "kasen.teams.code.worker.main", str(self.place.root), AGENT),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=pane,
                stderr=asyncio.subprocess.STDOUT,
                env={**plain_environment(), **self.env},
            )
        self.processes.append(child)
        return child

    async def end(self) -> None:
        """Nothing of it is left."""
        for child in self.processes:
            with suppress(ProcessLookupError):
                if child.returncode is None:
                    child.kill()
            await child.wait()
        await end_marked(MARK, self.mark, grace_s=0)

    @property
    def mark(self) -> str:
        return f"{self.place.run_id}/{AGENT}"

    @property
    def pane(self) -> str:
        return (self.place.root / "pane").read_text(encoding="utf-8")

    def assign(self, task: str = "build.1.coder", token: int = 1, **more: Any) -> Path:
        """Give it work."""
        said = {"task_id": task, "token": token, "phase": "build", "role": "coder", "instruction": "Build it."}
        return deliver(TaskAssignment(**{**said, "lease_seconds": 60, **more}), self.place.mailbox.inbox(AGENT))

    def review(self, task: str = "build.1.coder.review.1", token: int = 1, **more: Any) -> Path:
        """Give it a review."""
        said = {"task_id": task, "token": token, "phase": "build", "role": "reviewer", "instruction": "Look at it."}
        request = ReviewRequest(**{**said, "files": ("a.py",), "base": "a", "head": "b", "lease_seconds": 60, **more})
        return deliver(request, self.place.mailbox.inbox(AGENT))

    def results(self) -> list[TaskResult]:
        """All that it answered."""
        return [TaskResult.model_validate_json(path.read_bytes()) for path in files(self.place.mailbox.outbox(AGENT))]

    def open_messages(self) -> int:
        """Messages that it has not settled."""
        inbox = self.place.mailbox.inbox(AGENT)
        return len(list(inbox.glob("*.json"))) + len(list((inbox / "processing").glob("*.json")))

    def beat(self) -> Beat | None:
        """Its last sign of life."""
        with suppress(FileNotFoundError):
            return Beat.model_validate_json(self.place.mailbox.heartbeat(AGENT).read_bytes())
        return None

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        """Its journal."""
        try:
            lines = (self.place.agent(AGENT) / "events.jsonl").read_bytes().splitlines()
        except FileNotFoundError:
            return []
        return [event for line in lines if (event := orjson.loads(line))["kind"] == (kind or event["kind"])]

    async def answered(self, count: int = 1) -> list[TaskResult]:
        """Wait for so many results, and until their messages are settled."""
        await until(lambda: len(self.results()) >= count and not self.open_messages(), lambda: self.pane)
        return self.results()

    async def program(self) -> Process:
        """Wait for the program of its turn."""

        def found() -> Process | None:
            beat = self.beat()
            return process(beat.program) if beat and beat.program else None

        return await until(found, lambda: self.pane)


def files(box: Path) -> Iterator[Path]:
    """Messages of a box, whatever became of them."""
    for stage in STAGES:
        yield from sorted((box / stage).glob("*.json"))


async def until(found: Callable[[], Found | None], said: Callable[[], str] = lambda: "") -> Found:
    """What it gives as soon as it gives something; a deadline for machines that are slow."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if it := found():
            return it
        await asyncio.sleep(0.02)
    raise AssertionError(f"it did not come; it said: {said()[-3000:]}")
