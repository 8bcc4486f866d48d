"""Look at what is there before anything is begun: programs, files of the workflow, the repository."""

from __future__ import annotations

import asyncio
import shutil
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import ConfigurationError
from kasen.team import Deps, names
from kasen.teams.code.config.loading import Config, default, keep, of_folder
from kasen.teams.code.git.repository import Repository, look_at
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.machine import program
from kasen.teams.code.opening import place_of
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR
from kasen.teams.code.schemas.request import Request
from kasen.teams.code.state import Asked, Begun, Prepared

SHOWN = 8
"""Names of files that a sentence holds."""
_PROGRAMS = {"claude-code": "claude", "codex": "codex"}


async def prepare(state: Asked, runtime: Runtime[Deps]) -> Command[Any]:
    """Raises ConfigurationError for what is missing or not trusted, InputError for a repository that cannot be used."""
    deps, request = runtime.context, state["request"]
    if deps.repeats is not None:  # what agents did is not done again: the outcome is shown as it was
        return Command(goto="finish")
    config = _config(request)
    await asyncio.to_thread(check_programs, config)
    repository = await look_at(request.repo)
    place = place_of(deps)
    await asyncio.to_thread(keep, config, place.config)
    place.mailbox.make([ORCHESTRATOR, *(agent.id for agent in config.agents.agents)])
    trees = Worktrees(repository, deps.run_id, place.trees)
    await trees.accepted()
    if repository.dirty:
        await deps.emit("warning", text=_dirty(repository, deps.lang), about="repository")
    deps.note(f"{config.workflow.name}, {len(config.agents.agents)} agents, {trees.branch}")
    prepared = Prepared(
        root=repository.root,
        common=repository.common,
        head=repository.head,
        branch=repository.branch,
        dirty=repository.dirty,
    )
    return Command(update=Begun(prepared=prepared), goto="orchestrate")


def _config(request: Request) -> Config:
    if request.workflow is None:
        return default(request.preset)
    return of_folder(request.workflow.parent, request.workflow.name)


def check_programs(config: Config) -> None:
    """Raises ConfigurationError for the first program that is not there, or does not start."""
    for name in ("git", "tmux"):
        seen = program(name, f"On Debian: apt-get install {name}")
        if not seen.ok:
            raise ConfigurationError(f"team `code` needs {name}: {seen.found}", hint=seen.fix)
    started: set[str] = set()
    for agent in config.agents.agents:
        name = _PROGRAMS.get(agent.type, "")
        if name and name not in started:
            started.add(name)
            seen = program(name)
            if not seen.ok:
                raise ConfigurationError(f"agent `{agent.id}` needs {name}: {seen.found}", hint=seen.fix)
        if agent.command and "/" not in agent.command[0] and not shutil.which(agent.command[0]):
            raise ConfigurationError(f"agent `{agent.id}`: there is no program `{agent.command[0]}`")
        team = agent.type.partition(":")[2]
        if team and team not in names():
            raise ConfigurationError(f"agent `{agent.id}`: there is no team `{team}`; there is: {', '.join(names())}")


def _dirty(repository: Repository, lang: str) -> str:
    files = ", ".join(repository.dirty[:SHOWN])
    more = len(repository.dirty) - SHOWN
    commit = repository.head[:10]
    if lang == "ja":
        rest = f" ほか{more}件" if more > 0 else ""
        return f"コミットしていない変更（{files}{rest}）を、エージェントは見ません。コミット {commit} から始めます"
    rest = f" and {more} more" if more > 0 else ""
    return f"changes that are not committed ({files}{rest}): agents start from commit {commit} and do not see them"
