"""The run that `code_recovery.py` kills: a planner, three coders, a reviewer and eight tasks, played by a script."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import yaml

from teams.code.agents import Script

TASKS = 8
AGENTS = {"planner-1": "planner", **{f"coder-{n}": "coder" for n in (1, 2, 3)}, "reviewer-1": "reviewer"}
PHASES = {"planner": "planning", "coder": "implementation", "reviewer": "persistent"}
TYPES = {"planner": "codex", "coder": "claude-code", "reviewer": "codex"}
"""Of the real ones."""
WORKFLOW = {
    "name": "recovery",
    "phases": [
        {"id": "planning", "tasks": [{"role": "planner", "instruction": "{requirement}", "returns": "plan"}]},
        {"id": "implementation", "from_plan": True, "review": "reviewer", "merge": True},
    ],
    "transitions": [{"from": "planning", "to": "implementation"}, {"from": "implementation", "to": "completed"}],
    "persistent": ["reviewer"],
    "limits": {"attempts": 20, "crashes": 100},
}
TRUST = """
import pathlib, sys
from kasen.settings.trust import allow, sha256
from kasen.teams.code.config.loading import named_in
folder = pathlib.Path(sys.argv[1])
allow(folder, {name: sha256((folder / name).read_bytes()) for name in named_in(folder)})
"""
PLAN = [
    {"id": f"t{n}", "role": "coder", "title": f"piece {n}", "instruction": f"<{n}>", "files": [f"work/{n}.txt"]}
    for n in range(TASKS)
]


class Played(Protocol):
    """Agents by script."""

    env: Mapping[str, str]
    """What the run is started with, beside the plain environment."""

    def agent(self, id: str) -> dict[str, Any]:
        """Its lines in agents.yaml."""

    def turns(self) -> int:
        """How many were begun."""

    def children(self) -> list[int]:
        """Processes that programs began and left behind."""

    def close(self) -> None: ...


class Programs:
    """Small programs: half a second of work or nearly a whole one, and a process that is left behind."""

    def __init__(self, folder: Path) -> None:
        self.env: Mapping[str, str] = {}
        self._script = Script(folder / "script")
        self._script.rule(asks="plan", stalls=0.3, answer={"plan": PLAN})
        for n in range(TASKS):
            works: dict[str, Any] = {"child": 60, "stalls": 0.5 + 0.1 * (n % 5), "edits": {path_of(n): f"{n}\n"}}
            self._script.rule(asks="result", match=heading(n), **works)
        self._script.rule(asks="review", stalls=0.3)

    def agent(self, id: str) -> dict[str, Any]:
        return {"type": "command", "command": list(self._script.command(id))}

    def turns(self) -> int:
        return len(self._script.calls())

    def children(self) -> list[int]:
        return self._script.children()

    def close(self) -> None:
        """Nothing is open."""


class RealPrograms:
    """Claude Code and Codex, with a model by script behind them that this process serves."""

    def __init__(self, folder: Path) -> None:
        from kasen.testing.providers import serving
        from teams.code.model import KEY, Model, signed_in

        self.env: Mapping[str, str] = {}
        self._key, self._begun, self._loop = KEY, threading.Event(), asyncio.new_event_loop()
        self._over = asyncio.Event()

        async def serve() -> None:
            async with serving() as fake:
                self._model = model = Model(fake)
                self.env = signed_in(fake, folder / "home")
                model.rule(asks="plan", answer={"tasks": PLAN})
                for n in range(TASKS):
                    waits = "python3 -c 'import time; time.sleep(0.8)'"
                    # A model that sees that its tool was killed does it again.
                    again = f"test -s {path_of(n)} || (mkdir -p work && echo {n} > {path_of(n)})"
                    model.rule(asks="result", match=heading(n), edits={path_of(n): f"{n}\n"}, runs=[waits, again])
                model.rule(asks="review")
                self._begun.set()
                await self._over.wait()

        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(serve(),), daemon=True)
        self._thread.start()
        if not self._begun.wait(30):
            raise TimeoutError("the model is not there")

    def agent(self, id: str) -> dict[str, Any]:
        return {"type": TYPES[AGENTS[id]], "env": [self._key]}

    def turns(self) -> int:
        return len(self._model.turns)

    def children(self) -> list[int]:
        return []

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(30)


def flow_of(folder: Path, played: Played, env: Mapping[str, str]) -> Path:
    """The files of the workflow, trusted; its `workflow.yaml`."""
    (folder / "policies").mkdir(parents=True)
    agents = [
        {"id": id, "role": role, "phase": PHASES[role], "policy": f"policies/{role}.md", **played.agent(id)}
        for id, role in AGENTS.items()
    ]
    files: dict[str, Any] = {"workflow": WORKFLOW, "agents": {"agents": agents}, "gates": {"gates": []}}
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    for role in PHASES:
        (folder / "policies" / f"{role}.md").write_text(f"Be a {role}.\n", encoding="utf-8")
    subprocess.run([sys.executable, "-c", TRUST, str(folder)], env=env, check=True)
    return folder / "workflow.yaml"


def title_of(task: int) -> str:
    return f"piece {task}"


def path_of(task: int) -> str:
    return f"work/{task}.txt"


def heading(task: int) -> str:
    """What stands in the prompt of that task alone: the whole plan stands in all of them."""
    return f"Your task: {title_of(task)}"
