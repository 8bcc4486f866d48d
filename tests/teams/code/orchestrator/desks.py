"""A desk with a real repository, queue and mailbox."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasen.teams.code.config.loading import Config, default
from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.git.merging import Merging
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.mailbox.audit import Audit
from kasen.teams.code.messages import Planned
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue
from teams.code.agents import project
from teams.code.git.made import RUN

REQUIREMENT = "茶の店に、税込みの値段を足す"


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Events:
    """What was emitted."""

    def __init__(self) -> None:
        self.all: list[tuple[str, dict[str, Any]]] = []

    async def __call__(self, type: str, /, **fields: Any) -> None:
        self.all.append((type, fields))

    def of(self, type: str) -> list[dict[str, Any]]:
        return [fields for name, fields in self.all if name == type]


def limited(config: Config, **limits: Any) -> Config:
    """The same with other limits."""
    changed = Limits.model_validate({**config.workflow.limits.model_dump(), **limits})
    return replace(config, workflow=config.workflow.model_copy(update={"limits": changed}))


def run_of(folder: Path) -> str:
    """The id of the run in a folder: one that the test wrote down, or that of all tests."""
    told = folder / "run-id"
    return told.read_text(encoding="utf-8") if told.exists() else RUN


async def desk_of(tmp_path: Path, config: Config | None = None, *, clock: Callable[[], float] | None = None) -> Desk:
    """A desk; a second one of the same folder finds what the first one left."""
    config = config or default("pair")
    root = tmp_path / "repo"
    repository = await look_at(root if root.is_dir() else project(root))
    place = Place(root=tmp_path / "run" / "code", run_id=run_of(tmp_path))
    place.mailbox.make([ORCHESTRATOR, *(agent.id for agent in config.agents.agents)])
    trees = Worktrees(repository, place.run_id, place.trees)
    clock = clock or time.time
    return Desk(
        place=place,
        config=config,
        repository=repository,
        requirement=REQUIREMENT,
        lang="ja",
        queue=Queue(place.queue, clock=clock, most_attempts=config.workflow.limits.attempts),
        trees=trees,
        merging=Merging(trees, config.gates.merge),
        audit=Audit(place.mailbox.logs),
        emit=Events(),
        clock=clock,
    )


def planned(id: str, role: str = "impl-backend", *files: str, after: tuple[str, ...] = ()) -> Planned:
    """A task of a plan."""
    globs = files or (f"src/backend/{id}.py",)
    return Planned(id=id, role=role, title=f"{id} を作る", instruction=f"{id} を書く", files=globs, depends_on=after)
