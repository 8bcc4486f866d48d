"""A repository, and agents by script that build on it, for tests that drive whole runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli.patience import PATIENCE
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.worker.spec import MARK
from teams.code.agents import Script, project, workflow_folder


@dataclass(frozen=True)
class Site:
    """Where it happens."""

    script: Script
    workflow: Path
    repo: Path
    home: Path

    @property
    def line(self) -> tuple[str, ...]:
        """The command that begins a run."""
        return ("code", "run", str(self.workflow), "--repo", str(self.repo), "-r", "Add a tax")

    @property
    def place(self) -> Place:
        """Of the only run."""
        folder = next((self.home / "runs").iterdir())
        return Place(folder / "code", folder.name)

    @property
    def agents(self) -> list[str]:
        """Processes of the run's agents that live."""
        return [value for value in marked(MARK) if value.startswith(f"{self.place.run_id}/")]


def site(person: Path, *, waits: str = "", transitions: Mapping[str, Mapping[str, Any]] | None = None) -> Site:
    """The coder writes a file, with `waits` not before `script.open(waits)`; the reviewer is content."""
    script = Script(person / "script")
    waiting: dict[str, Any] = {"waits_for": waits} if waits else {}
    edits = {"src/backend/tax.py": "RATE = 1.1\n"}
    script.rule(agent="coder-1", asks="result", **waiting, edits=edits, answer={"summary": "wrote it"})
    workflow = workflow_folder(person / "workflow", script, transitions=transitions)
    return Site(script, workflow, project(person / "repo"), person / "home")


def until(holds: Callable[[], Any], what: str) -> None:
    """Wait for it, as long as tests wait for other processes."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)  # noqa: TID251
